import type { Executor } from '#core/db/database.ts';
import { recordEdit } from '#core/repositories/projects/section-edits.ts';
import { copySection, nextOriginalPosition } from '#core/repositories/projects/copy-project.ts';
import { writeStates } from '#core/repositories/projects/section-states.ts';
import { findAllSections, type SectionRow } from '#core/repositories/projects/sections.ts';
import { placeAfter } from '../sections/create.ts';
import type { Caller, ProjectId, SectionId } from '../caller.ts';
import { editSection, type EditParts, quoted, refuseDeleted } from '../sections/edit.ts';
import { preservedOriginal } from '../sections/original.ts';
import { nextTitle } from '../sections/split.ts';

/**
 * Copies a section with its texts and settings, after itself. A copy is an independent section: a reset of
 * the section, or of the one it was split from, does not affect it.
 * @throws AppError `not_found`; `unprocessable` if the account or the project would exceed a cap
 */
export async function duplicateSection(
  backend: EditParts,
  caller: Caller,
  ids: SectionId,
): Promise<ProjectId> {
  return editSection(backend, caller, ids, async (trx, row) => {
    refuseDeleted(row);
    const { projectId } = row;
    const rows = await findAllSections(trx, projectId);
    const edit = { kind: 'duplicate', label: `Duplicate ${quoted(row.title)}` };
    await recordEdit(trx, projectId, edit, async () => {
      const copy = await addCopy(trx, row, { title: nextTitle(row.title, rows) });
      await placeAfter(trx, { projectId, rows }, copy, row.id);
    });
    return { projectId };
  });
}

/** Adds an independent copy of a section within an edit that places it. Returns its ID. */
export async function addCopy(
  trx: Executor,
  row: SectionRow,
  { id, title }: { id?: string; title: string },
): Promise<string> {
  const copy = await copySection(trx, row.id, id);
  const original = preservedOriginal(row);
  if (original) {
    delete original.splitOf;
    // A position of its own: a reset treats sections with the same position as parts of one.
    original.position = await nextOriginalPosition(trx, row.projectId);
  }
  await writeStates(trx, { [copy]: { title, ...(original && { original }) } });
  return copy;
}
