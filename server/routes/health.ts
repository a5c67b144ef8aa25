import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Backend } from '#core/backend.ts';
import { askDatabase } from '#core/db/database.ts';
import { withTimeout } from '#core/lib/with-timeout.ts';
import { createCachedAnswer } from '../services/operation/cached-answer.ts';

const aliveSchema = z.object({ status: z.literal('ok') });
const service = z.enum(['ok', 'away']);
const readySchema = z.object({
  status: z.enum(['ready', 'not ready']),
  /** `read-only` during a failover. Reading works, so the node stays ready. */
  postgres: z.enum(['ok', 'read-only', 'away']),
  redis: service,
  /** `full` while no new work begins for lack of space. Everything else works, so the node stays ready. */
  disk: z.enum(['ok', 'full']),
});

/** How long Postgres' response is cached, in ms, so that frequent callers cost nothing. */
const FRESH_MS = 1_000;
/** If Postgres is silent for longer, it counts as unavailable. In ms. */
const ANSWER_WITHIN_MS = 3_000;

/**
 * `/healthz`: the process responds. `/readyz`: Postgres and Redis respond too, and whether the disk has room
 * for new work.
 */
export async function healthRoutes(app: FastifyInstance, { backend }: { backend: Backend }) {
  const alive = { hide: true, response: { 200: aliveSchema } };
  app.get('/healthz', { schema: alive, config: { rate: null }, logLevel: 'warn' }, async () => ({
    status: 'ok',
  }));

  const ready = { hide: true, response: { 200: readySchema, 503: readySchema } };
  const askPostgres = createCachedAnswer(FRESH_MS, async () =>
    withTimeout(ANSWER_WITHIN_MS, askDatabase(backend.db)),
  );
  app.get('/readyz', { schema: ready, config: { rate: null }, logLevel: 'warn' }, async (_request, reply) => {
    const [postgres, redis, full] = await Promise.allSettled([
      askPostgres(),
      backend.redis.ping(),
      backend.disk.isFull(),
    ]);
    const isReady = postgres.status === 'fulfilled' && redis.status === 'fulfilled';
    return reply.code(isReady ? 200 : 503).send({
      status: isReady ? 'ready' : 'not ready',
      postgres: postgres.status === 'fulfilled' ? postgres.value : 'away',
      redis: redis.status === 'fulfilled' ? 'ok' : 'away',
      disk: full.status === 'fulfilled' && !full.value ? 'ok' : 'full',
    });
  });
}
