import type { z } from 'zod';
import type { Language } from '#contract/primitives.ts';
import type { progressSchema, projectPatchSchema, Project } from '#contract/projects.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { transact } from '#core/bus/transact.ts';
import {
  markProjectDeleted,
  markProjectRestored,
  publishChange,
  RESTORE_DAYS,
  updateProject as writeProject,
} from '#core/repositories/projects/projects.ts';
import type { RunProgress } from '#core/repositories/runs/progress.ts';
import { findActiveRuns } from '#core/repositories/runs/runs.ts';
import { addPreviewings } from '#core/runs/kinds/previewing.ts';
import type { Caller, LinkedCaller, ProjectId } from '../caller.ts';
import { createProcessingReader, NO_PROJECT, ownProject, ownProjectParts } from '../ownership.ts';
import { viewProject } from './project-view.ts';

/** Changes a project's title or description. Returns the project. @throws AppError `not_found` */
export async function updateProject(
  backend: Pick<Backend, 'db' | 'bus' | 'redis' | 'config'>,
  { userId, signer }: LinkedCaller,
  { projectId }: ProjectId,
  patch: z.output<typeof projectPatchSchema>,
): Promise<Project> {
  await transact(backend, async (trx) => {
    await ownProject(trx, projectId, userId, true);
    await writeProject(trx, projectId, patch);
    publishChange(trx, userId, projectId);
  });
  return readProject(backend, { userId, signer }, { projectId }, { language: 'en' });
}

/** Returns a project with its texts and narrations in a language. @throws AppError `not_found` */
export async function readProject(
  backend: Pick<Backend, 'db' | 'redis' | 'config'>,
  { userId, signer }: LinkedCaller,
  { projectId }: ProjectId,
  { language }: { language: Language },
): Promise<Project> {
  return viewProject(backend, signer, await ownProjectParts(backend.db, projectId, userId), language);
}

/**
 * Creates the handler of GET /api/projects/{id}/progress, which reads the newest processing of a project,
 * together with concurrent requests.
 */
export function createProgressReader({ db }: Pick<Backend, 'db'>) {
  const read = createProcessingReader(db);
  /** @throws AppError `not_found` */
  return async ({ userId }: Caller, { projectId }: ProjectId) =>
    viewProgress(await read({ userId, projectId }));
}

/** Returns the progress of a processing, as its page shows it. */
function viewProgress(run: RunProgress): z.infer<typeof progressSchema> {
  const failed = run.status === 'failed' || run.status === 'cancelled';
  return {
    percentage: run.percentage,
    stage: failed ? 'failed' : run.stage,
    completed: run.status === 'completed',
    message: run.message,
  };
}

/**
 * Deletes a project: its runs end, its credit is returned, its public link stops working. It can be restored.
 * @throws AppError `not_found`
 */
export async function deleteProject(
  { db, engine, bus }: Pick<Backend, 'db' | 'engine' | 'bus'>,
  { userId }: Caller,
  { projectId }: ProjectId,
): Promise<void> {
  await transact({ db, bus }, async (trx) => {
    if (!(await markProjectDeleted(trx, projectId, userId))) throw new AppError('not_found', NO_PROJECT);
    publishChange(trx, userId, projectId);
  });
  // Nothing new starts in a deleted project. A repeated call ends runs that an interrupted one left.
  const runs = await findActiveRuns(db, userId);
  for (const run of runs) if (run.projectId === projectId) await engine.cancel(run.id, userId);
}

/**
 * Restores a project with its public link.
 * @throws AppError `not_found`
 */
export async function restoreProject(
  { db, bus, engine }: Pick<Backend, 'db' | 'bus' | 'engine'>,
  { userId }: Caller,
  { projectId }: ProjectId,
): Promise<void> {
  const isRestored = await transact({ db, bus }, async (trx) => {
    if (!(await markProjectRestored(trx, projectId, userId))) return false;
    // The deletion ended the running ones.
    await addPreviewings(trx, { userId, projectId });
    publishChange(trx, userId, projectId);
    return true;
  });
  if (!isRestored) {
    throw new AppError(
      'not_found',
      `There is no such project, or it was deleted over ${RESTORE_DAYS} days ago.`,
    );
  }
  await engine.advanceAll(userId);
}
