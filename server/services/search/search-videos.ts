import { FOOTAGE_SOURCE } from '#contract/footage.ts';
import { normalise } from '#text/letters/normalise.ts';
import { searchWords } from '#text/words/search-words.ts';
import { isOfLicense } from '#text/words/licenses.ts';
import { DURATION_BOUNDS, type SearchQuery, type SourceFailure, type Video } from '#contract/videos.ts';
import type { Database } from '#core/db/database.ts';
import type { Backend } from '#core/backend.ts';
import { countOwnVideos, type OwnKind, searchOwnVideos } from '#core/repositories/media/own-videos.ts';
import { samplesSoFar } from '#core/media-sources/sample-library.ts';
import { SITES } from '#core/media-sources/registry.ts';
import type { MediaSource } from '#core/media-sources/source.ts';
import { toVideo, type VideoRow } from '#core/repositories/media/videos.ts';
import type { WaitingCaller } from '../caller.ts';
import { type FoundPage, type OwnHits, searchSources } from './search-sources.ts';

/** The filter entries that are not sources: videos that the user added or uploaded. */
const OWN_VIDEOS: Record<string, OwnKind> = { manual: 'added', [FOOTAGE_SOURCE]: 'footage' };
const NO_HITS: OwnHits = { ids: [], total: 0 };
const ANY_DURATION = { min: 0, max: Number.POSITIVE_INFINITY };
/** The largest value of an integer column. */
const MAX_MS = 2 ** 31 - 1;

export interface SearchAnswer extends Pick<FoundPage, 'total' | 'errors'> {
  videos: Video[];
  /** A sentence while further videos are being made, which the same search will find. */
  pending: string | null;
}

/**
 * Returns one page of hits from the requested source, or of the user's own videos; from all sources, with the
 * user's own footage.
 * @throws AppError `search_failed` if every requested source failed, and there are no own hits
 */
export async function searchVideos(
  backend: Backend,
  { userId, signal }: WaitingCaller,
  query: SearchQuery,
): Promise<SearchAnswer> {
  const normalised = { ...query, query: normalise(query.query, 'NFC') };
  const own = OWN_VIDEOS[normalised.source ?? ''];
  if (own) return searchOwn(backend.db, userId, own, normalised);
  const { all } = backend.sources;
  const configured = normalised.source === undefined ? all : all.filter(({ id }) => id === normalised.source);
  // A source whose only licence does not match would be read to its end in vain.
  const searched = configured.filter(
    ({ license: only }) => only === undefined || isOfLicense(only, normalised.license),
  );
  const footage =
    normalised.source === undefined ? await findFootage(backend.db, userId, normalised) : NO_HITS;
  const missing = configured.length === 0 ? [notSetUp(normalised.source)] : [];
  const pending = await pendingOf(backend, searched);
  const question = { ...normalised, userId, keep: pending === null, own: footage };
  const { rows, total, errors } = await searchSources(backend, searched, question, signal);
  return { videos: rows.map(toVideo), total, pending, errors: [...missing, ...errors] };
}

/** Returns why a filter, or the search without one, has no source. */
function notSetUp(source?: string): SourceFailure {
  const site = SITES.find(({ id }) => id === source);
  const message = site
    ? `${site.name} cannot be searched here: this installation is not set up for it.`
    : source === undefined
      ? 'This installation has no video source to search.'
      : 'This installation has no such video source.';
  // Never the requested name itself, since this is sent in a header.
  return { source: site?.id ?? 'all', message: `${message} Videos can be added by their link.` };
}

/** The samples are in the library and at the stand-ins. During a first start, they are still being made. */
async function pendingOf({ config }: Backend, searched: MediaSource[]): Promise<string | null> {
  if (!searched.some(({ id, standIn }) => standIn || id === 'library')) return null;
  const count = await samplesSoFar(config.sampleLibraryDir);
  if (count === null) return null;
  return `Preparing sample videos (${count} ready). More will appear automatically.`;
}

async function searchOwn(
  db: Database,
  userId: string,
  kind: OwnKind,
  { query, page, limit, duration, license }: SearchQuery,
): Promise<SearchAnswer> {
  const { rows, total } = await findOwn(db, userId, kind, {
    query,
    duration,
    license,
    offset: (page - 1) * limit,
    limit,
  });
  return { videos: rows.map(toVideo), total, errors: [], pending: null };
}

/** Returns the user's footage beside the hits of a search across all sources. */
async function findFootage(
  db: Database,
  userId: string,
  { query, page, limit, duration, license }: SearchQuery,
): Promise<OwnHits> {
  const { rows, total } = await findOwn(db, userId, 'footage', {
    query,
    duration,
    license,
    offset: 0,
    limit: page * limit,
  });
  return { ids: rows.map(({ id }) => id), total };
}

/** A user may reuse their own footage without a credit; the licence of a link is unknown. */
async function findOwn(
  db: Database,
  userId: string,
  asked: OwnKind,
  {
    query,
    duration,
    license,
    ...part
  }: Pick<SearchQuery, 'query' | 'duration' | 'license'> & { offset: number; limit: number },
): Promise<{ rows: VideoRow[]; total: number }> {
  if (license === 'credit') return { rows: [], total: 0 };
  const kind = license === 'reusable' ? 'footage' : asked;
  const { min, max } = duration ? DURATION_BOUNDS[duration] : ANY_DURATION;
  const bounds = { minMs: min * 1000, maxMs: Math.min(max * 1000, MAX_MS) };
  const filter = { kind, ...bounds, words: searchWords(query) };
  const [rows, total] = await Promise.all([
    searchOwnVideos(db, userId, { ...filter, ...part }),
    countOwnVideos(db, userId, filter),
  ]);
  return { rows, total };
}
