import { randomUUID } from 'node:crypto';
import fp from 'fastify-plugin';
import { createFairPool } from '#node/fair-pool.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Does what a user's call asks for when it is its turn among that user's calls at this node.
     * @throws TryLaterError when too many of them wait
     */
    inTurn<T>(userId: string, work: () => Promise<T>): Promise<T>;
  }
}

/**
 * A call that waits for a lock of its account holds one of the node's ten connections of Postgres meanwhile, so only two
 * calls of a user that change something are worked on at once; the others wait here, where that costs nobody anything.
 */
const AT_ONCE = 2;
/** More than the limits let one user ask for in a minute. */
const WAITING = 1_000;

export default fp(async (app) => {
  const turns = createFairPool({
    atOnce: Infinity,
    atOncePerUser: AT_ONCE,
    waiting: Infinity,
    waitingPerUser: WAITING,
  });
  app.decorate('inTurn', <T>(userId: string, work: () => Promise<T>) =>
    turns.run({ key: randomUUID(), userId }, work),
  );
});
