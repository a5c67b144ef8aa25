import { createHash } from 'node:crypto';
import type { Backend } from '#core/backend.ts';
import { AppError, TryLaterError } from '#core/lib/errors.ts';
import { withTimeout } from '#core/lib/with-timeout.ts';
import type { Lock } from './passes.ts';

/** Wrong passwords that one address may try in 15 minutes before it must pause. */
const FREE_TRIES = 10;
/** The same for a link under attack. The first tries of every address are accepted, whatever other addresses do. */
const FREE_TRIES_UNDER_ATTACK = 3;
/** The number of wrong passwords for one link, from all addresses, that counts as an attack. */
const ATTACK = 200;
const WINDOW_S = 900;
/** The pause between further tries of one address, in seconds. */
const PAUSE_S = 60;
/** The timeout of a Redis call, in ms. */
const REDIS_MS = 3000;

type Parts = Pick<Backend, 'config' | 'redis'>;

/**
 * Counts an attempt at a link's password before the password is compared, so that concurrent attempts count
 * too. A changed password starts new counts.
 * @returns a function that reverts the attempt; call it if the password was right
 * @throws TryLaterError during an address's pause; AppError `unavailable` if Redis does not respond
 */
export async function countTry(parts: Parts, lock: Lock, address: string): Promise<() => Promise<void>> {
  const { redis, config } = parts;
  const version = createHash('sha256')
    .update(JSON.stringify([lock.token, lock.password]))
    .digest('base64url');
  const key = (name: string) => `${config.redisPrefix}:share-tries:${version}${name}`;
  const [all, own, pause] = [key(''), key(`:${address}`), key(`:${address}:pause`)];

  const counting = redis.multi().pttl(pause).get(all).incr(own).expire(own, WINDOW_S, 'NX').exec();
  const [pauseMs, ofLink, count] = await resultsOf(counting);
  const free = Number(ofLink) >= ATTACK ? FREE_TRIES_UNDER_ATTACK : FREE_TRIES;
  // The password of a refused try is not compared, so the try does not count.
  const refuse = async (ms: number): Promise<never> => {
    await withTimeout(REDIS_MS, redis.decr(own)).catch(() => null);
    throw tryLater(Math.ceil(ms / 1000));
  };
  if (Number(pauseMs) > 0) await refuse(Number(pauseMs));
  if (Number(count) >= free) {
    const [isFirst] = await resultsOf(redis.multi().set(pause, '1', 'EX', PAUSE_S, 'NX').exec());
    // Of concurrent tries, only one starts the pause. The others are refused.
    if (isFirst === null && Number(count) > free) await refuse(PAUSE_S * 1000);
  }
  await resultsOf(redis.multi().incr(all).expire(all, WINDOW_S, 'NX').exec());
  return async () => {
    const back = redis.multi().decr(own).decr(all).del(pause).exec();
    await withTimeout(REDIS_MS, back).catch(() => null);
  };
}

type Answers = [error: Error | null, result: unknown][] | null;

async function resultsOf(calls: Promise<Answers>): Promise<unknown[]> {
  const answers = await withTimeout(REDIS_MS, calls).catch(() => null);
  if (!answers || answers.some(([error]) => error)) {
    throw new AppError('unavailable', 'The password cannot be checked now. Please try again in a moment.');
  }
  return answers.map(([, result]) => result);
}

const tryLater = (seconds: number) =>
  new TryLaterError(
    `Too many wrong passwords. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    Math.max(1, seconds),
  );
