import { recordEdit } from '#core/repositories/projects/section-edits.ts';
import { copySection, nextOriginalPosition } from '#core/repositories/projects/copy-project.ts';
import { writeStates } from '#core/repositories/projects/section-states.ts';
import { findAllSections, type SectionRow } from '#core/repositories/projects/sections.ts';
import { placeAfter } from '../sections/create.ts';
import { type EditParts, inSection, quoted, refuseDeleted } from '../sections/edit.ts';
import { preservedOriginal } from '../sections/original.ts';
import { nextTitle } from '../sections/split.ts';

/**
 * Copies a section with its texts and settings, after itself. A copy is an independent section: a reset of
 * the section, or of the one it was split from, does not affect it.
 * @throws AppError `not_found`; `unprocessable` if the account or the project would exceed a cap
 */
export async function duplicateSection(
  parts: EditParts,
  own: { userId: string; sectionId: string },
): Promise<SectionRow> {
  return inSection(parts, own, async (trx, row) => {
    refuseDeleted(row);
    const rows = await findAllSections(trx, row.project_id);
    const edit = { kind: 'duplicate', label: `Duplicate ${quoted(row.title)}` };
    await recordEdit(trx, row.project_id, edit, async () => {
      const copy = await copySection(trx, row.id);
      const original = preservedOriginal(row);
      if (original) {
        delete original.splitOf;
        // A position of its own: a reset treats sections with the same position as parts of one.
        original.position = await nextOriginalPosition(trx, row.project_id);
      }
      await writeStates(trx, {
        [copy]: { title: nextTitle(row.title, rows), ...(original && { original }) },
      });
      await placeAfter(trx, { projectId: row.project_id, rows }, copy, row.id);
    });
  });
}
