import { transact } from '#core/bus/transact.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { withinCaps } from '#core/repositories/account/holdings.ts';
import type { SectionRow } from '#core/repositories/projects/sections.ts';
import type { Caller, ProjectId, SectionId } from '../caller.ts';
import { ownProject, ownSection } from '../ownership.ts';

/** The maximum number of letters of a title in Undo's label. */
const LABEL_LETTERS = 40;

/** Quotes a title for Undo's label: "Sunrise". */
export function quoted(title: string): string {
  return title.length > LABEL_LETTERS ? `"${title.slice(0, LABEL_LETTERS).trimEnd()}…"` : `"${title}"`;
}

export type EditParts = Pick<Backend, 'db' | 'bus' | 'config' | 'editTurns'>;

/**
 * Edits a user's project: waits for a turn among the user's edits, then works in one transaction that holds
 * the project's row lock and stays within the caps. Its events are published after the commit.
 * @throws AppError `not_found`; `unprocessable` if the account or the project would exceed a cap
 */
export async function editProject<T>(
  { db, bus, config, editTurns }: EditParts,
  { userId }: Caller,
  { projectId }: ProjectId,
  act: (trx: Executor) => Promise<T>,
): Promise<T> {
  const holder = { userId, projectIds: [projectId] };
  const work = async (trx: Executor) => {
    await ownProject(trx, projectId, userId, true);
    return withinCaps(trx, config.caps, holder, () => act(trx));
  };
  return editTurns(userId, () => transact({ db, bus }, work));
}

/** Edits a user's section, with the lock of its project. @throws AppError as `editProject` does */
export async function editSection<T>(
  backend: EditParts,
  caller: Caller,
  { sectionId }: SectionId,
  act: (trx: Executor, row: SectionRow) => Promise<T>,
): Promise<T> {
  const { projectId } = await ownSection(backend.db, sectionId, caller.userId);
  return editProject(backend, caller, { projectId }, async (trx) =>
    act(trx, await ownSection(trx, sectionId, caller.userId)),
  );
}

/** @throws AppError `not_found` */
export function refuseDeleted(row: SectionRow): void {
  if (row.deletedAt) throw new AppError('not_found', 'This section was deleted.');
}
