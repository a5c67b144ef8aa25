import { randomUUID } from 'node:crypto';
import { createFairPool } from './fair-pool.ts';

/**
 * A call that waits for a lock of its account holds one of the node's ten connections of Postgres, so only two of a
 * user run at once; the others wait here, where that is free.
 */
const AT_ONCE = 2;
/** More than the limits allow one user in a minute. */
const WAITING = 1_000;

/**
 * Does a user's work when its turn among that user's calls comes.
 * @throws TryLaterError when too much of that user's waits
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
