import {
  type FoundMusic,
  type MusicSearchQuery,
  type MusicSearchResult,
  NO_SOURCE,
} from '#contract/found-music.ts';
import { normalise } from '#text/letters/normalise.ts';
import type { Backend } from '#core/backend.ts';
import { AppError } from '#core/lib/errors.ts';
import { SourceError } from '#core/media-sources/source-error.ts';
import type { WaitingCaller } from '../caller.ts';
import { askInTime } from '../search/ask-in-time.ts';
import { openFeedStore } from '../search/feed-store.ts';
import { openFoundStore } from './found-store.ts';
import type { MusicPage, MusicQuery, MusicSource, SourceTrack } from './sources/source.ts';

const NOT_SET_UP = 'Music search is not set up here. Upload a file instead.';

type Parts = Pick<Backend, 'config' | 'redis' | 'log'>;

/**
 * Returns one page of music from all sources, one piece of each in turn, with a sentence for each source that
 * failed.
 * @throws AppError `search_failed` if every source failed, with the reasons; the signal's reason if aborted
 */
export async function searchMusic(
  { musicSources: sources, ...backend }: Parts & { musicSources: MusicSource[] },
  { signal }: Pick<WaitingCaller, 'signal'>,
  { query, mood, page }: MusicSearchQuery,
): Promise<MusicSearchResult> {
  if (sources.length === 0) {
    return { tracks: [], more: false, errors: [{ source: NO_SOURCE, message: NOT_SET_UP }] };
  }
  const musicQuery = { query: normalise(query, 'NFC'), mood, page };
  const answers = await Promise.all(sources.map((source) => readPage(backend, source, musicQuery, signal)));
  const errors = answers.flatMap((answer) => ('message' in answer ? answer : []));
  if (errors.length === sources.length) {
    throw new AppError('search_failed', 'Search failed', { sources: errors });
  }
  const pages = answers.flatMap((answer) => ('message' in answer ? [] : answer));
  return {
    tracks: inTurn(pages.map(({ source, tracks }) => tracks.map((track) => view(source, track)))),
    more: pages.some(({ more }) => more),
    errors,
  };
}

/** Requests a page from one source that is not cached. */
async function readPage(
  backend: Parts,
  source: MusicSource,
  musicQuery: MusicQuery,
  signal: AbortSignal,
): Promise<(MusicPage & { source: MusicSource }) | { source: string; message: string }> {
  const store = openFoundStore(backend);
  try {
    const cached = await store.loadPage(source.id, musicQuery);
    const page =
      cached ?? (await askMusicSource(backend, source, signal, (s) => source.search(musicQuery, s)));
    if (!cached) await store.savePage(source.id, musicQuery, page);
    return { ...page, source };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const { message, cause } = error;
    backend.log.warn({ source: source.id, err: message, cause: String(cause ?? '') }, 'music search');
    return { source: source.id, message };
  }
}

/**
 * Requests a source within the time limit of a search, and once more if the connection or the source failed.
 * @throws SourceError; the signal's reason if aborted
 */
export function askMusicSource<T>(
  { config, redis, log }: Parts,
  source: MusicSource,
  signal: AbortSignal,
  ask: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const store = openFeedStore({ redis, prefix: config.redisPrefix, log });
  return askInTime({ source, store, timeoutMs: config.searchTimeoutMs }, signal, (limited) =>
    ask(limited).catch((error: unknown) => {
      const mayWork = error instanceof SourceError && error.code === 'unreachable' && error.pauseMs === null;
      if (limited.aborted || !mayWork) throw error;
      return ask(limited);
    }),
  );
}

function view({ id: source, name: sourceName }: MusicSource, track: SourceTrack): FoundMusic {
  const { fileUrl: _, bytes: __, ...publicFields } = track;
  const listen = new URLSearchParams({ source, id: track.id });
  return { ...publicFields, source, sourceName, listenUrl: `/media/music/preview?${listen}` };
}

/** Interleaves lists: the first element of each, then the second of each, to the end of the longest. */
function inTurn<T>(lists: T[][]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, place) =>
    lists.flatMap((list) => list.slice(place, place + 1)),
  ).flat();
}
