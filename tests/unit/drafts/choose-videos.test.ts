import { describe, expect, it } from 'vitest';
import { chooseVideos } from '../../../client/src/features/search/draft/choose-videos.ts';
import { videoOf } from '../../helpers/browser/search-page.ts';

const LIMITS = { maxVideos: 20, maxTotalSeconds: 14_400 };
const ids = (videos: ReturnType<typeof chooseVideos>) => videos.map(({ sourceId }) => Number(sourceId));

describe('the videos of a draft', () => {
  const hits = Array.from({ length: 12 }, (_, index) => videoOf(index + 1, { title: `Boats ${index + 1}` }));

  // product 17.1
  it('the videos of a draft are as many as its length needs, starting with the first ones of the search', () => {
    expect(ids(chooseVideos(hits, 'boats', 1, LIMITS))).toEqual([1, 2, 3]);
    expect(ids(chooseVideos(hits, 'boats', 2, LIMITS))).toEqual([1, 2, 3, 4]);
    expect(ids(chooseVideos(hits, 'boats', 5, LIMITS))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('the videos of a draft are preferably those whose titles have the words, in the order of the search', () => {
    const named = hits
      .with(8, videoOf(9, { title: 'A river' }))
      .with(5, videoOf(6, { description: 'The River' }));
    expect(ids(chooseVideos(named, 'river', 1, LIMITS))).toEqual([1, 6, 9]);
    // Words like "and" are no evidence about a video.
    const others = named.map((hit, at) => (at < 4 ? { ...hit, title: 'Sand and the land' } : hit));
    expect(ids(chooseVideos(others, 'and the River', 1, LIMITS))).toEqual([1, 6, 9]);
  });

  it('the videos of a draft are not too long, individually and in total, nor too many', () => {
    const long = hits.with(0, videoOf(1, { duration: 1801 })).with(1, videoOf(2, { duration: 200 }));
    expect(ids(chooseVideos(long, 'x', 1, { ...LIMITS, maxTotalSeconds: 199 }))).toEqual([3, 4, 5]);
    expect(ids(chooseVideos(hits, 'x', 5, { ...LIMITS, maxVideos: 2 }))).toEqual([1, 2]);
    expect(chooseVideos([videoOf(1, { duration: 9999 })], 'x', 1, LIMITS)).toEqual([]);
  });
});
