import fp from 'fastify-plugin';
import { createUserTurns, type UserTurns } from '#core/lib/user-turns.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Limits the concurrent calls of a user that change something. */
    inTurn: UserTurns;
  }
}

export default fp(async (app) => {
  app.decorate('inTurn', createUserTurns());
});
