import { type Hit, isSameVideo } from './same-video.ts';

/** How far one source was read. */
export interface FeedSource {
  /** Its hits, in its order. */
  given: Hit[];
  /** How many of them have been used. */
  taken: number;
  /** `false` while it has never responded. */
  isAsked: boolean;
  /** Where its next page starts; `null` if it was not requested yet, or has no more. */
  cursor: string | null;
  /** Its own total; `null` if unknown. */
  total: number | null;
}

/** The hits of one search so far, taken from its sources in turn. It only grows, so a page stays the same. */
export interface Feed {
  hits: Hit[];
  /** The index of the source whose turn is next. */
  turn: number;
  sources: Record<string, FeedSource>;
}

export interface FeedPage {
  hits: Hit[];
  next: string | null;
  total: number | null;
}

export const emptyFeed = (sourceIds: string[]): Feed => ({
  hits: [],
  turn: 0,
  sources: Object.fromEntries(
    sourceIds.map((id) => [id, { given: [], taken: 0, isAsked: false, cursor: null, total: null }]),
  ),
});

/** Merges the same responses again from the start, for a new search when a source is available again. */
export const restartFeed = (feed: Feed): Feed => ({
  hits: [],
  turn: 0,
  sources: Object.fromEntries(
    Object.entries(feed.sources).map(([id, source]) => [id, { ...source, taken: 0 }]),
  ),
});

/** Whether a source has never responded. */
export const isIncomplete = (feed: Feed): boolean =>
  Object.values(feed.sources).some((source) => !source.isAsked);

const isUsedUp = ({ given, taken }: FeedSource) => taken === given.length;
const hasMore = ({ isAsked, cursor }: FeedSource) => !isAsked || cursor !== null;

/** Whether there are no more hits. */
export const isAtEnd = (feed: Feed): boolean =>
  Object.values(feed.sources).every((source) => isUsedUp(source) && !hasMore(source));

/** Returns the total number of hits; until all were read, based on the sources' own totals. */
export function totalOf(feed: Feed): number {
  if (isAtEnd(feed)) return feed.hits.length;
  const reported = Object.values(feed.sources).reduce((sum, { total }) => sum + (total ?? 0), 0);
  return Math.max(reported, feed.hits.length);
}

/**
 * Extends a feed to a length, if its sources have enough: one hit of each in turn, with parallel requests
 * whenever one of them has no hits left. A source that fails is not requested again this time, and the others
 * continue.
 * @param order the sources in turn; their IDs are the feed's
 * @param isLate returns `true` if no more requests may be made
 * @returns the errors, by source
 */
export async function extendFeed(
  feed: Feed,
  {
    order,
    targetCount,
    ask,
    isLate,
  }: {
    order: string[];
    targetCount: number;
    ask(sourceId: string, cursor: string | null): Promise<FeedPage>;
    isLate(): boolean;
  },
): Promise<Map<string, unknown>> {
  const failures = new Map<string, unknown>();

  async function fill(id: string): Promise<void> {
    const source = feed.sources[id]!;
    try {
      const page = await ask(id, source.cursor);
      source.given.push(...page.hits);
      // A source whose next page is the same one again would be requested forever.
      source.cursor = page.next === source.cursor ? null : page.next;
      source.total = page.total ?? source.total;
      source.isAsked = true;
    } catch (error) {
      failures.set(id, error);
    }
  }

  while (feed.hits.length < targetCount) {
    const hungry = order.filter((id) => {
      const source = feed.sources[id]!;
      return isUsedUp(source) && hasMore(source) && !failures.has(id);
    });
    if (hungry.length > 0 && !isLate()) await Promise.all(hungry.map(fill));
    else if (!takeNext(feed, order)) break;
  }
  return failures;
}

/**
 * Takes one hit of the source whose turn it is, or of the next one that has a hit. A duplicate does not use
 * up a turn. Returns `false` if no source has a hit left.
 */
function takeNext(feed: Feed, order: string[]): boolean {
  for (let step = 0; step < order.length; step += 1) {
    const index = (feed.turn + step) % order.length;
    const source = feed.sources[order[index]!]!;
    const hit = source.given[source.taken];
    if (!hit) continue;
    source.taken += 1;
    const isDouble = feed.hits.some((existing) => isSameVideo(existing, hit));
    feed.turn = isDouble ? index : (index + 1) % order.length;
    if (!isDouble) feed.hits.push(hit);
    return true;
  }
  return false;
}
