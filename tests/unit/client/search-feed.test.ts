import { describe, expect, it, vi } from 'vitest';
import {
  emptyFeed,
  extendFeed,
  restartFeed,
  isAtEnd,
  totalOf,
} from '../../../server/services/search/feed.ts';
import { type Hit, isSameVideo } from '../../../server/services/search/same-video.ts';

const hit = (source: string, name: string, more: Partial<Hit> = {}): Hit => ({
  id: `${source}_${name}`,
  source,
  title: name,
  channel: source,
  durationMs: 10_000,
  ...more,
});

/** Makes sources with this many hits each, which they return in pages. */
function sourcesOf(counts: Record<string, number>, pageSize = 3) {
  const ask = vi.fn(async (source: string, cursor: string | null) => {
    const start = Number(cursor);
    const end = Math.min(counts[source]!, start + pageSize);
    return {
      hits: Array.from({ length: end - start }, (_, index) => hit(source, `${source}${start + index}`)),
      next: end < counts[source]! ? String(end) : null,
      total: counts[source]!,
    };
  });
  const order = Object.keys(counts);
  return { ask, order, feed: emptyFeed(order), isLate: () => false };
}
const names = (hits: Hit[]) => hits.map(({ title }) => title).join(' ');

describe('extendFeed', () => {
  it('takes one hit of each source in turn, and continues with those that have more', async () => {
    const { feed, ...how } = sourcesOf({ a: 2, b: 7, c: 4 });
    expect((await extendFeed(feed, { ...how, targetCount: 5 })).size).toBe(0);
    expect(names(feed.hits)).toBe('a0 b0 c0 a1 b1');
    expect(how.ask).toHaveBeenCalledTimes(3);
    await extendFeed(feed, { ...how, targetCount: 100 });
    expect(names(feed.hits)).toBe('a0 b0 c0 a1 b1 c1 b2 c2 b3 c3 b4 b5 b6');
    expect(isAtEnd(feed)).toBe(true);
    expect(totalOf(feed)).toBe(13);
  });

  it('requests all exhausted sources in parallel, and each page once', async () => {
    const { feed, ask, ...how } = sourcesOf({ a: 6, b: 6 });
    let most = 0;
    let now = 0;
    const counted = async (...args: Parameters<typeof ask>) => {
      most = Math.max(most, (now += 1));
      const page = await ask(...args);
      now -= 1;
      return page;
    };
    for (const targetCount of [4, 4, 8, 12, 20])
      await extendFeed(feed, { ...how, ask: counted, targetCount });
    expect(most).toBe(2);
    expect(ask.mock.calls.map((call) => call.join(' ')).toSorted()).toEqual(['a ', 'a 3', 'b ', 'b 3']);
    expect(feed.hits).toHaveLength(12);
  });

  it('shows a video of two sources once, without using up a turn', async () => {
    const of = (source: string, titles: string) =>
      titles.split(' ').map((title) => hit(source, title, { channel: 'one channel' }));
    const hitsBySource: Record<string, Hit[]> = { a: of('a', 'x y z'), b: of('b', 'y x w v') };
    const feed = emptyFeed(['a', 'b']);
    const ask = async (source: string) => ({ hits: hitsBySource[source]!, next: null, total: null });
    await extendFeed(feed, { order: ['a', 'b'], ask, targetCount: 10, isLate: () => false });
    expect(feed.hits.map(({ id }) => id)).toEqual(['a_x', 'b_y', 'a_z', 'b_w', 'b_v']);
  });

  it('continues without a failing source, and includes it from its first hit in a new feed', async () => {
    const { feed, ask, ...how } = sourcesOf({ a: 4, b: 4 });
    const away = new Error('away');
    const failing = async (source: string, cursor: string | null) => {
      if (source === 'b') throw away;
      return ask(source, cursor);
    };
    const failures = await extendFeed(feed, { ...how, ask: failing, targetCount: 10 });
    expect([...failures]).toEqual([['b', away]]);
    expect(names(feed.hits)).toBe('a0 a1 a2 a3');
    expect(isAtEnd(feed)).toBe(false);
    const restarted = restartFeed(feed);
    await extendFeed(restarted, { ...how, ask, targetCount: 10 });
    expect(names(restarted.hits)).toBe('a0 b0 a1 b1 a2 b2 a3 b3');
    expect(ask.mock.calls.filter(([source]) => source === 'a')).toHaveLength(2);
  });

  it('continues if a filter excluded everything, but requests no source forever or after the time limit', async () => {
    const empty = vi.fn(async (_: string, cursor: string | null) => ({
      hits: cursor === '2' ? [hit('a', 'last')] : [],
      next: cursor === null ? '1' : '2',
      total: null,
    }));
    const feed = emptyFeed(['a']);
    await extendFeed(feed, { order: ['a'], ask: empty, targetCount: 3, isLate: () => false });
    expect(names(feed.hits)).toBe('last');
    expect(empty).toHaveBeenCalledTimes(3);
    const { feed: late, ...how } = sourcesOf({ a: 9 });
    await extendFeed(late, { ...how, targetCount: 9, isLate: () => how.ask.mock.calls.length >= 2 });
    expect(late.hits).toHaveLength(6);
  });
});

describe('isSameVideo', () => {
  const tides = hit('a', 'the tides', { channel: 'ocean films' });
  const other = (more: Partial<Hit>) => hit('b', 'the tides', { channel: 'ocean films', ...more });

  it('compares title, length and channel together', () => {
    expect(isSameVideo(tides, other({}))).toBe(true);
    expect(isSameVideo(tides, other({ durationMs: 12_000, channel: 'ocean films official' }))).toBe(true);
    expect(isSameVideo(tides, other({ durationMs: 12_001 }))).toBe(false);
    expect(isSameVideo(tides, other({ title: 'the tide' }))).toBe(false);
    expect(isSameVideo(tides, other({ channel: 'films for everybody' }))).toBe(false);
    expect(isSameVideo({ ...tides, durationMs: 0 }, other({ durationMs: 0 }))).toBe(false);
  });

  it('leaves duplicates within one source to that source', () => {
    expect(isSameVideo(tides, { ...tides })).toBe(true);
    expect(isSameVideo(tides, { ...tides, id: 'a_other' })).toBe(false);
  });
});
