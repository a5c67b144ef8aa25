import fp from 'fastify-plugin';
import { createUserTurns, type UserTurns } from '#core/user-turns.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** For calls that change something. */
    inTurn: UserTurns;
  }
}

export default fp(async (app) => {
  app.decorate('inTurn', createUserTurns());
});
