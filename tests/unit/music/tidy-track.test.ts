import { describe, expect, it } from 'vitest';
import { tidyTrack, type RawTrack } from '../../../server/services/music/sources/tidy.ts';
import { licenseOf } from '../../../server/services/music/sources/license.ts';

const OWN_PAGE = 'https://openverse.org/audio/1';
const tidy = (facts: Partial<RawTrack>) =>
  tidyTrack({
    id: 'a1',
    title: 'Dawn',
    artist: 'Ann',
    license: licenseOf('https://creativecommons.org/licenses/by/4.0/'),
    durationMs: 90_500,
    bytes: 1000,
    page: 'https://example.com/dawn',
    ownPage: OWN_PAGE,
    fileUrl: 'https://example.com/dawn.mp3',
    ...facts,
  });

describe('tidyTrack', () => {
  it('returns the music with its length in seconds', () => {
    expect(tidy({})).toMatchObject({ title: 'Dawn', artist: 'Ann', duration: 90.5, bytes: 1000 });
  });

  it('returns titles and artists as one line of plain text', () => {
    const title = ' <b onclick="x()">Dawn</b> &amp;\n<script>alert(1)</script> \u0000Dusk\uD800 ';
    expect(tidy({ title })!.title).toBe('Dawn & alert(1) Dusk');
    expect(tidy({ title: 'I <3 you' })!.title).toBe('I <3 you');
    expect(tidy({ artist: 'Ann\u202E dnA' })!.artist).toBe('Ann dnA');
    expect(tidy({ title: '<br>', artist: ' ' })).toMatchObject({
      title: 'Untitled',
      artist: 'Unknown artist',
    });
    expect(tidy({ title: null, artist: undefined })!.artist).toBe('Unknown artist');
  });

  it('shortens titles and artists without breaking a character', () => {
    const long = tidy({ title: '👩‍👩‍👧'.repeat(1000), artist: 'নদী'.repeat(1000) })!;
    expect(long.title.length).toBeLessThanOrEqual(200);
    expect(long.artist.length).toBeLessThanOrEqual(80);
    expect(long.title).toMatch(/^(👩‍👩‍👧)+…$/u);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.com',
    'http://',
    'https://example.com/' + 'x'.repeat(200),
  ])('replaces the page %s by the page that its source has', (page) => {
    expect(tidy({ page })!.page).toBe(OWN_PAGE);
  });

  it('returns null for a file without a web address', () => {
    for (const fileUrl of ['javascript:alert(1)', 'file:///etc/passwd', 'ftp://example.com/a.mp3', ''])
      expect(tidy({ fileUrl })).toBeNull();
  });

  it('returns null for music that is too long, too short or too large, and accepts unknown figures', () => {
    expect(tidy({ durationMs: 1_800_001 })).toBeNull();
    expect(tidy({ durationMs: 500 })).toBeNull();
    expect(tidy({ bytes: 104_857_601 })).toBeNull();
    expect(tidy({ durationMs: 0, bytes: null })).toMatchObject({ duration: 0, bytes: null });
    expect(tidy({ durationMs: -1, bytes: -1 })).toMatchObject({ duration: 0, bytes: null });
  });

  it('returns null for music without a usable licence', () => {
    expect(tidy({ license: null })).toBeNull();
  });
});
