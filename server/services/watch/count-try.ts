import { createHash } from 'node:crypto';
import type { Backend } from '#core/backend.ts';
import { AppError, TryLaterError } from '#core/errors.ts';
import { withTimeout } from '#core/with-timeout.ts';

/** Wrong passwords in a quarter of an hour: of one address for one link, and of all for one link. */
const MOST_OF_ADDRESS = 10;
const MOST_OF_LINK = 200;
const WINDOW_S = 900;
/** The longest wait for a Redis that hangs, in ms. */
const REDIS_MS = 500;

type Parts = Pick<Backend, 'config' | 'redis'>;

/**
 * Counts a try of a link's password before it is compared, so that many at once count too. Call the result when the
 * password was right.
 * @throws TryLaterError over the limit; AppError unavailable while nothing can be counted
 */
export async function countTry(parts: Parts, token: string, address: string): Promise<() => Promise<void>> {
  const link = createHash('sha256').update(token).digest('base64url');
  const key = (name: string) => `${parts.config.redisPrefix}:share-tries:${name}`;
  const keys = [key(`${link}:${address}`), key(link)] as const;
  // What an address tries beyond its own limit must not lock out the others.
  await countOne(parts, keys[0], MOST_OF_ADDRESS);
  await countOne(parts, keys[1], MOST_OF_LINK);
  return async () => {
    const back = parts.redis.multi();
    for (const name of keys) back.decr(name);
    await withTimeout(REDIS_MS, back.exec()).catch(() => null);
  };
}

async function countOne({ redis }: Parts, key: string, most: number): Promise<void> {
  const counting = redis.multi().incr(key).expire(key, WINDOW_S, 'NX').ttl(key).exec();
  const answers = await withTimeout(REDIS_MS, counting).catch(() => null);
  if (!answers || answers.some(([error]) => error)) {
    throw new AppError('unavailable', 'The password cannot be checked now. Please try again in a moment.');
  }
  const [count, , left] = answers.map(([, value]) => Number(value)) as [number, number, number];
  if (count <= most) return;
  const minutes = Math.max(1, Math.ceil(left / 60));
  throw new TryLaterError(
    `Too many wrong passwords. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    Math.max(1, left),
  );
}
