import { randomUUID } from 'node:crypto';
import { createFairPool } from './fair-pool.ts';

/**
 * A call that waits for a lock of its account holds one of the node's ten connections of Postgres meanwhile, so only two
 * of a user are worked on at once; the others wait here, where that costs nobody anything.
 */
const AT_ONCE = 2;
/** More than the limits let one user ask for in a minute. */
const WAITING = 1_000;

/**
 * Does a user's work when it is its turn among that user's.
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
