import type { Part } from '#contract/cuts.ts';
import type { ChosenTransition } from '#film/transitions/transitions.ts';
import { AppError } from '#core/lib/errors.ts';
import { recordEdit, recordChanges } from '#core/repositories/projects/section-edits.ts';
import type { SectionChanges } from '#core/repositories/projects/section-states.ts';
import { RESTORE_DAYS } from '#core/repositories/projects/projects.ts';
import {
  findAllSections,
  findSections,
  type SectionRow,
  writeOrder,
} from '#core/repositories/projects/sections.ts';
import type { Caller, ProjectId, SectionId } from '../caller.ts';
import { ownSection } from '../ownership.ts';
import { editProject, editSection, type EditParts, quoted, refuseDeleted } from './edit.ts';
import { analysed } from './original.ts';
import { refuseShort } from './update.ts';
import { originalOf } from '../section-views/section-text.ts';

const DAY_MS = 86_400_000;
export const SECTIONS_CHANGED = 'The sections have changed in the meantime. Please check them again.';

/**
 * Deletes a section, or restores it to its position. Repeating it changes nothing.
 * @throws AppError `not_found`, also for a section that was deleted too long ago; `unprocessable` if there is
 * no room for it
 */
export async function setDeleted(
  backend: EditParts,
  caller: Caller,
  ids: SectionId,
  { deleted }: { deleted: boolean },
): Promise<SectionRow> {
  return editSection(backend, caller, ids, async (trx, row) => {
    if (!deleted && row.deletedAt) {
      if (Date.now() - row.deletedAt.getTime() > RESTORE_DAYS * DAY_MS) {
        throw new AppError('not_found', `This section was deleted over ${RESTORE_DAYS} days ago.`);
      }
    }
    const edit = deleted
      ? { kind: 'delete', label: `Delete ${quoted(row.title)}` }
      : { kind: 'restore', label: `Restore ${quoted(row.title)}` };
    // Deleting again would restart the period.
    if (deleted === (row.deletedAt !== null)) return row;
    await recordChanges(trx, row.projectId, edit, { [row.id]: { deleted } });
    return ownSection(trx, row.id, caller.userId);
  });
}

/**
 * Deletes several sections as one edit. Already deleted ones are not changed.
 * @throws AppError `not_found`, or `sections_changed` if an ID is not the project's
 */
export async function deleteSections(
  backend: EditParts,
  caller: Caller,
  ids: ProjectId,
  { sectionIds }: { sectionIds: string[] },
): Promise<void> {
  await editProject(backend, caller, ids, async (trx) => {
    const requestedIds = new Set(sectionIds);
    const rows = (await findAllSections(trx, ids.projectId)).filter((row) => requestedIds.has(row.id));
    if (rows.length !== requestedIds.size) throw new AppError('sections_changed', SECTIONS_CHANGED);
    const live = rows.filter((row) => row.deletedAt === null);
    const [only] = live;
    if (!only) return;
    const label = live.length === 1 ? `Delete ${quoted(only.title)}` : `Delete ${live.length} sections`;
    const changes = Object.fromEntries(live.map(({ id }) => [id, { deleted: true }]));
    await recordChanges(trx, ids.projectId, { kind: 'delete', label }, changes);
  });
}

/**
 * Sets the cuts of several sections as one edit.
 * @throws AppError `not_found`; `sections_changed` if an ID is not the project's; `unprocessable` if too
 * little is left
 */
export async function cutSections(
  backend: EditParts,
  caller: Caller,
  ids: ProjectId,
  { sections }: { sections: { sectionId: string; cuts: Part[] }[] },
): Promise<void> {
  await editProject(backend, caller, ids, async (trx) => {
    const requested = new Map(sections.map(({ sectionId, cuts }) => [sectionId, cuts]));
    const rows = (await findAllSections(trx, ids.projectId)).filter((row) => requested.has(row.id));
    if (rows.length !== requested.size || rows.some((row) => row.deletedAt !== null)) {
      throw new AppError('sections_changed', SECTIONS_CHANGED);
    }
    for (const row of rows) refuseShort(row, { cuts: requested.get(row.id)! });
    const [only] = rows;
    const label = rows.length === 1 ? `Cut ${quoted(only!.title)}` : `Cut ${rows.length} sections`;
    const changes = Object.fromEntries([...requested].map(([id, cuts]) => [id, { cuts }]));
    await recordChanges(trx, ids.projectId, { kind: 'cuts', label }, changes);
  });
}

/**
 * Sets the sections' order. Deleted ones stay at their positions between the others.
 * @throws AppError `not_found`, or `sections_changed` if the IDs are not exactly the project's
 */
