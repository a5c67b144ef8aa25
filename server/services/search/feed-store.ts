import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SearchQuery } from '#contract/videos.ts';
import type { RedisClient } from '#core/queue/redis.ts';
import { searchKey } from '#text/words/search-words.ts';
import type { Logger } from '#core/lib/logger.ts';
import { withTimeout } from '#core/lib/with-timeout.ts';
import type { Feed } from './feed.ts';

const FEED_TTL_MS = 30 * 60_000;
/** Longer than one search may take, so that only a lost node's lock expires. In ms. */
const LOCK_MS = 45_000;
const LOOK_AGAIN_MS = 50;
/** The longest wait for a Redis that hangs, in ms. */
const ANSWER_WITHIN_MS = 500;
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

export interface FeedStore {
  load(key: string): Promise<Feed | null>;
  save(key: string, feed: Feed): Promise<void>;
  /** Runs work under a lock across all nodes. @throws the signal's reason if aborted */
  alone<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Returns why a source is paused; `null` if it may be requested. */
  pauseOf(sourceId: string): Promise<string | null>;
  pause(sourceId: string, ms: number, why: string): Promise<void>;
}

/**
 * Stores searches in progress in Redis, so that all nodes share them. While Redis is unavailable nothing is
 * stored: each page is then searched from the beginning, without a lock.
 */
export function openFeedStore({
  redis,
  prefix,
  log,
}: {
  redis: RedisClient;
  prefix: string;
  log: Logger;
}): FeedStore {
  const redisKey = (kind: string, key: string) => `${prefix}:search:${kind}:${key}`;
  const soon = <T>(answer: Promise<T>): Promise<T | null> =>
    withTimeout(ANSWER_WITHIN_MS, answer).catch((error: Error) => {
      log.warn({ err: error.message }, 'search not stored');
      return null;
    });

  return {
    async load(key) {
      const text = await soon(redis.get(redisKey('feed', key)));
      return text === null ? null : (JSON.parse(text) as Feed);
    },

    async save(key, feed) {
      await soon(redis.set(redisKey('feed', key), JSON.stringify(feed), 'PX', FEED_TTL_MS));
    },

    async alone(key, signal, work) {
      const name = redisKey('lock', key);
      const token = randomUUID();
      const take = () =>
        withTimeout(ANSWER_WITHIN_MS, redis.set(name, token, 'PX', LOCK_MS, 'NX')).catch(
          () => 'away' as const,
        );
      for (;;) {
        signal.throwIfAborted();
        if ((await take()) !== null) break;
        await wait(LOOK_AGAIN_MS, undefined, { signal });
      }
      try {
        return await work();
      } finally {
        await soon(redis.eval(RELEASE, 1, name, token));
      }
    },

    pauseOf: (sourceId) => soon(redis.get(redisKey('pause', sourceId))),

    async pause(sourceId, ms, why) {
      await soon(redis.set(redisKey('pause', sourceId), why, 'PX', Math.max(1, Math.round(ms))));
    },
  };
}

/**
 * Returns the key of a search: its words, ignoring case and spaces, its filters, its sources and their
 * versions.
 */
export function feedKey(
  { query, duration, license }: Pick<SearchQuery, 'query' | 'duration' | 'license'>,
  sourceIds: string[],
  versions: string[],
): string {
  const words = searchKey(query.trim().replaceAll(/\s+/g, ' '));
  return createHash('sha256')
    .update(JSON.stringify([words, duration ?? null, license ?? null, sourceIds, versions]))
    .digest('hex')
    .slice(0, 32);
}
