import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '#node/platform.ts';

/** `/healthz`: the process answers. `/readyz`: so do Postgres and Redis. */
export async function healthRoutes(app: FastifyInstance, { platform }: { platform: Platform }) {
  app.get('/healthz', { schema: { hide: true }, logLevel: 'warn' }, async () => ({ status: 'ok' }));

  app.get('/readyz', { schema: { hide: true }, logLevel: 'warn' }, async (_request, reply) => {
    const [postgres, redis] = await Promise.allSettled([
      sql`SELECT 1`.execute(platform.db),
      platform.redis.ping(),
    ]);
    const ready = postgres.status === 'fulfilled' && redis.status === 'fulfilled';
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      postgres: postgres.status === 'fulfilled' ? 'ok' : 'away',
      redis: redis.status === 'fulfilled' ? 'ok' : 'away',
    });
  });
}
