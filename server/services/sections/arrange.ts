import type { Part } from '#contract/cuts.ts';
import type { ChosenTransition } from '#film/transitions/transitions.ts';
import { AppError } from '#core/lib/errors.ts';
import { recordEdit } from '#core/repositories/projects/section-edits.ts';
import { type SectionChanges, writeStates } from '#core/repositories/projects/section-states.ts';
import { RESTORE_DAYS } from '#core/repositories/projects/projects.ts';
import {
  findAllSections,
  findSections,
  type SectionRow,
  writeOrder,
} from '#core/repositories/projects/sections.ts';
import { type EditParts, inProject, inSection, quoted, refuseDeleted } from './edit.ts';
import { analysed } from './original.ts';
import { refuseShort } from './update.ts';
import { originalOf } from '../section-views/section-text.ts';

const DAY_MS = 86_400_000;
export const SECTIONS_CHANGED = 'The sections have changed in the meantime. Please check them again.';

interface OwnProject {
  userId: string;
  projectId: string;
}

/**
 * Deletes a section, or restores it to its position. Repeating it changes nothing.
 * @throws AppError `not_found`, also for a section that was deleted too long ago; `unprocessable` if there is
 * no room for it
 */
export async function setDeleted(
  parts: EditParts,
  own: { userId: string; sectionId: string },
  deleted: boolean,
): Promise<SectionRow> {
  return inSection(parts, own, async (trx, row) => {
    if (!deleted && row.deleted_at) {
      if (Date.now() - row.deleted_at.getTime() > RESTORE_DAYS * DAY_MS) {
        throw new AppError('not_found', `This section was deleted over ${RESTORE_DAYS} days ago.`);
      }
    }
    const edit = deleted
      ? { kind: 'delete', label: `Delete ${quoted(row.title)}` }
      : { kind: 'restore', label: `Restore ${quoted(row.title)}` };
    // Deleting again would restart the period.
    if (deleted === (row.deleted_at !== null)) return;
    await recordEdit(trx, row.project_id, edit, () => writeStates(trx, { [row.id]: { deleted } }));
  });
}

/**
 * Deletes several sections as one edit. Already deleted ones are not changed.
 * @throws AppError `not_found`, or `sections_changed` if an ID is not the project's
 */
export async function deleteSections(parts: EditParts, own: OwnProject, ids: string[]): Promise<void> {
  await inProject(parts, own, async (trx) => {
    const wanted = new Set(ids);
    const rows = (await findAllSections(trx, own.projectId)).filter((row) => wanted.has(row.id));
    if (rows.length !== wanted.size) throw new AppError('sections_changed', SECTIONS_CHANGED);
    const live = rows.filter((row) => row.deleted_at === null);
    const [only] = live;
    if (!only) return;
    const label = live.length === 1 ? `Delete ${quoted(only.title)}` : `Delete ${live.length} sections`;
    const changes = Object.fromEntries(live.map(({ id }) => [id, { deleted: true }]));
    await recordEdit(trx, own.projectId, { kind: 'delete', label }, () => writeStates(trx, changes));
  });
}

/**
 * Sets the cuts of several sections as one edit.
 * @throws AppError `not_found`; `sections_changed` if an ID is not the project's; `unprocessable` if too
 * little is left
 */
export async function cutSections(
  parts: EditParts,
  own: OwnProject,
  sections: { sectionId: string; cuts: Part[] }[],
): Promise<void> {
  await inProject(parts, own, async (trx) => {
    const wanted = new Map(sections.map(({ sectionId, cuts }) => [sectionId, cuts]));
    const rows = (await findAllSections(trx, own.projectId)).filter((row) => wanted.has(row.id));
    if (rows.length !== wanted.size || rows.some((row) => row.deleted_at !== null)) {
      throw new AppError('sections_changed', SECTIONS_CHANGED);
    }
    for (const row of rows) refuseShort(row, { cuts: wanted.get(row.id)! });
    const [only] = rows;
    const label = rows.length === 1 ? `Cut ${quoted(only!.title)}` : `Cut ${rows.length} sections`;
    const changes = Object.fromEntries([...wanted].map(([id, cuts]) => [id, { cuts }]));
    await recordEdit(trx, own.projectId, { kind: 'cuts', label }, () => writeStates(trx, changes));
  });
}

/**
 * Sets the sections' order. Deleted ones stay at their positions between the others.
 * @throws AppError `not_found`, or `sections_changed` if the IDs are not exactly the project's
 */
