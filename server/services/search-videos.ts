import { DURATION_BOUNDS, type SearchQuery, type Video } from '#contract/videos.ts';
import type { Database } from '#node/db/database.ts';
import { AppError } from '#node/errors.ts';
import type { Platform } from '#node/platform.ts';
import { searchOwnVideos } from '#node/repositories/own-videos.ts';
import { toVideo, upsertVideos } from '#node/repositories/videos.ts';

/** The entry of the page's filter that is no source: what the user added and sent. */
const OWN_VIDEOS = 'manual';
const ANY_DURATION = { min: 0, max: Number.POSITIVE_INFINITY };
/** What a column of whole numbers takes. */
const MOST_MS = 2 ** 31 - 1;

export interface SearchAnswer {
  videos: Video[];
  /** Sources that failed, with why. */
  errors: { source: string; message: string }[];
}

/**
 * One page of hits over the sources asked for.
 * @throws AppError `search_failed` when every source asked failed.
 */
export async function searchVideos(
  { db, sources, log }: Platform,
  userId: string,
  asked: SearchQuery,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  if (asked.source === OWN_VIDEOS) return { videos: await searchOwn(db, userId, asked), errors: [] };
  const { query, page, limit, duration, source } = asked;
  const searched =
    source === undefined ? sources.all : sources.all.filter((candidate) => candidate.id === source);
  const offset = (page - 1) * limit;
  const answers = await Promise.allSettled(
    searched.map(async (candidate) => {
      const found = await candidate.search({ query, duration, offset, limit }, signal);
      return upsertVideos(db, candidate.id, found);
    }),
  );
  const errors = answers.flatMap((answer, index) => {
    if (answer.status === 'fulfilled') return [];
    log.warn({ source: searched[index]!.id, err: String(answer.reason) }, 'search');
    return [{ source: searched[index]!.id, message: 'did not answer' }];
  });
  if (searched.length > 0 && errors.length === searched.length)
    throw new AppError('search_failed', 'Search failed');
  const videos = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  return { videos: videos.slice(0, limit).map(toVideo), errors };
}

async function searchOwn(
  db: Database,
  userId: string,
  { query, page, limit, duration }: SearchQuery,
): Promise<Video[]> {
  const { min, max } = duration ? DURATION_BOUNDS[duration] : ANY_DURATION;
  const rows = await searchOwnVideos(db, userId, {
    words: query.split(/\s+/),
    minMs: min * 1000,
    maxMs: Math.min(max * 1000, MOST_MS),
    offset: (page - 1) * limit,
    limit,
  });
  return rows.map(toVideo);
}
