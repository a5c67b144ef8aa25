import type { Database, Executor } from '#node/db/database.ts';
import { AppError } from '#node/errors.ts';
import { findOwnProject } from '#node/repositories/projects.ts';
import { findOwnSection, type SectionRow } from '#node/repositories/sections.ts';

/** Sections of one project. */
const MAX_SECTIONS = 1000;
/** Letters of a title in the words for Undo. */
const LABEL_LETTERS = 40;

export const NO_PROJECT = 'There is no such project.';

/** A title in the words for Undo: "Sunrise". */
export function quoted(title: string): string {
  return title.length > LABEL_LETTERS ? `"${title.slice(0, LABEL_LETTERS).trimEnd()}…"` : `"${title}"`;
}

/** Does something under the row lock of a user's project. @throws AppError not_found */
export async function inProject<T>(
  db: Database,
  { userId, projectId }: { userId: string; projectId: string },
  act: (trx: Executor) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    if (!(await findOwnProject(trx, projectId, userId, true))) throw new AppError('not_found', NO_PROJECT);
    return act(trx);
  });
}

/** A user's section, deleted ones too. @throws AppError not_found */
export async function ownSection(db: Executor, sectionId: string, userId: string): Promise<SectionRow> {
  const row = await findOwnSection(db, sectionId, userId);
  if (!row) throw new AppError('not_found', 'There is no such section.');
  return row;
}

/** Does something with a user's section under its project's row lock; gives the section as it is then. */
export async function inSection(
  db: Database,
  { userId, sectionId }: { userId: string; sectionId: string },
  act: (trx: Executor, row: SectionRow) => Promise<unknown>,
): Promise<SectionRow> {
  const { project_id: projectId } = await ownSection(db, sectionId, userId);
  return inProject(db, { userId, projectId }, async (trx) => {
    await act(trx, await ownSection(trx, sectionId, userId));
    return ownSection(trx, sectionId, userId);
  });
}

/** @throws AppError not_found */
export function refuseDeleted(row: SectionRow): void {
  if (row.deleted_at) throw new AppError('not_found', 'This section was deleted.');
}

/** @throws AppError unprocessable when a project of this many sections has no room for another */
export function refuseFull(count: number): void {
  if (count >= MAX_SECTIONS) {
    throw new AppError('unprocessable', `A project can have ${MAX_SECTIONS} sections at most.`);
  }
}
