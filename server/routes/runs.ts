import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { runSchema } from '#contract/runs.ts';
import { AppError } from '#node/errors.ts';
import type { Platform } from '#node/platform.ts';
import { findRun } from '#node/repositories/runs.ts';
import { requireUser, userIdOf } from '../plugins/session.ts';
import { retryRun } from '#node/runs/retry-run.ts';
import { idParams } from './projects.ts';

/** Looking at, cancelling and retrying runs. */
export async function runRoutes(root: FastifyInstance, { platform }: { platform: Platform }) {
  const { db, engine } = platform;
  const app = root.withTypeProvider<ZodTypeProvider>();
  app.addHook('onRequest', requireUser);

  const own = async (id: string, userId: string) => {
    const found = await findRun(db, id, userId);
    if (!found) throw new AppError('not_found', 'There is no such run.');
    return found.run;
  };

  app.get('/api/runs/:id', { schema: { params: idParams, response: { 200: runSchema } } }, (request) =>
    own(request.params.id, userIdOf(request)),
  );

  app.post(
    '/api/runs/:id/cancel',
    { schema: { params: idParams, response: { 200: runSchema } } },
    async (request) => {
      // Cancelling what has ended already changes nothing: the answer tells how it ended.
      await engine.cancel(request.params.id, userIdOf(request));
      return own(request.params.id, userIdOf(request));
    },
  );

  app.post(
    '/api/runs/:id/retry',
    { schema: { params: idParams, response: { 200: runSchema } } },
    async (request) => {
      const runId = await retryRun(platform, userIdOf(request), request.params.id);
      return own(runId, userIdOf(request));
    },
  );
}
