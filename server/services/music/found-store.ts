import { createHash } from 'node:crypto';
import { searchKey } from '#text/words/search-words.ts';
import type { Backend } from '#core/backend.ts';
import { withTimeout } from '#core/lib/with-timeout.ts';
import type { MusicPage, MusicQuery, SourceTrack } from './sources/source.ts';

const STORED_MS = 30 * 60_000;
/** The longest wait for a Redis that hangs, in ms. */
const ANSWER_WITHIN_MS = 500;

/**
 * Caches pages of searches and their music in Redis: sources limit requests, and a preview needs the file's
 * URL.
 */
export interface FoundStore {
  loadPage(sourceId: string, query: MusicQuery): Promise<MusicPage | null>;
  savePage(sourceId: string, query: MusicQuery, page: MusicPage): Promise<void>;
  loadTrack(sourceId: string, id: string): Promise<SourceTrack | null>;
}

/** While Redis is unavailable nothing is cached, and each page is requested again. */
export function openFoundStore({
  config,
  redis,
  log,
}: Pick<Backend, 'config' | 'redis' | 'log'>): FoundStore {
  const keyOf = (kind: string, ...parts: unknown[]) => {
    const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
    return `${config.redisPrefix}:music:${kind}:${hash}`;
  };
  const pageKey = (sourceId: string, { query, mood, page }: MusicQuery) =>
    keyOf('page', sourceId, searchKey(query), mood, page);
  const inTime = <T>(request: Promise<T>): Promise<T | null> =>
    withTimeout(ANSWER_WITHIN_MS, request).catch((error: Error) => {
      log.warn({ err: error.message }, 'found music not cached');
      return null;
    });
  async function load<T>(key: string): Promise<T | null> {
    const text = await inTime(redis.get(key));
    return text === null ? null : (JSON.parse(text) as T);
  }

  return {
    loadPage: (sourceId, query) => load(pageKey(sourceId, query)),
    loadTrack: (sourceId, id) => load(keyOf('track', sourceId, id)),
    async savePage(sourceId, query, page) {
      const batch = redis.pipeline();
      batch.set(pageKey(sourceId, query), JSON.stringify(page), 'PX', STORED_MS);
      for (const track of page.tracks) {
        batch.set(keyOf('track', sourceId, track.id), JSON.stringify(track), 'PX', STORED_MS);
      }
      await inTime(batch.exec());
    },
  };
}
