import { FOOTAGE_SOURCE } from '#contract/footage.ts';
import { DURATION_BOUNDS, type SearchQuery, type SourceFailure, type Video } from '#contract/videos.ts';
import type { Database } from '#core/db/database.ts';
import type { Backend } from '#core/backend.ts';
import { countOwnVideos, type OwnKind, searchOwnVideos } from '#core/repositories/media/own-videos.ts';
import { samplesSoFar } from '#core/media-sources/sample-library.ts';
import { SITES } from '#core/media-sources/registry.ts';
import type { MediaSource } from '#core/media-sources/source.ts';
import { toVideo } from '#core/repositories/media/videos.ts';
import { type FoundPage, searchSources } from './search-sources.ts';

/** The filter entries that are no sources: videos that the user added or uploaded. */
const OWN_VIDEOS: Record<string, OwnKind> = { manual: 'added', [FOOTAGE_SOURCE]: 'footage' };
const ANY_DURATION = { min: 0, max: Number.POSITIVE_INFINITY };
/** The largest value of an integer column. */
const MOST_MS = 2 ** 31 - 1;

export interface SearchAnswer extends Pick<FoundPage, 'total' | 'errors'> {
  videos: Video[];
  /** A sentence while further videos are being made, which the same search will find. */
  pending: string | null;
}

/**
 * One page of hits over the requested sources, or of the user's own videos.
 * @throws AppError `search_failed` when every requested source failed.
 */
export async function searchVideos(
  backend: Backend,
  userId: string,
  asked: SearchQuery,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const own = OWN_VIDEOS[asked.source ?? ''];
  if (own) return searchOwn(backend.db, userId, own, asked);
  const { all } = backend.sources;
  const searched = asked.source === undefined ? all : all.filter(({ id }) => id === asked.source);
  if (searched.length === 0) return { videos: [], total: 0, errors: [notSetUp(asked.source)], pending: null };
  const pending = await pendingOf(backend, searched);
  const question = { ...asked, userId, keep: pending === null };
  const { rows, ...rest } = await searchSources(backend, searched, question, signal);
  return { videos: rows.map(toVideo), pending, ...rest };
}

/** Why a filter, or none, has no source to ask. */
function notSetUp(asked?: string): SourceFailure {
  const known = SITES.find(({ id }) => id === asked);
  const message = known
    ? `${known.name} cannot be searched here: this installation is not set up for it.`
    : asked === undefined
      ? 'This installation has no video source to search.'
      : 'This installation has no such video source.';
  // Never the requested name itself: it goes into a header.
  return { source: known?.id ?? 'all', message: `${message} Videos can be added by their link.` };
}

/** The samples are in the library and at the stand-ins; during a first start they are still being made. */
async function pendingOf({ config }: Backend, searched: MediaSource[]): Promise<string | null> {
  if (!searched.some(({ id, standIn }) => standIn || id === 'library')) return null;
  const count = await samplesSoFar(config.sampleLibraryDir);
  if (count === null) return null;
  return `The sample videos are still being made (${count} so far). New ones appear here by themselves.`;
}

async function searchOwn(
  db: Database,
  userId: string,
  kind: OwnKind,
  { query, page, limit, duration }: SearchQuery,
): Promise<SearchAnswer> {
  const { min, max } = duration ? DURATION_BOUNDS[duration] : ANY_DURATION;
  const bounds = { minMs: min * 1000, maxMs: Math.min(max * 1000, MOST_MS) };
  const words = query.split(/\s+/);
  const [rows, total] = await Promise.all([
    searchOwnVideos(db, userId, { kind, ...bounds, words, offset: (page - 1) * limit, limit }),
    countOwnVideos(db, userId, { kind, ...bounds, words }),
  ]);
  return { videos: rows.map(toVideo), total, errors: [], pending: null };
}
