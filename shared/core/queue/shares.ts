import type { RedisClient } from './redis.ts';
import { QUEUES, type QueueName } from '#contract/jobs/job.ts';
import { listWorkers } from './worker-registry.ts';

/** How many steps of one user run concurrently in each queue. */
export type Shares = Readonly<Record<QueueName, number>>;

/** Steps that mostly wait, so more of them run concurrently. */
const LIGHT: ReadonlySet<QueueName> = new Set(['fetch', 'assemble', 'publish']);
/** Steps that no one waits for. */
const BACKGROUND: ReadonlySet<QueueName> = new Set(['check', 'proxy']);
const FRESH_MS = 2_000;

export interface PlacesConfig {
  concurrency: number;
  lightConcurrency: number;
  spare: number;
  lightSpare: number;
}

/** Returns how many steps of a queue one worker runs concurrently: for one user, and in total. */
export function placesIn(queue: QueueName, config: PlacesConfig): { share: number; places: number } {
  if (BACKGROUND.has(queue)) return { share: 1, places: 1 };
  const light = LIGHT.has(queue);
  const share = light ? config.lightConcurrency : config.concurrency;
  return { share, places: share + (light ? config.lightSpare : config.spare) };
}

/**
 * Returns each user's share of the queues: the sum over the running workers, without their spare places. If
 * no worker is listed, it is that of one worker with this configuration.
 */
export function createShares(
  redis: RedisClient,
  prefix: string,
  config: PlacesConfig,
): () => Promise<Shares> {
  let cached: { at: number; shares: Promise<Shares> } | undefined;
  async function read(): Promise<Shares> {
    const workers = await listWorkers(redis, prefix);
    const shareOf = (queue: QueueName) =>
      workers.reduce((sum, { shares }) => sum + (shares?.[queue] ?? 0), 0) || placesIn(queue, config).share;
    return Object.fromEntries(QUEUES.map((queue) => [queue, shareOf(queue)])) as Record<QueueName, number>;
  }
  return () => {
    if (!cached || performance.now() - cached.at > FRESH_MS)
      cached = { at: performance.now(), shares: read() };
    return cached.shares;
  };
}
