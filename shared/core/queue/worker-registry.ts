import { randomUUID } from 'node:crypto';
import type { RedisClient } from './redis.ts';
import type { QueueName } from '#contract/jobs/job.ts';
import type { VideoEncoder } from '#contract/video-encoders.ts';
import type { OfferedVoice } from '../film/voices.ts';
import type { Logger } from '../lib/logger.ts';
import { repeat } from '../lib/repeat.ts';

/** What a running worker reports about itself. */
export interface WorkerInfo {
  queues: string[];
  /** How many steps of one user it runs concurrently, by queue; absent for an earlier version. */
  shares?: Partial<Record<QueueName, number>>;
  transcriber: string;
  /** The IDs of its voice engines, or "none". */
  voice: string;
  /** All voices that it offers, best first; absent for an earlier version. */
  voices?: readonly OfferedVoice[];
  /** The translator's ID and version, or "none". */
  translator: string;
  /**
   * The pairs of languages that it translates, such as "en-hi"; `null` for all, or absent for an earlier
   * version.
   */
  directions?: readonly string[] | null;
  /** Whether its translations can be limited to a speaking time. */
  heedsBudgets?: boolean;
  titles: string;
  /** The ID and version of its face detector, or "none"; absent for an earlier version. */
  faces?: string;
  /** Its hardware encoder; absent if it encodes with x264, as an earlier version does. */
  encoder?: VideoEncoder | undefined;
  /** What its machine lacks, one sentence each. */
  warnings: string[];
}

const TTL_MS = 30_000;
const RENEW_MS = 10_000;
const registryKey = (prefix: string) => `${prefix}:workers`;

/**
 * Lists a worker, and renews its description regularly, until the returned function is called. A dead worker
 * is removed after 30 s.
 */
export async function announceWorker(
  redis: RedisClient,
  prefix: string,
  describe: () => WorkerInfo,
  log: Logger,
) {
  const id = randomUUID();
  const announce = () =>
    redis.hset(registryKey(prefix), id, JSON.stringify({ ...describe(), until: Date.now() + TTL_MS }));
  await announce();
  const stop = repeat('worker not announced', announce, RENEW_MS, log);
  return async () => {
    stop();
    await redis.hdel(registryKey(prefix), id).catch(() => {});
  };
}

/** How long `recentWorkers` caches a list, in ms. */
export const RECENT_MS = 1_000;
const recent = new WeakMap<RedisClient, { workers: Promise<WorkerInfo[]>; until: number }>();

/** Returns the workers that were running at most a second ago, for calls that pages repeat. */
export function recentWorkers(redis: RedisClient, prefix: string): Promise<WorkerInfo[]> {
  const now = performance.now();
  const last = recent.get(redis);
  if (last && now < last.until) return last.workers;
  const workers = listWorkers(redis, prefix);
  recent.set(redis, { workers, until: now + RECENT_MS });
  return workers;
}

/** Returns the running workers; none while Redis is unavailable. */
export async function listWorkers(redis: RedisClient, prefix: string): Promise<WorkerInfo[]> {
  const entries = await redis.hgetall(registryKey(prefix)).catch(() => ({}));
  const workers = Object.entries(entries).map(([id, json]) => ({ id, ...JSON.parse(json) }));
  const expired = workers.filter((worker) => worker.until < Date.now());
  if (expired.length > 0)
    redis.hdel(registryKey(prefix), ...expired.map((worker) => worker.id)).catch(() => {});
  return workers.filter((worker) => worker.until >= Date.now());
}
