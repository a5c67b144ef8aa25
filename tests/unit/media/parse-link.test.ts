import { describe, expect, it } from 'vitest';
import { placeholderOf } from '#core/media-sources/link/link.ts';
import { parseLink } from '#core/media-sources/link/parse-link.ts';
import { oldWords } from '#core/media-sources/link/yt-dlp.ts';

const ID = 'dQw4w9WgXcQ';

describe('parseLink', () => {
  it.each([
    `https://www.youtube.com/watch?v=${ID}`,
    `https://youtube.com/watch?feature=shared&v=${ID}&t=42s`,
    `http://m.youtube.com/watch?v=${ID}#t=1`,
    `https://music.youtube.com/watch?v=${ID}&list=PL0123456789`,
    `https://youtu.be/${ID}?si=abc`,
    `https://www.youtube.com/embed/${ID}`,
    `https://www.youtube-nocookie.com/embed/${ID}?start=3`,
    `https://www.youtube.com/v/${ID}`,
    `https://www.youtube.com/shorts/${ID}`,
    `https://www.youtube.com/live/${ID}`,
    ` https://WWW.YouTube.com./watch?v=${ID} `,
  ])('extracts the 11-character ID from %s', (url) => {
    expect(parseLink(url)).toMatchObject({ site: 'youtube', sourceId: ID });
  });

  it.each([
    ['https://vimeo.com/76979871', 'vimeo', 'vimeo-76979871'],
    ['https://player.vimeo.com/video/76979871?h=8272103f6e', 'vimeo', 'vimeo-76979871'],
    ['https://vimeo.com/channels/staffpicks/76979871', 'vimeo', 'vimeo-76979871'],
    ['https://archive.org/details/night_of_the_living_dead', 'archive', 'archive-night_of_the_living_dead'],
    ['https://archive.org/embed/Sintel.2010', 'archive', 'archive-Sintel.2010'],
  ])('extracts the ID from %s', (url, site, sourceId) => {
    expect(parseLink(url)).toMatchObject({ site, sourceId });
  });

  it.each([
    `https://www.youtube.com/watch?v=short`,
    `https://youtube.com.evil.example/watch?v=${ID}`,
    `https://evil.example/watch?v=${ID}`,
    `https://notyoutube.com/embed/${ID}`,
    'https://vimeo.com/about',
    'https://archive.org/download/Sintel/sintel.mp4',
    'https://example.com/film.mp4',
  ])('treats %s as a plain link', (url) => {
    const link = parseLink(url)!;
    expect(link).toMatchObject({ site: 'other', url });
    expect(link.sourceId).toMatch(/^[0-9a-f]{24}$/);
  });

  it('distinguishes links by their whole URL, except for the fragment', () => {
    const idOf = (url: string) => parseLink(url)!.sourceId;
    expect(idOf('https://example.com/a.mp4#t=10')).toBe(idOf('https://EXAMPLE.com/a.mp4'));
    const others = ['https://example.com/A.mp4', 'https://example.com/a.mp4?v=2', 'http://example.com/a.mp4'];
    for (const url of others) expect(idOf(url)).not.toBe(idOf('https://example.com/a.mp4'));
  });

  it.each(['', 'film', 'example.com/film.mp4', 'ftp://example.com/a', 'javascript:alert(1)', 'http://'])(
    'refuses %j',
    (text) => {
      expect(parseLink(text)).toBeUndefined();
    },
  );
});

it('uses placeholders for unknown details', () => {
  expect(placeholderOf(parseLink('https://media.example.com/x')!)).toMatchObject({
    title: 'Video from media.example.com',
    description: 'Manually added video',
    views: 'Unknown',
    channel: 'User Added',
    thumbnail: null,
    durationMs: 0,
  });
  const { thumbnail, title } = placeholderOf(parseLink(`https://youtu.be/${ID}`)!);
  expect([title, thumbnail]).toEqual([
    'Video from youtu.be',
    `https://img.youtube.com/vi/${ID}/mqdefault.jpg`,
  ]);
});

it('mentions an old yt-dlp, and no recent one', () => {
  const now = () => Date.UTC(2026, 5, 1);
  expect(oldWords('2025.01.15', now)).toContain('yt-dlp 2025.01.15 of this installation is old');
  for (const version of ['2026.05.20', '2026.05.20.232816', 'unknown', null])
    expect(oldWords(version, now)).toBe('');
});
