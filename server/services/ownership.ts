import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/errors.ts';
import { findOwnProject, type ProjectRow } from '#core/repositories/projects/projects.ts';
import { findOwnSection, type SectionRow } from '#core/repositories/projects/sections.ts';

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

/** A user's section, deleted ones too. @throws AppError not_found */
export async function ownSection(db: Executor, sectionId: string, userId: string): Promise<SectionRow> {
  const row = await findOwnSection(db, sectionId, userId);
  if (!row) throw new AppError('not_found', 'There is no such section.');
  return row;
}
