import { Redis } from 'ioredis';
import type { Logger } from '../lib/logger.ts';

/**
 * Opens a connection. `blocking` is for BullMQ's workers and subscribers, which wait indefinitely. Other
 * connections fail immediately while Redis is unavailable, so that no request hangs.
 */
export function openRedis(url: string, log: Logger, blocking = false): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    enableOfflineQueue: blocking,
    retryStrategy: (times) => Math.min(200 * times, 2_000),
  });
  redis.on('error', (error) => log.warn({ err: error.message }, 'redis'));
  return redis;
}

/** Resolves when the connection accepts commands. */
export async function redisReady(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return;
  await new Promise<void>((resolve) => redis.once('ready', () => resolve()));
}

/**
 * A Redis that evicts keys silently loses acknowledged jobs.
 * @throws Error if maxmemory-policy is not noeviction
 */
export async function refuseEviction(redis: Redis): Promise<void> {
  const [, policy] = (await redis.config('GET', 'maxmemory-policy')) as string[];
  if (policy !== 'noeviction') {
    throw new Error(
      `Redis must run with maxmemory-policy noeviction, not ${policy}: it would lose jobs silently.`,
    );
  }
}
