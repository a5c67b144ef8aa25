import { describe, expect, it } from 'vitest';
import { chooseFile, durationMsOf, licenseName, textOfHtml } from '#core/media-sources/archive-item.ts';
import { durationMsOf as nasaDurationMs, escapeId, unescapeId } from '#core/media-sources/nasa.ts';
import { tidyFound } from '#core/media-sources/found.ts';
import type { FoundVideo } from '#core/repositories/media/videos.ts';

const makeVideo = (facts: Partial<FoundVideo>): FoundVideo => ({
  sourceId: 'a1',
  title: 'A title',
  description: null,
  thumbnail: null,
  url: null,
  durationMs: 1000,
  views: '1',
  channel: 'A channel',
  license: null,
  ...facts,
});

describe('tidyFound', () => {
  const tidy = (facts: Partial<FoundVideo>) => tidyFound('vimeo', [makeVideo(facts)])[0];

  it('preserves texts that a database and a page can contain', () => {
    expect(
      tidy({ title: ' A\u0000 \n title\u0007 ', channel: '\u0000', description: 'one\u0000\ntwo' }),
    ).toMatchObject({ title: 'A title', channel: 'Unknown', description: 'one\ntwo' });
    expect(tidy({ title: ' ' })!.title).toBe('Untitled');
    expect(tidy({ title: 'x'.repeat(9000), description: 'নদী'.repeat(9000) })!.title).toHaveLength(200);
  });

  it('leaves out invalid IDs, duplicates, and thumbnails with an unusable URL', () => {
    for (const sourceId of ['a/b', 'a b', 'x'.repeat(200)]) expect(tidy({ sourceId })).toBeUndefined();
    expect(tidyFound('vimeo', [makeVideo({}), makeVideo({ title: 'Again' })])).toHaveLength(1);
    for (const thumbnail of ['javascript:alert(1)', 'data:image/png,x', 'http://', 'picture.jpg']) {
      expect(tidy({ thumbnail })!.thumbnail).toBeNull();
    }
    expect(tidy({ thumbnail: 'https://i.example/a.jpg' })!.thumbnail).toBe('https://i.example/a.jpg');
  });
});

describe('an Internet Archive item', () => {
  it('returns the largest file of its best type that is not too large', () => {
    const file = (name: string, size: number, more: object = {}) => ({ name, size, ...more });
    const files = [
      file('film_meta.xml', 10),
      file('film.ogv', 900),
      file('small.mp4', 100),
      file('film.mp4', 500),
      file('huge.mp4', 5000),
      file('hidden.mp4', 800, { private: 'true' }),
    ];
    expect(chooseFile(files, 1000)?.name).toBe('film.mp4');
    expect(chooseFile(files.slice(0, 2), 1000)?.name).toBe('film.ogv');
    expect(chooseFile(files.slice(0, 1), 1000)).toBeUndefined();
  });

  it.each([
    ['62.13', 62_130],
    ['1:02', 62_000],
    ['1:00:02.5', 3_602_500],
    ['about an hour', 0],
  ])('has the length in "%s"', (length, durationMs) => {
    expect(durationMsOf({ name: 'a.mp4', size: 1, length })).toBe(durationMs);
  });

  it.each([
    ['http://creativecommons.org/licenses/by-nc-nd/3.0/us/', 'CC BY-NC-ND 3.0'],
    ['https://creativecommons.org/licenses/by/4.0/', 'CC BY 4.0'],
    ['http://creativecommons.org/licenses/publicdomain/', 'Public Domain'],
    ['http://creativecommons.org/publicdomain/mark/1.0/', 'Public Domain'],
    ['http://creativecommons.org/publicdomain/zero/1.0/', 'CC0'],
    ['http://www.gnu.org/licenses/fdl.html', 'http://www.gnu.org/licenses/fdl.html'],
    ['', null],
  ])('under %s is called %s', (url, name) => {
    expect(licenseName(url)).toBe(name);
  });

  it.each([
    ['One <a href="https://example.com/a', 'One'],
    ['One <a href="x" <b>two</b> three', 'One two three'],
    ['One </p', 'One'],
    ['One <!-- two', 'One'],
    ['1 < 2 <3 and a<b', '1 < 2 <3 and a'],
  ])('is described without the rest of an unclosed tag: %s', (html, words) => {
    expect(textOfHtml(html)).toBe(words);
  });

  it('is described as text, without HTML', () => {
    expect(textOfHtml('<p>One &amp; <b>two</b></p><script>x</script>three&nbsp;&lt;3')).toBe(
      'One & two\nxthree <3',
    );
  });
});

describe('a video of NASA', () => {
  it.each([
    ['17.55 s', 17_550],
    ['0:01:23', 83_000],
    ['1:00:02.5', 3_602_500],
    ['95', 95_000],
    ['', 0],
    ['a while', 0],
    ['1:2:3:4', 0],
  ])('has the length in "%s"', (text, durationMs) => {
    expect(nasaDurationMs(text)).toBe(durationMs);
  });

  it.each(['PIA123', 'A Quick Look at Supernova 1987A', 'Café ~ নদী 🎬', '../a?b=c', '~7e'])(
    'has an ID of the characters of our IDs: %s',
    (id) => {
      expect(escapeId(id)).toMatch(/^[\w.~-]+$/);
      expect(unescapeId(escapeId(id))).toBe(id);
    },
  );
});
