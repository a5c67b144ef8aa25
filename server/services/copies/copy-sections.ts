import type { SectionsCopy } from '#contract/section-edits.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Executor } from '#core/db/database.ts';
import { copySectionsTo } from '#core/repositories/projects/copy-project.ts';
import type { ProjectRow } from '#core/repositories/projects/projects.ts';
import { recordEdit } from '#core/repositories/projects/section-edits.ts';
import { findAllSections, findSections } from '#core/repositories/projects/sections.ts';
import { once } from '#core/repositories/runs/idempotency.ts';
import type { KeyedCaller, ProjectId } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import { SECTIONS_CHANGED } from '../sections/arrange.ts';
import { editProject, type EditParts, quoted } from '../sections/edit.ts';

/**
 * Copies sections to the end of another project, as one edit of that project: with texts, words, settings,
 * videos and uploads.
 * @throws AppError `not_found` for a project that is not the user's; `sections_changed` if a section no
 * longer exists; `unprocessable` for the same project, or if the account or the project would exceed a cap
 */
export async function copySections(
  backend: EditParts,
  caller: KeyedCaller,
  { projectId }: ProjectId,
  copy: SectionsCopy,
): Promise<{ copied: number }> {
  const { userId, idempotencyKey: key } = caller;
  await ownProject(backend.db, projectId, userId);
  if (copy.projectId === projectId) {
    throw new AppError('unprocessable', 'Choose another project, or duplicate the sections.');
  }
  const call = { userId, scope: 'copy-sections', key, request: { from: projectId, ...copy } };
  return editProject(backend, caller, { projectId: copy.projectId }, async (trx) => {
    const source = await ownProject(trx, projectId, userId);
    const { answer } = await once(trx, call, () => addCopies(trx, source, copy));
    return answer;
  });
}

async function addCopies(
  trx: Executor,
  source: Pick<ProjectRow, 'id' | 'title'>,
  { projectId: to, sectionIds: chosen }: SectionsCopy,
): Promise<{ copied: number }> {
  const requestedIds = new Set(chosen);
  const rows = (await findSections(trx, source.id)).filter(({ id }) => requestedIds.has(id));
  if (rows.length !== requestedIds.size) throw new AppError('sections_changed', SECTIONS_CHANGED);
  const subject = rows.length === 1 ? quoted(rows[0]!.title) : `${rows.length} sections`;
  const edit = { kind: 'copy', label: `Copy ${subject} from ${quoted(source.title)}` };
  const { length: place } = await findAllSections(trx, to);
  const sectionIds = rows.map(({ id }) => id);
  await recordEdit(trx, to, edit, () => copySectionsTo(trx, { sectionIds, to, place }));
  return { copied: rows.length };
}
