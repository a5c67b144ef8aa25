import type { RedisClient } from '#core/queue/redis.ts';

const WINDOW_MS = 60_000;
/** A node reserves this fraction of a limit at a time. */
const SHARE = 60;
/** The maximum number of requests that a node reserves at a time. */
const MAX_CONCURRENT = 100;
/**
 * The maximum number of names for which a node holds reserved requests. Beyond it, the oldest reservations
 * are dropped.
 */
const MAX_NAMES = 10_000;

/**
 * Reserves at most ARGV[1] of ARGV[2] requests in a window of ARGV[3] ms. Returns their number, and the
 * window's remaining ms.
 */
const TAKE = `
  local taken = tonumber(redis.call('GET', KEYS[1]) or '0')
  local got = math.max(0, math.min(tonumber(ARGV[1]), tonumber(ARGV[2]) - taken))
  if got > 0 then redis.call('INCRBY', KEYS[1], got) end
  if taken == 0 then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
  return { got, redis.call('PTTL', KEYS[1]) }`;

interface TakingRedis {
  takeRequests(key: string, count: number, max: number, windowMs: number): Promise<[number, number]>;
}

export interface RequestCounter {
  /** Counts a request for this name. Returns 0 if it is admitted, otherwise the ms until the next one is. */
  take(name: string, max: number): Promise<number>;
  /** Counts a request for this name and returns `true`, if the node holds a reservation for it. */
  takeHeld(name: string): boolean;
}

/**
 * Counts by name in minutes, in Redis, across all nodes. A node reserves several requests of a high limit at
 * a time, so that not every request calls Redis. Reservations that are not used in their minute are lost: no
 * name gets more than its limit.
 */
export function createRequestCounter(redis: RedisClient, keyPrefix: string): RequestCounter {
  redis.defineCommand('takeRequests', { numberOfKeys: 1, lua: TAKE });
  const reserved = new Map<string, { left: number; until: number }>();
  /** Names for which several requests are being reserved. Concurrent callers reserve one. */
  const taking = new Set<string>();

  function hold(name: string, left: number, until: number): void {
    reserved.delete(name);
    reserved.set(name, { left, until });
    if (reserved.size > MAX_NAMES) reserved.delete(reserved.keys().next().value!);
  }

  function takeHeld(name: string): boolean {
    const own = reserved.get(name);
    if (!own || own.left === 0 || performance.now() >= own.until) return false;
    own.left -= 1;
    return true;
  }

  return {
    takeHeld,
    async take(name, max) {
      if (takeHeld(name)) return 0;
      const startedAt = performance.now();
      const share = Math.min(MAX_CONCURRENT, Math.floor(max / SHARE));
      const isSeveral = share > 1 && !taking.has(name);
      if (isSeveral) taking.add(name);
      try {
        const [got, restMs] = await (redis as unknown as TakingRedis).takeRequests(
          keyPrefix + name,
          isSeveral ? share : 1,
          max,
          WINDOW_MS,
        );
        if (got > 1) hold(name, got - 1, startedAt + restMs);
        return got > 0 ? 0 : Math.max(1, restMs);
      } finally {
        if (isSeveral) taking.delete(name);
      }
    },
  };
}
