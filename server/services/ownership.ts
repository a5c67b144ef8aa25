import { batched } from '#core/db/batched.ts';
import type { Executor } from '#core/db/database.ts';
import type { Versioned } from '#core/db/read-together.ts';
import { AppError } from '#core/lib/errors.ts';
import { findOwnProject, type ProjectRow } from '#core/repositories/projects/projects.ts';
import { findOwnSection, type SectionRow } from '#core/repositories/projects/sections.ts';
import { findProcessings, type OwnProjectKey, type RunProgress } from '#core/repositories/runs/progress.ts';
import {
  findChangedParts,
  findProjectParts,
  type ProjectParts,
} from '#core/repositories/views/project-parts.ts';

export const NO_PROJECT = 'There is no such project.';

/** Returns a user's project. `lock` locks it for the transaction. @throws AppError `not_found` */
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

/** Returns a user's project with everything that its page shows. @throws AppError `not_found` */
export async function ownProjectParts(
  db: Executor,
  projectId: string,
  userId: string,
): Promise<ProjectParts> {
  const parts = await findProjectParts(db, projectId, userId);
  if (!parts) throw new AppError('not_found', NO_PROJECT);
  return parts;
}

/**
 * Returns the same with its version; `undefined` if the version is still `knownVersion`.
 * @throws AppError `not_found`
 */
export async function ownChangedParts(
  db: Executor,
  knownVersion: string | null,
  { projectId, userId }: OwnProjectKey,
): Promise<Versioned<ProjectParts> | undefined> {
  const changed = await findChangedParts(db, knownVersion, projectId, userId);
  if (!changed) return undefined;
  const { version, parts } = changed;
  if (!parts) throw new AppError('not_found', NO_PROJECT);
  return { version, parts };
}

/**
 * Reads the newest processing of users' projects, batched across concurrent requests.
 * @throws AppError `not_found`
 */
export function createProcessingReader(db: Executor): (key: OwnProjectKey) => Promise<RunProgress> {
  const read = batched((keys: OwnProjectKey[]) => findProcessings(db, keys));
  return async (key) => {
    const run = await read(key);
    if (!run) throw new AppError('not_found', NO_PROJECT);
    return run;
  };
}

/** Returns a user's section, including deleted ones. @throws AppError `not_found` */
export async function ownSection(db: Executor, sectionId: string, userId: string): Promise<SectionRow> {
  const row = await findOwnSection(db, sectionId, userId);
  if (!row) throw new AppError('not_found', 'There is no such section.');
  return row;
}
