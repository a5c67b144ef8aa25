import { transact } from '#core/bus/transact.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { withinCaps } from '#core/repositories/account/holdings.ts';
import type { SectionRow } from '#core/repositories/projects/sections.ts';
import { ownProject, ownSection } from '../ownership.ts';

/** The most letters of a title in Undo's label. */
const LABEL_LETTERS = 40;

/** Quotes a title for Undo's label: "Sunrise". */
export function quoted(title: string): string {
  return title.length > LABEL_LETTERS ? `"${title.slice(0, LABEL_LETTERS).trimEnd()}…"` : `"${title}"`;
}

export type EditParts = Pick<Backend, 'db' | 'bus' | 'config' | 'editTurns'>;

/**
 * Runs work under the row lock of a user's project.
 * @throws AppError `not_found`; `unprocessable` if the account or the project would exceed a cap
 */
export async function inProject<T>(
  { db, bus, config, editTurns }: EditParts,
  { userId, projectId }: { userId: string; projectId: string },
  act: (trx: Executor) => Promise<T>,
): Promise<T> {
  const edit = () =>
    transact({ db, bus }, async (trx) => {
      await ownProject(trx, projectId, userId, true);
      return withinCaps(trx, config.caps, { userId, projectIds: [projectId] }, () => act(trx));
    });
  return editTurns(userId, edit);
}

/** Runs work on a user's section under its project's row lock. Returns the section afterwards. */
export async function inSection(
  parts: EditParts,
  { userId, sectionId }: { userId: string; sectionId: string },
  act: (trx: Executor, row: SectionRow) => Promise<unknown>,
): Promise<SectionRow> {
  const { project_id: projectId } = await ownSection(parts.db, sectionId, userId);
  return inProject(parts, { userId, projectId }, async (trx) => {
    await act(trx, await ownSection(trx, sectionId, userId));
    return ownSection(trx, sectionId, userId);
  });
}

/** @throws AppError `not_found` */
export function refuseDeleted(row: SectionRow): void {
  if (row.deleted_at) throw new AppError('not_found', 'This section was deleted.');
}
