import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/errors.ts';
import { findOwnProject, type ProjectRow } from '#core/repositories/projects.ts';

export const NO_PROJECT = 'There is no such project.';

/** A user's project; `lock` locks it for the transaction. @throws AppError not_found */
export async function ownProject(
  db: Executor,
  projectId: string,
  userId: string,
  lock = false,
): Promise<ProjectRow> {
  const project = await findOwnProject(db, projectId, userId, lock);
  if (!project) throw new AppError('not_found', NO_PROJECT);
  return project;
}
