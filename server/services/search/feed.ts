import { type Hit, isSameVideo } from './same-video.ts';

/** How far one source was read. */
export interface FeedSource {
  /** What it gave, in its order. */
  given: Hit[];
  /** How many of them had their turn. */
  taken: number;
  /** False while it never answered. */
  isAsked: boolean;
  /** Where its next page begins; null when it was not asked yet, or has no more. */
  cursor: string | null;
  /** What it says it has in all; null when it does not say. */
  total: number | null;
}

/** The hits of one search so far, of all its sources in turn. It only grows: a page stays what it was. */
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

/** The same answers, to be shown from the beginning: for whoever begins anew, when a source is back. */
export const begunAnew = (feed: Feed): Feed => ({
  hits: [],
  turn: 0,
  sources: Object.fromEntries(
    Object.entries(feed.sources).map(([id, source]) => [id, { ...source, taken: 0 }]),
  ),
});

/** True when there is a source that never answered. */
export const isIncomplete = (feed: Feed): boolean =>
  Object.values(feed.sources).some((source) => !source.isAsked);

const isUsedUp = ({ given, taken }: FeedSource) => taken === given.length;
const hasMore = ({ isAsked, cursor }: FeedSource) => !isAsked || cursor !== null;

/** True when nothing can come any more. */
export const isAtEnd = (feed: Feed): boolean =>
  Object.values(feed.sources).every((source) => isUsedUp(source) && !hasMore(source));

/** How many hits there are in all; until everything was seen, as the sources say. */
export function totalOf(feed: Feed): number {
  if (isAtEnd(feed)) return feed.hits.length;
  const told = Object.values(feed.sources).reduce((sum, { total }) => sum + (total ?? 0), 0);
  return Math.max(told, feed.hits.length);
}

/**
 * Makes a feed so long, if its sources have so much: one hit of each in turn, the sources asked side by side whenever
 * one of them has nothing left over. A source that fails is not asked again this time, and the others go on.
 * @param order the sources whose turns they are; their ids are the feed's
 * @param isLate true when no more may be asked
 * @returns what went wrong, by source
 */
export async function extendFeed(
  feed: Feed,
  {
    order,
    wanted,
    ask,
    isLate,
  }: {
    order: string[];
    wanted: number;
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
      // A source that leads back to where it was would be asked for ever.
      source.cursor = page.next === source.cursor ? null : page.next;
      source.total = page.total ?? source.total;
      source.isAsked = true;
    } catch (error) {
      failures.set(id, error);
    }
  }

  while (feed.hits.length < wanted) {
    const hungry = order.filter((id) => {
      const source = feed.sources[id]!;
      return isUsedUp(source) && hasMore(source) && !failures.has(id);
    });
    if (hungry.length > 0 && !isLate()) await Promise.all(hungry.map(fill));
    else if (!takeNext(feed, order)) break;
  }
  return failures;
}

/** One hit of the source whose turn it is, or of the next that has one; a double costs no turn. False for none. */
function takeNext(feed: Feed, order: string[]): boolean {
  for (let step = 0; step < order.length; step += 1) {
    const index = (feed.turn + step) % order.length;
    const source = feed.sources[order[index]!]!;
    const hit = source.given[source.taken];
    if (!hit) continue;
    source.taken += 1;
    const isDouble = feed.hits.some((shown) => isSameVideo(shown, hit));
    feed.turn = isDouble ? index : (index + 1) % order.length;
    if (!isDouble) feed.hits.push(hit);
    return true;
  }
  return false;
}