export async function reorderSections(
  backend: EditParts,
  caller: Caller,
  ids: ProjectId,
  { sectionIds }: { sectionIds: string[] },
): Promise<void> {
  const { projectId } = ids;
  await editProject(backend, caller, ids, async (trx) => {
    const rows = await findAllSections(trx, projectId);
    const live = new Set(rows.filter((row) => row.deletedAt === null).map((row) => row.id));
    const isKnown = new Set(sectionIds).size === sectionIds.length && sectionIds.every((id) => live.has(id));
    if (!isKnown || sectionIds.length !== live.size) {
      throw new AppError('sections_changed', SECTIONS_CHANGED);
    }
    const next = sectionIds.values();
    const order = rows.map((row) => (live.has(row.id) ? next.next().value! : row.id));
    if (order.every((id, index) => id === rows[index]!.id)) return;
    const edit = { kind: 'reorder', label: 'Reorder' };
    await recordEdit(trx, projectId, edit, () => writeOrder(trx, projectId, order));
  });
}

/**
 * Sets the same transition after every section, as one edit. Deleted sections are not changed.
 * @throws AppError `not_found`
 */
export async function setTransitions(
  backend: EditParts,
  caller: Caller,
  ids: ProjectId,
  { transition, transitionSeconds }: ChosenTransition,
): Promise<void> {
  await editProject(backend, caller, ids, async (trx) => {
    const others = (await findSections(trx, ids.projectId)).filter(
      (row) => row.transition !== transition || row.transitionSeconds !== transitionSeconds,
    );
    if (others.length === 0) return;
    const edit = { kind: 'transition', label: 'Change all transitions' };
    const changes = Object.fromEntries(others.map(({ id }) => [id, { transition, transitionSeconds }]));
    await recordChanges(trx, ids.projectId, edit, changes);
  });
}

/**
 * Resets every analysed section, including deleted ones, to its title, text, range, media and position. Later
 * parts of splits are removed. Custom sections stay, after them.
 * @throws AppError `not_found`
 */
export async function resetSections(backend: EditParts, caller: Caller, ids: ProjectId): Promise<void> {
  await editProject(backend, caller, ids, async (trx) => {
    const rows = await findAllSections(trx, ids.projectId);
    const analysedRows = rows.filter((row) => analysed(row) !== undefined);
    const placeOf = (row: SectionRow) => originalOf(row)!.position;
    const others = rows.filter((row) => !analysedRows.includes(row));
    const ordered = [...analysedRows.toSorted((a, b) => placeOf(a) - placeOf(b)), ...others];
    const changes: SectionChanges = {};
    for (const [position, row] of ordered.entries()) {
      const isPart = originalOf(row)?.splitOf !== undefined;
      changes[row.id] = { ...(analysed(row) ?? (isPart && { deleted: true })), position };
    }
    await recordChanges(trx, ids.projectId, { kind: 'reset', label: 'Reset' }, changes);
  });
}

/**
 * Resets one analysed section to its title, text, range and media. A section that was split becomes whole
 * again at its first part's position, whichever part is given; the other parts are removed.
 * @throws AppError `not_found`; `unprocessable` for a custom section; `conflict` if the first part was purged
 */
export async function resetSection(backend: EditParts, caller: Caller, ids: SectionId): Promise<ProjectId> {
  return editSection(backend, caller, ids, async (trx, row) => {
    refuseDeleted(row);
    if (row.original === null) {
      throw new AppError('unprocessable', 'Only a section that was found in a video can be reset.');
    }
    const parts = (await findAllSections(trx, row.projectId)).filter((other) => isSamePiece(row, other));
    const whole = parts.find((part) => analysed(part) !== undefined);
    if (!whole) {
      throw new AppError(
        'conflict',
        'The section that this one was split from is gone, so it cannot be reset.',
      );
    }
    const changes: SectionChanges = { [whole.id]: analysed(whole)! };
    for (const part of parts) {
      if (part !== whole && part.deletedAt === null) changes[part.id] = { deleted: true };
    }
    const edit = { kind: 'reset', label: `Reset ${quoted(row.title)}` };
    await recordChanges(trx, row.projectId, edit, changes);
    return { projectId: row.projectId };
  });
}

/**
 * Whether two sections come from one analysed section. The parts of a split retain its position, in copies
 * too.
 */
function isSamePiece(a: SectionRow, b: SectionRow): boolean {
  return a.videoId === b.videoId && originalOf(a)?.position === originalOf(b)?.position;
}
