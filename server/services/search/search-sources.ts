import type { SearchQuery, SourceFailure } from '#contract/videos.ts';
import { isOfLicense } from '#text/words/licenses.ts';
import { AppError } from '#core/lib/errors.ts';
import { tidyFound } from '#core/media-sources/found.ts';
import { SourceError } from '#core/media-sources/source-error.ts';
import type { MediaSource } from '#core/media-sources/source.ts';
import type { Backend } from '#core/backend.ts';
import { findVideos, upsertVideos, type VideoRow } from '#core/repositories/media/videos.ts';
import {
  restartFeed,
  emptyFeed,
  extendFeed,
  type Feed,
  type FeedPage,
  isAtEnd,
  isIncomplete,
  totalOf,
} from './feed.ts';
import { askInTime } from './ask-in-time.ts';
import { feedKey, openFeedStore } from './feed-store.ts';
import { toHit } from './same-video.ts';

/** Time limit of one page, in ms: filters may exclude most hits. */
const PAGE_MS = 20_000;
/** The maximum number of hits: no one pages further. */
const MAX_HITS = 1000;

export interface FoundPage {
  rows: VideoRow[];
  total: number;
  errors: SourceFailure[];
}

type Parts = Pick<Backend, 'config' | 'db' | 'redis' | 'log'>;

/** The user's own hits beside those of sources. They are never part of a search that others share. */
export interface OwnHits {
  /** As many as the page may need, starting with the first. */
  ids: string[];
  total: number;
}

/**
 * Returns one page of hits from these sources: full while one of them has more, and each video once across
 * all pages. Responses are stored for later pages and for equal searches if `keep` is set; own hits are not.
 * @throws AppError `search_failed` if every source failed and the user has no own hits, with the reasons; the
 * signal's reason if aborted
 */
export async function searchSources(
  backend: Parts,
  sources: MediaSource[],
  request: SearchQuery & { userId: string; keep: boolean; own: OwnHits },
  signal: AbortSignal,
): Promise<FoundPage> {
  const { config, db, redis, log } = backend;
  const { query, duration, license, page, limit, userId, keep, own } = request;
  const store = openFeedStore({ redis, prefix: config.redisPrefix, log });
  const order = sources.map(({ id }) => id);
  const versions = await Promise.all(sources.map((source) => source.version?.() ?? ''));
  const key = feedKey(request, order, versions);
  const start = (page - 1) * limit;
  const end = Math.min(start + limit, MAX_HITS);
  const round = sources.length + 1;
  // At least one hit, so that the sources report their totals.
  const targetCount = Math.max(1, end - Math.min(own.ids.length, Math.ceil(end / round)));

  async function ask(source: MediaSource, cursor: string | null): Promise<FeedPage> {
    const sourcePage = await askInTime(
      { source, store, timeoutMs: config.searchTimeoutMs },
      signal,
      (limited) => source.search({ query, duration, license, cursor }, limited),
    );
    const usable = tidyFound(source.id, sourcePage.videos).filter((video) =>
      isOfLicense(video.license, license),
    );
    const rows = await upsertVideos(db, source.id, usable);
    // A source's own total may count videos of other licences.
    return {
      hits: rows.map(toHit),
      next: sourcePage.next,
      total: license === undefined ? sourcePage.total : null,
    };
  }

  const isEnough = (feed: Feed) => feed.hits.length >= targetCount || isAtEnd(feed);
  /** A new search shows a source that is available again from its first hit. */
  const isToBegin = (feed: Feed) => page === 1 && isIncomplete(feed);

  async function extend(): Promise<{ feed: Feed; failures: Map<string, unknown> }> {
    const before = (await store.load(key)) ?? emptyFeed(order);
    const feed = isToBegin(before) ? restartFeed(before) : before;
    if (isEnough(feed)) return { feed, failures: new Map() };
    const late = AbortSignal.timeout(PAGE_MS);
    const failures = await extendFeed(feed, {
      order,
      targetCount,
      ask: (id, cursor) =>
        ask(
          sources.find((source) => source.id === id)!,
          cursor,
        ),
      isLate: () => late.aborted,
    });
    signal.throwIfAborted();
    if (keep) await store.save(key, feed);
    return { feed, failures };
  }

  const stored = await store.load(key);
  const { feed, failures } =
    stored && isEnough(stored) && !isToBegin(stored)
      ? { feed: stored, failures: new Map<string, unknown>() }
      : await store.alone(key, signal, extend);
  for (const [source, error] of failures) {
    if (!(error instanceof SourceError)) throw error;
    log.warn({ source, err: error.message, cause: String(error.cause ?? '') }, 'search');
  }
  const errors = [...failures].map(([source, error]) => ({
    source,
    message: (error as SourceError).message,
  }));
  if (sources.length > 0 && errors.length === sources.length && own.total === 0) {
    throw new AppError('search_failed', 'Search failed', { sources: errors });
  }
  const ids = inTurn(
    own.ids,
    feed.hits.slice(0, targetCount).map(({ id }) => id),
    round,
  ).slice(start, end);
  const rows = new Map((await findVideos(db, ids, userId)).map((row) => [row.id, row]));
  return {
    rows: ids.flatMap((id) => rows.get(id) ?? []),
    total: own.total + totalOf(feed),
    errors,
  };
}

/** Own hits take the first turn of each round. When one list ends, the rest of the other follows. */
function inTurn(own: readonly string[], others: readonly string[], round: number): string[] {
  const [mine, theirs] = [[...own], [...others]];
  return Array.from({ length: own.length + others.length }, (_, place) => {
    const isMine = theirs.length === 0 || (place % round === 0 && mine.length > 0);
    return (isMine ? mine : theirs).shift()!;
  });
}
