import type { SectionsCopy } from '#contract/section-edits.ts';
import { AppError } from '#core/lib/errors.ts';
import { copySectionsTo } from '#core/repositories/projects/copy-project.ts';
import { recordEdit } from '#core/repositories/projects/section-edits.ts';
import { findAllSections, findSections } from '#core/repositories/projects/sections.ts';
import { once } from '#core/repositories/runs/idempotency.ts';
import { ownProject } from '../ownership.ts';
import { type EditParts, inProject, quoted } from '../sections/edit.ts';

/**
 * Copies sections to the end of another project, as one edit of that project: with texts, words, settings,
 * videos and uploads.
 * @throws AppError `not_found` for a project that is not the user's; `sections_changed` if a section no
 * longer exists; `unprocessable` for the same project, or if the account or the project would exceed a cap
 */
export async function copySections(
  parts: EditParts,
  {
    userId,
    projectId,
    idempotencyKey,
  }: { userId: string; projectId: string; idempotencyKey: string | undefined },
  copy: SectionsCopy,
): Promise<{ copied: number }> {
  await ownProject(parts.db, projectId, userId);
  if (copy.projectId === projectId) {
    throw new AppError('unprocessable', 'Choose another project, or duplicate the sections.');
  }
  return inProject(parts, { userId, projectId: copy.projectId }, async (trx) => {
    const request = { from: projectId, ...copy };
    const { answer } = await once(
      trx,
      { userId, scope: 'copy-sections', key: idempotencyKey, request },
      async () => {
        const source = await ownProject(trx, projectId, userId);
        const wanted = new Set(copy.sectionIds);
        const rows = (await findSections(trx, projectId)).filter(({ id }) => wanted.has(id));
        if (rows.length !== wanted.size) {
          throw new AppError(
            'sections_changed',
            'The sections have changed in the meantime. Please check them again.',
          );
        }
        const what = rows.length === 1 ? quoted(rows[0]!.title) : `${rows.length} sections`;
        const edit = { kind: 'copy', label: `Copy ${what} from ${quoted(source.title)}` };
        const there = await findAllSections(trx, copy.projectId);
        const sectionIds = rows.map(({ id }) => id);
        await recordEdit(trx, copy.projectId, edit, () =>
          copySectionsTo(trx, { sectionIds, to: copy.projectId, place: there.length }),
        );
        return { copied: rows.length };
      },
    );
    return answer;
  });
}
