import { randomUUID } from 'node:crypto';
import { createFairPool } from './fair-pool.ts';

/**
 * A call that waits for a lock of its account occupies one of the node's ten Postgres connections. So only
 * two calls of a user run concurrently; the others wait here, which costs nothing.
 */
const AT_ONCE = 2;
/** More than the limits allow one user in a minute. */
const WAITING = 1_000;

/**
 * Runs a user's work when its turn among that user's calls comes.
 * @throws TryLaterError if too many of that user's calls are waiting
 */
export type UserTurns = <T>(userId: string, work: () => Promise<T>) => Promise<T>;

export function createUserTurns(): UserTurns {
  const pool = createFairPool({
    atOnce: Infinity,
    atOncePerUser: AT_ONCE,
    waiting: Infinity,
    waitingPerUser: WAITING,
  });
  return (userId, work) => pool.run({ key: randomUUID(), userId }, work);
}
