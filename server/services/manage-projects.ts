import { AppError } from '#node/errors.ts';
import type { Platform } from '#node/platform.ts';
import { markProjectDeleted, markProjectRestored, RESTORE_DAYS } from '#node/repositories/projects.ts';
import { findActiveRuns } from '#node/repositories/runs.ts';

/**
 * Puts a project away: its runs end, its credit comes back, its public link is dead. It can be restored.
 * @throws AppError not_found
 */
export async function deleteProject(
  { db, engine, bus }: Pick<Platform, 'db' | 'engine' | 'bus'>,
  userId: string,
  projectId: string,
): Promise<void> {
  if (!(await markProjectDeleted(db, projectId, userId))) {
    throw new AppError('not_found', 'There is no such project.');
  }
  // Nothing new starts in a deleted project. A repeated call ends what a broken one left.
  const runs = await findActiveRuns(db, userId);
  for (const run of runs) if (run.projectId === projectId) await engine.cancel(run.id, userId);
  bus.publish(userId, 'project.changed', { projectId });
}

/**
 * Brings a project back as it was, its public link with it.
 * @throws AppError not_found
 */
export async function restoreProject(
  { db, bus }: Pick<Platform, 'db' | 'bus'>,
  userId: string,
  projectId: string,
): Promise<void> {
  if (!(await markProjectRestored(db, projectId, userId))) {
    throw new AppError(
      'not_found',
      `There is no such project, or it was deleted over ${RESTORE_DAYS} days ago.`,
    );
  }
  bus.publish(userId, 'project.changed', { projectId });
}
