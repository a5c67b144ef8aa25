import type { RedisClient } from '../queue/redis.ts';
import type { Config } from '../config/config.ts';
import { repeat } from '../lib/repeat.ts';
import type { Logger } from '../lib/logger.ts';
import type { RunEngine } from './engine.ts';

/** The part of the interval for which one process has the turn. The rest allows for timers that differ. */
const TURN = 0.9;
/** How long the last pass is remembered, in ms. */
const REMEMBERED_MS = 24 * 3600 * 1000;

interface ReconcilerParts {
  redis: RedisClient;
  config: Pick<Config, 'redisPrefix' | 'reconcileIntervalMs'>;
  engine: Pick<RunEngine, 'reconcile'>;
  log: Logger;
}

const lastPassKey = (prefix: string) => `${prefix}:reconciled`;

/**
 * Reconciles runs once in each interval, in one process of the installation: the first one that asks. Returns
 * a function that stops it.
 */
export function startReconciler({ redis, config, engine, log }: ReconcilerParts): () => void {
  const { redisPrefix: prefix, reconcileIntervalMs: intervalMs } = config;
  const takeTurn = async () => {
    const turn = await redis.set(`${prefix}:reconciling`, '1', 'PX', Math.floor(intervalMs * TURN), 'NX');
    if (turn === null) return;
    const activeRuns = await engine.reconcile();
    await redis.set(lastPassKey(prefix), activeRuns, 'PX', REMEMBERED_MS);
  };
  return repeat('reconciler', takeTurn, intervalMs, log);
}

/** Returns how long ago any process last reconciled, in ms, and how many runs were active then. */
export async function readLastPass(
  redis: RedisClient,
  prefix: string,
): Promise<{ agoMs: number; activeRuns: number } | undefined> {
  const key = lastPassKey(prefix);
  const [activeRuns, leftMs] = await Promise.all([redis.get(key), redis.pttl(key)]);
  return activeRuns === null ? undefined : { agoMs: REMEMBERED_MS - leftMs, activeRuns: Number(activeRuns) };
}
