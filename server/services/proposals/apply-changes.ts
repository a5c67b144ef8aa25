import type { Language } from '#contract/primitives.ts';
import type { ProposedAddition, ProposedEdit } from '#contract/proposals.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Executor } from '#core/db/database.ts';
import { type SectionChanges, writeStates } from '#core/repositories/projects/section-states.ts';
import { findAllSections, type SectionRow, writeOrder } from '#core/repositories/projects/sections.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { addCopy } from '../copies/duplicate-section.ts';
import { ownSection } from '../ownership.ts';
import { SECTIONS_CHANGED } from '../sections/arrange.ts';
import { insertCustom } from '../sections/create.ts';
import { prepareChange } from '../sections/update.ts';

/** The changes of a proposal, or the accepted ones. */
export interface Changes {
  /** The language of the texts. */
  language: Language;
  edits: readonly ProposedEdit[];
  /** Each with the ID that its section gets. */
  additions: readonly (ProposedAddition & { id: string })[];
}

/**
 * Applies changes of sections within a transaction that holds the project's row lock. The caller records the
 * edit, or rolls it back.
 * @throws AppError `sections_changed` if a named section no longer exists; `unprocessable` for an invalid range
 */
export async function applyChanges(
  trx: Executor,
  caller: Caller,
  { projectId }: ProjectId,
  changes: Changes,
): Promise<void> {
  const rows = await findAllSections(trx, projectId);
  const live = new Map(rows.filter((row) => row.deletedAt === null).map((row) => [row.id, row]));
  const find = (id: string): SectionRow => {
    const row = live.get(id);
    if (!row) throw new AppError('sections_changed', SECTIONS_CHANGED);
    return row;
  };
  const order = createOrder(rows.map(({ id }) => id));
  for (const addition of changes.additions) {
    const id = await add(trx, caller, { projectId, position: rows.length, find }, { ...changes, addition });
    if (addition.after) find(addition.after);
    order.place(id, addition.after);
  }
  const { language } = changes;
  const written: SectionChanges = {};
  for (const { sectionId, after, delete: isDeleted, ...patch } of changes.edits) {
    const row = find(sectionId);
    if (isDeleted) written[sectionId] = { deleted: true };
    else if (Object.keys(patch).length > 0) {
      written[sectionId] = await prepareChange(trx, row, { language, patch });
    }
    if (after) find(after);
    if (after !== undefined) order.place(sectionId, after);
  }
  await writeStates(trx, written);
  await writeOrder(trx, projectId, order.ids);
}

async function add(
  trx: Executor,
  { userId }: Caller,
  { projectId, position, find }: { projectId: string; position: number; find: (id: string) => SectionRow },
  { language, addition }: { language: Language; addition: Changes['additions'][number] },
): Promise<string> {
  const { id, from, after: _, ...patch } = addition;
  if (from === undefined) {
    const text = { language, title: patch.title!, transcription: patch.transcription ?? '' };
    await insertCustom(trx, { projectId, position, id }, text);
    const { endTime } = patch;
    if (endTime === undefined) return id;
    const card = await ownSection(trx, id, userId);
    await writeStates(trx, { [id]: await prepareChange(trx, card, { language, patch: { endTime } }) });
    return id;
  }
  const row = find(from);
  await addCopy(trx, row, { id, title: patch.title ?? row.title });
  const copy = await ownSection(trx, id, userId);
  await writeStates(trx, { [id]: await prepareChange(trx, copy, { language, patch }) });
  return id;
}

/** An order of IDs in which IDs are placed after others. IDs placed after the same one retain their order. */
function createOrder(initial: string[]) {
  const ids = [...initial];
  const last = new Map<string, string>();
  return {
    ids,
    /** Places an ID after another one, at the start for `null`, or at the end. */
    place(id: string, after: string | null | undefined): void {
      const at = ids.indexOf(id);
      if (at >= 0) ids.splice(at, 1);
      if (after === undefined) return void ids.push(id);
      const key = after ?? '';
      const anchor = last.get(key) ?? after;
      last.set(key, id);
      ids.splice(anchor === null ? 0 : ids.indexOf(anchor) + 1, 0, id);
    },
  };
}
