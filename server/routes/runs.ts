import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/runs.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { settleFilm } from '#core/repositories/films/following-films.ts';
import { findRun } from '#core/repositories/runs/runs.ts';
import { retryRun } from '#core/runs/start-run.ts';
import { handle } from '../handle.ts';

/** Reading, cancelling and retrying runs. */
export async function runRoutes(app: FastifyInstance, { backend }: { backend: Backend }) {
  const { db, engine, bus } = backend;

  const own = async (id: string, userId: string) => {
    const found = await findRun(db, id, userId);
    if (!found) throw new AppError('not_found', 'There is no such run.');
    return found.run;
  };

  handle(app, calls.readRun, ({ params, userId }) => own(params.id, userId));

  handle(app, calls.cancelRun, async ({ params, userId }) => {
    // Cancelling an ended run cancels the film that is about to follow, and otherwise changes nothing. The
    // response shows how the run ended.
    const ended = await engine.cancel(params.id, userId);
    const dropped = !ended && (await settleFilm(db, { runId: params.id, userId }, null));
    const run = await own(params.id, userId);
    if (dropped && run.projectId) bus.publish(userId, 'project.changed', { projectId: run.projectId });
    return run;
  });

  handle(app, calls.retryRun, async ({ params, userId, caller }) =>
    own(await retryRun(backend, caller, params.id), userId),
  );
}
