import type { Run } from '#contract/runs.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/errors.ts';
import { findOwnProject, type ProjectRow } from '#core/repositories/projects/projects.ts';
import { findOwnSection, type SectionRow } from '#core/repositories/projects/sections.ts';
import { findNewestRun } from '#core/repositories/runs/runs.ts';
import { findProjectParts, type ProjectParts } from '#core/repositories/views/project-parts.ts';

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

/** A user's project with everything that its page shows. @throws AppError not_found */
export async function ownProjectParts(
  db: Executor,
  projectId: string,
  userId: string,
): Promise<ProjectParts> {
  const parts = await findProjectParts(db, projectId, userId);
  if (!parts) throw new AppError('not_found', NO_PROJECT);
  return parts;
}

/** The newest processing of a user's project. @throws AppError not_found */
export async function ownProcessing(db: Executor, projectId: string, userId: string): Promise<Run> {
  const run = await findNewestRun(db, { projectId, userId, kind: 'processing' });
  if (!run) throw new AppError('not_found', NO_PROJECT);
  return run;
}

/** A user's section, deleted ones too. @throws AppError not_found */
export async function ownSection(db: Executor, sectionId: string, userId: string): Promise<SectionRow> {
  const row = await findOwnSection(db, sectionId, userId);
  if (!row) throw new AppError('not_found', 'There is no such section.');
  return row;
}
