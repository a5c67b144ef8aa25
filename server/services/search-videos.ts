import type { SearchQuery, Video } from '#contract/videos.ts';
import { AppError } from '#node/errors.ts';
import type { Platform } from '#node/platform.ts';
import { toVideo, upsertVideos } from '#node/repositories/videos.ts';

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
  { query, page, limit, duration, source }: SearchQuery,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const asked =
    source === undefined ? sources.all : sources.all.filter((candidate) => candidate.id === source);
  const offset = (page - 1) * limit;
  const answers = await Promise.allSettled(
    asked.map(async (candidate) => {
      const found = await candidate.search({ query, duration, offset, limit }, signal);
      return upsertVideos(db, candidate.id, found);
    }),
  );
  const errors = answers.flatMap((answer, index) => {
    if (answer.status === 'fulfilled') return [];
    log.warn({ source: asked[index]!.id, err: String(answer.reason) }, 'search');
    return [{ source: asked[index]!.id, message: 'did not answer' }];
  });
  if (asked.length > 0 && errors.length === asked.length)
    throw new AppError('search_failed', 'Search failed');
  const videos = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  return { videos: videos.slice(0, limit).map(toVideo), errors };
}
