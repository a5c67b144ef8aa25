import { randomUUID } from 'node:crypto';
import type { Backend } from '#core/backend.ts';
import { TryLaterError } from '#core/lib/errors.ts';
import { sizeText } from '#text/messages/size-text.ts';
import { withTimeout } from '#core/lib/with-timeout.ts';

const HOUR_MS = 3_600_000;
/** The longest wait for a Redis that hangs, in ms. */
const ANSWER_WITHIN_MS = 500;

/**
 * Takes bytes off the current hour's budget, or starts an hour with the given name; all or none.
 * @returns the ms until that hour ends, or 0 if they were taken, and the hour's name
 */
const TAKE = `
local hour = redis.call('HGET', KEYS[1], 'hour') or ARGV[4]
local used = tonumber(redis.call('HGET', KEYS[1], 'used') or '0')
if used + tonumber(ARGV[1]) > tonumber(ARGV[2]) then return {math.max(1, redis.call('PTTL', KEYS[1])), hour} end
redis.call('HSET', KEYS[1], 'hour', hour, 'used', used + tonumber(ARGV[1]))
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return {0, hour}`;

/** Returns bytes to the hour from which they were taken, unless it has ended. */
const GIVE_BACK = `
if redis.call('HGET', KEYS[1], 'hour') ~= ARGV[2] then return end
redis.call('HINCRBY', KEYS[1], 'used', -tonumber(ARGV[1]))`;

export interface UploadBudget {
  /**
   * Lets `work` receive at most this many bytes. It reports with `count` how many arrived, and the rest is
   * returned.
   * @throws TryLaterError if the user may send fewer in this hour
   */
  spend<T>(userId: string, most: number, work: (count: (bytes: number) => void) => Promise<T>): Promise<T>;
}

/**
 * Limits the bytes that each user may send per hour, counted in Redis across all nodes. While Redis is
 * unavailable, nothing is counted.
 */
export function openUploadBudget({ config, redis, log }: Backend): UploadBudget {
  const keyOf = (userId: string) => `${config.redisPrefix}:sent-in-hour:${userId}`;
  const passUncounted = (error: Error) => log.warn({ err: error.message }, 'upload budget suspended');

  /** Returns the hour from which they were taken; `undefined` if nothing is counted. */
  async function take(userId: string, bytes: number): Promise<string | undefined> {
    const reservation = redis.eval(
      TAKE,
      1,
      keyOf(userId),
      bytes,
      config.uploadBytesPerHour,
      HOUR_MS,
      randomUUID(),
    ) as Promise<[number, string]>;
    const [waitMs, hour] = (await withTimeout(ANSWER_WITHIN_MS, reservation).catch(passUncounted)) ?? [
      0,
      undefined,
    ];
    if (waitMs === 0) return hour;
    const minutes = Math.ceil(waitMs / 60_000);
    throw new TryLaterError(
      `An account can upload ${sizeText(config.uploadBytesPerHour)} an hour. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      Math.ceil(waitMs / 1000),
    );
  }

  return {
    async spend(userId, most, work) {
      const hour = await take(userId, most);
      let receivedBytes = 0;
      try {
        return await work((bytes) => {
          receivedBytes += bytes;
        });
      } finally {
        const rest = most - receivedBytes;
        if (rest > 0 && hour !== undefined) {
          const release = redis.eval(GIVE_BACK, 1, keyOf(userId), rest, hour);
          await withTimeout(ANSWER_WITHIN_MS, release).catch(passUncounted);
        }
      }
    },
  };
}