export async function reorderSections(parts: EditParts, own: OwnProject, ids: string[]): Promise<void> {
  await inProject(parts, own, async (trx) => {
    const rows = await findAllSections(trx, own.projectId);
    const live = new Set(rows.filter((row) => row.deleted_at === null).map((row) => row.id));
    const wanted = new Set(ids);
    if (ids.length !== live.size || wanted.size !== live.size || ids.some((id) => !live.has(id))) {
      throw new AppError('sections_changed', SECTIONS_CHANGED);
    }
    const next = ids.values();
    const order = rows.map((row) => (live.has(row.id) ? next.next().value! : row.id));
    if (order.every((id, index) => id === rows[index]!.id)) return;
    await recordEdit(trx, own.projectId, { kind: 'reorder', label: 'Reorder' }, () =>
      writeOrder(trx, own.projectId, order),
    );
  });
}

/**
 * Sets the same transition after every section, as one edit. Deleted sections are not changed.
 * @throws AppError `not_found`
 */
export async function setTransitions(
  parts: EditParts,
  own: OwnProject,
  chosen: ChosenTransition,
): Promise<void> {
  await inProject(parts, own, async (trx) => {
    const { transition, transitionSeconds } = chosen;
    const others = (await findSections(trx, own.projectId)).filter(
      (row) => row.transition !== transition || row.transitionSeconds !== transitionSeconds,
    );
    if (others.length === 0) return;
    const edit = { kind: 'transition', label: 'Change all transitions' };
    const changes = Object.fromEntries(others.map(({ id }) => [id, { transition, transitionSeconds }]));
    await recordEdit(trx, own.projectId, edit, () => writeStates(trx, changes));
  });
}

/**
 * Resets every analysed section, including deleted ones, to its title, text, range, media and position. Later
 * parts of splits are removed. Custom sections stay, after them.
 * @throws AppError `not_found`
 */
export async function resetSections(parts: EditParts, own: OwnProject): Promise<void> {
  await inProject(parts, own, async (trx) => {
    const rows = await findAllSections(trx, own.projectId);
    const given = rows.filter((row) => analysed(row) !== undefined);
    const placeOf = (row: SectionRow) => originalOf(row)!.position;
    const others = rows.filter((row) => !given.includes(row));
    const ordered = [...given.toSorted((a, b) => placeOf(a) - placeOf(b)), ...others];
    const changes: SectionChanges = {};
    for (const [position, row] of ordered.entries()) {
      const isPart = originalOf(row)?.splitOf !== undefined;
      changes[row.id] = { ...(analysed(row) ?? (isPart && { deleted: true })), position };
    }
    await recordEdit(trx, own.projectId, { kind: 'reset', label: 'Reset' }, () => writeStates(trx, changes));
  });
}

/**
 * Resets one analysed section to its title, text, range and media. A section that was split becomes whole
 * again at its first part's position, whichever part is given; the other parts are removed.
 * @throws AppError `not_found`; `unprocessable` for a custom section; `conflict` if the first part was purged
 */
export async function resetSection(
  parts: EditParts,
  own: { userId: string; sectionId: string },
): Promise<SectionRow> {
  return inSection(parts, own, async (trx, row) => {
    refuseDeleted(row);
    if (row.original === null) {
      throw new AppError('unprocessable', 'Only a section that was found in a video can be reset.');
    }
    const parts = (await findAllSections(trx, row.project_id)).filter((other) => isSamePiece(row, other));
    const whole = parts.find((part) => analysed(part) !== undefined);
    if (!whole) {
      throw new AppError(
        'conflict',
        'The section that this one was split from is gone, so it cannot be reset.',
      );
    }
    const changes: SectionChanges = { [whole.id]: analysed(whole)! };
    for (const part of parts) {
      if (part !== whole && part.deleted_at === null) changes[part.id] = { deleted: true };
    }
    const edit = { kind: 'reset', label: `Reset ${quoted(row.title)}` };
    await recordEdit(trx, row.project_id, edit, () => writeStates(trx, changes));
  });
}

/**
 * Whether two sections come from one analysed section. The parts of a split retain its position, in copies
 * too.
 */
function isSamePiece(a: SectionRow, b: SectionRow): boolean {
  return a.video_id === b.video_id && originalOf(a)?.position === originalOf(b)?.position;
}
