import type { Platform } from '#node/platform.ts';
import { TryLaterError } from '#node/errors.ts';
import { within } from '#node/within.ts';

const HOUR_MS = 3_600_000;
/** A Redis that hangs holds no upload up for longer, in ms. */
const ANSWER_WITHIN_MS = 500;

/** Takes so many bytes off an hour's, all or none: 0, or the ms until the hour is over. */
const TAKE = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if used + tonumber(ARGV[1]) > tonumber(ARGV[2]) then return math.max(1, redis.call('PTTL', KEYS[1])) end
redis.call('INCRBY', KEYS[1], ARGV[1])
if used == 0 then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return 0`;

/** Gives bytes back, unless the hour is over. */
const GIVE_BACK = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if used > 0 then redis.call('SET', KEYS[1], math.max(0, used - tonumber(ARGV[1])), 'KEEPTTL') end`;

export interface UploadBudget {
  /**
   * Lets `work` receive so many bytes at most, which tells by `count` how many came; the rest is given back.
   * @throws TryLaterError when the user may send fewer in this hour
   */
  spend<T>(userId: string, most: number, work: (count: (bytes: number) => void) => Promise<T>): Promise<T>;
}

/** The bytes that each user may send in an hour, counted in Redis for all nodes. While it is away all are taken. */
export function openUploadBudget({ config, redis, log }: Platform): UploadBudget {
  const keyOf = (userId: string) => `${config.redisPrefix}:sent:${userId}`;
  const passUncounted = (error: Error) => {
    log.warn({ err: error.message }, 'bytes are not counted now');
    return 0;
  };

  async function take(userId: string, bytes: number): Promise<void> {
    const taken = redis.eval(TAKE, 1, keyOf(userId), bytes, config.uploadBytesPerHour, HOUR_MS);
    const waitMs = Number(await within(ANSWER_WITHIN_MS, taken).catch(passUncounted));
    if (waitMs === 0) return;
    const minutes = Math.ceil(waitMs / 60_000);
    throw new TryLaterError(
      `You have sent very much in this hour. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      Math.ceil(waitMs / 1000),
    );
  }

  return {
    async spend(userId, most, work) {
      await take(userId, most);
      let came = 0;
      try {
        return await work((bytes) => {
          came += bytes;
        });
      } finally {
        const rest = most - came;
        if (rest > 0) {
          const given = redis.eval(GIVE_BACK, 1, keyOf(userId), rest);
          await within(ANSWER_WITHIN_MS, given).catch(passUncounted);
        }
      }
    },
  };
}
