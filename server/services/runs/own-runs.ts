import type { Run } from '#contract/runs.ts';
import type { Backend } from '#core/backend.ts';
import { transact } from '#core/bus/transact.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import { settleFilm } from '#core/repositories/films/following-films.ts';
import { publishChange } from '#core/repositories/projects/projects.ts';
import { findRun } from '#core/repositories/runs/runs.ts';
import { retryRun as startAgain } from '#core/runs/start-run.ts';
import type { Caller } from '../caller.ts';

interface RunId {
  runId: string;
}

/** Returns a run of its user. @throws AppError `not_found` */
export async function readRun({ db }: { db: Executor }, { userId }: Caller, { runId }: RunId): Promise<Run> {
  const result = await findRun(db, runId, userId);
  if (!result) throw new AppError('not_found', 'There is no such run.');
  return result.run;
}

/**
 * Cancels an active run. For an ended one, cancels the film that is about to follow it, and otherwise changes
 * nothing.
 * @returns the run, which shows how it ended
 * @throws AppError `not_found`
 */
export async function cancelRun(backend: Backend, caller: Caller, { runId }: RunId): Promise<Run> {
  const { userId } = caller;
  if (await backend.engine.cancel(runId, userId)) return readRun(backend, caller, { runId });
  return transact(backend, async (trx) => {
    const isDropped = await settleFilm(trx, { runId, userId }, null);
    const run = await readRun({ db: trx }, caller, { runId });
    if (isDropped && run.projectId) publishChange(trx, userId, run.projectId);
    return run;
  });
}

/** Starts a failed or cancelled run again. @throws AppError as `retryRun` of the engine */
export async function retryRun(backend: Backend, caller: Caller, { runId }: RunId): Promise<Run> {
  return readRun(backend, caller, { runId: await startAgain(backend, caller, runId) });
}
