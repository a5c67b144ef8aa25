import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Platform } from '#node/platform.ts';

const aliveSchema = z.object({ status: z.literal('ok') });
const service = z.enum(['ok', 'away']);
const readySchema = z.object({ status: z.enum(['ready', 'not ready']), postgres: service, redis: service });

/** `/healthz`: the process answers. `/readyz`: so do Postgres and Redis. */
export async function healthRoutes(app: FastifyInstance, { platform }: { platform: Platform }) {
  const alive = { hide: true, response: { 200: aliveSchema } };
  app.get('/healthz', { schema: alive, logLevel: 'warn' }, async () => ({ status: 'ok' }));

  const ready = { hide: true, response: { 200: readySchema, 503: readySchema } };
  app.get('/readyz', { schema: ready, logLevel: 'warn' }, async (_request, reply) => {
    const [postgres, redis] = await Promise.allSettled([
      sql`SELECT 1`.execute(platform.db),
      platform.redis.ping(),
    ]);
    const isReady = postgres.status === 'fulfilled' && redis.status === 'fulfilled';
    return reply.code(isReady ? 200 : 503).send({
      status: isReady ? 'ready' : 'not ready',
      postgres: postgres.status === 'fulfilled' ? 'ok' : 'away',
      redis: redis.status === 'fulfilled' ? 'ok' : 'away',
    });
  });
}
