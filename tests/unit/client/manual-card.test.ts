import { describe, expect, it } from 'vitest';
import { type Video, videoIdSchema } from '#contract/videos.ts';
import { manualCard, parseAddress, sourceIdOf } from '../../../client/src/features/search/add/manual-card.ts';
import { withManualVideos, withWords } from '../../../client/src/lib/selection/manual-videos.ts';

const ID = 'dQw4w9WgXcQ';
const idOf = (address: string): string => sourceIdOf(new URL(address));

describe('the ID of a video added by link', () => {
  // product 5.4
  it.each([
    `https://www.youtube.com/watch?v=${ID}`,
    `https://youtube.com/watch?list=PL1&v=${ID}&t=10`,
    `https://m.youtube.com/watch?v=${ID}#start`,
    `https://youtu.be/${ID}?t=5`,
    `https://www.youtube.com/embed/${ID}`,
    `https://www.youtube.com/v/${ID}`,
  ])('is taken from %s', (address) => {
    expect(idOf(address)).toBe(ID);
  });

  // product 5.4
  it.each([
    `https://example.com/watch?v=${ID}`,
    `https://www.youtube.com/watch?v=${ID}x`,
    'https://www.youtube.com/@somebody',
    'https://example.com/film.mp4',
  ])('is random for %s', (address) => {
    const ids = [idOf(address), idOf(address)];
    expect(ids).not.toContain(ID);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[\w-]{11}$/);
  });
});

describe('an address', () => {
  it.each(['', 'river', 'youtube.com/watch', 'javascript:alert(1)', 'ftp://example.com/a.mp4'])(
    'cannot be %j',
    (text) => {
      expect(parseAddress(text)).toBeUndefined();
    },
  );
});

// product 3.14, 3.15, 9.7
it('creates the card of a link as product.md defines it', () => {
  const card = manualCard(new URL(`https://youtu.be/${ID}`), 1_700_000_000_000);
  expect(card).toEqual({
    id: `manual_${ID}_1700000000000`,
    title: 'Video from youtu.be',
    description: 'Manually added video',
    thumbnail: `/media/youtube/${ID}/still.jpg`,
    duration: 600,
    source: 'Manual',
    sourceId: ID,
    views: 'Unknown',
    channel: 'User Added',
    createdAt: null,
    userId: null,
  });
  expect(videoIdSchema.safeParse(card.id).success).toBe(true);
  expect(manualCard(new URL('https://example.com/film.mp4')).thumbnail).toBe('/placeholder.svg');
});

it('shows added videos before search results, each once', () => {
  const video = (id: string): Video => ({ ...manualCard(new URL('https://example.com')), id });
  const added = [
    { video: video('manual_a'), url: 'https://example.com/a', serverId: 'manual_a_server' },
    { video: video('upload_b'), url: null, serverId: null },
  ];
  const results = ['library_1', 'manual_a_server', 'upload_b', 'library_2'].map(video);
  expect(withManualVideos(results, added).map(({ id }) => id)).toEqual([
    'manual_a',
    'upload_b',
    'library_1',
    'library_2',
  ]);
});

it('finds added videos that have one of the words', () => {
  const added = (title: string, url: string | null) => ({
    video: { ...manualCard(new URL('https://example.com')), title },
    url,
    serverId: null,
  });
  const all = [added('A walk', 'https://youtu.be/abc'), added('Boats', null)];
  const titles = (query: string) => withWords(all, query).map(({ video }) => video.title);
  expect(titles('WALK boats')).toEqual(['A walk', 'Boats']);
  expect(titles('youtu.be')).toEqual(['A walk']);
  expect(titles('desert')).toEqual([]);
  expect(titles('  ')).toEqual(['A walk', 'Boats']);
});
