import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { EditHistory } from '#contract/section-edits.ts';
import type { Executor } from '../../db/database.ts';
import {
  hasOtherContent,
  type ProjectState,
  projectStateSchema,
  readProjectState,
  writeProjectState,
} from '../media/project-state.ts';
import { moveUp, touchProject } from './projects.ts';
import {
  diffStates,
  readStates,
  type SectionChanges,
  sectionChangesSchema,
  writeStates,
} from './section-states.ts';

/** The number of edits per project that can be undone. */
const MAX_EDITS = 100;
/** The bytes that these edits may take. The newest is always retained. */
const EDITS_BYTES = 4 * 2 ** 20;
/** Typing in one text with shorter pauses than this counts as one edit, in seconds. */
const TYPING_SECONDS = 5;

export interface Edit {
  /**
   * The edit's type, e.g. "text". Edits of one type to the same texts are merged if they are close together.
   */
  kind: string;
  /** The page's label, such as 'Delete "Sunrise"'. */
  label: string;
}

interface Options {
  /** The sections whose words the edit replaces. */
  replacesWords?: readonly string[];
}

/**
 * Runs an edit of sections, of the film's music or options, or of the title, so that it can be undone. An edit without
 * changes leaves no record. Marks the project as edited, except for options alone: whether a film has them is
 * compared separately. The project's change is published after the commit. The caller holds the project's row
 * lock, in a transaction of `transact`.
 */
export async function recordEdit<T>(
  trx: Executor,
  projectId: string,
  edit: Edit,
  act: () => Promise<T>,
  { replacesWords = [] }: Options = {},
): Promise<T> {
  const statesBefore = await readStates(trx, projectId, replacesWords);
  const projectBefore = await readProjectState(trx, projectId);
  const result = await act();
  const before: SectionChanges = {};
  const after: SectionChanges = {};
  for (const [id, state] of await readStates(trx, projectId, replacesWords)) {
    // A section that did not exist counts as deleted, so undoing its creation deletes it.
    const diff = diffStates(statesBefore.get(id) ?? { ...state, deleted: true }, state);
    if (!diff) continue;
    before[id] = diff.before;
    after[id] = diff.after;
  }
  const projectAfter = await readProjectState(trx, projectId);
  const changesProject = !isDeepStrictEqual(projectBefore, projectAfter);
  const changesSections = Object.keys(after).length > 0;
  if (!changesSections && !changesProject) return result;
  const isEdited = changesSections || hasOtherContent(projectBefore, projectAfter);
  await (isEdited ? touchProject : moveUp)(trx, projectId);
  const undone = trx.deleteFrom('sectionEdits').where('projectId', '=', projectId).where('undone', '=', true);
  await undone.execute();
  if (await joinTyping(trx, projectId, edit, after)) return result;
  await trx
    .insertInto('sectionEdits')
    .values({
      projectId,
      ...edit,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      ...(changesProject && {
        projectBefore: JSON.stringify(storedOf(projectBefore, projectAfter)),
        projectAfter: JSON.stringify(storedOf(projectAfter, projectBefore)),
      }),
    })
    .execute();
  await sql`
    DELETE FROM section_edits WHERE id IN (
      SELECT id FROM (SELECT id, row_number() OVER newest_first AS place, sum(text_bytes) OVER newest_first AS bytes
        FROM section_edits WHERE project_id = ${projectId} WINDOW newest_first AS (ORDER BY id DESC)) AS edits
      WHERE place > ${MAX_EDITS} OR place > 1 AND bytes > ${EDITS_BYTES})`.execute(trx);
  return result;
}

/** Returns the state that an edit stores. A title that it does not change may be changed later without an edit. */
function storedOf({ title, ...state }: Required<ProjectState>, other: ProjectState): ProjectState {
  return title === other.title ? state : { ...state, title };
}

/** Writes changes of sections as one edit. */
export const recordChanges = (
  trx: Executor,
  projectId: string,
  edit: Edit,
  changes: SectionChanges,
  options?: Options,
): Promise<void> => recordEdit(trx, projectId, edit, () => writeStates(trx, changes), options);

/** Merges typing into the newest edit if it changed the same texts recently. */
async function joinTyping(
  trx: Executor,
  projectId: string,
  edit: Edit,
  after: SectionChanges,
): Promise<boolean> {
  if (edit.kind !== 'text') return false;
  const last = await newest(trx, projectId)
    .select(['id', 'kind', 'before', 'after'])
    .select(
      sql<boolean>`clock_timestamp() - updated_at < make_interval(secs => ${TYPING_SECONDS})`.as('recent'),
    )
    .executeTakeFirst();
  if (!last || last.kind !== edit.kind || !last.recent) return false;
  if (!isDeepStrictEqual(placesOf(sectionChangesSchema.parse(last.after)), placesOf(after))) return false;
  if (isDeepStrictEqual(sectionChangesSchema.parse(last.before), after)) {
    await trx.deleteFrom('sectionEdits').where('id', '=', last.id).execute();
    return true;
  }
  await trx
    .updateTable('sectionEdits')
    .set({ after: JSON.stringify(after), updatedAt: sql`clock_timestamp()` })
    .where('id', '=', last.id)
    .execute();
  return true;
}

/** Returns which fields and languages of which sections were changed, without their values. */
function placesOf(changes: SectionChanges) {
  return Object.fromEntries(
    Object.entries(changes).map(([id, { texts = {}, ...fields }]) => [
      id,
      [
        ...Object.keys(fields).sort(),
        ...Object.keys(texts)
          .sort()
          .map((language) => `text ${language}`),
      ],
    ]),
  );
}

function newest(db: Executor, projectId: string) {
  const done = db.selectFrom('sectionEdits').where('projectId', '=', projectId).where('undone', '=', false);
  return done.orderBy('id', 'desc').limit(1);
}

function oldestUndone(db: Executor, projectId: string) {
  const undone = db.selectFrom('sectionEdits').where('projectId', '=', projectId).where('undone', '=', true);
  return undone.orderBy('id').limit(1);
}

/** Returns the labels of the next Undo and Redo. */
export async function historyOf(db: Executor, projectId: string): Promise<EditHistory> {
  return selectHistory(db, projectId).executeTakeFirstOrThrow();
}

export function selectHistory(db: Executor, projectId: string) {
  return db.selectNoFrom([
    newest(db, projectId).select('label').as('undo'),
    oldestUndone(db, projectId).select('label').as('redo'),
  ]);
}

/**
 * Undoes the newest edit. Returns its label, or `undefined` if there is nothing to undo. The caller holds the
 * row lock.
 */
export async function undoEdit(trx: Executor, projectId: string): Promise<string | undefined> {
  const edit = await newest(trx, projectId)
    .select(['id', 'label', 'before', 'projectBefore'])
    .executeTakeFirst();
  if (!edit) return undefined;
  await travel(trx, projectId, edit.id, { undone: true, changes: edit.before, project: edit.projectBefore });
  return edit.label;
}

/** Redoes the edit that was undone last. Returns its label, or `undefined` if there is nothing to redo. */
export async function redoEdit(trx: Executor, projectId: string): Promise<string | undefined> {
  const edit = await oldestUndone(trx, projectId)
    .select(['id', 'label', 'after', 'projectAfter'])
    .executeTakeFirst();
  if (!edit) return undefined;
  await travel(trx, projectId, edit.id, { undone: false, changes: edit.after, project: edit.projectAfter });
  return edit.label;
}

async function travel(
  trx: Executor,
  projectId: string,
  editId: string,
  { undone, changes, project }: { undone: boolean; changes: unknown; project: unknown },
): Promise<void> {
  const parsed = sectionChangesSchema.parse(changes);
  const back = await storeCurrentWords(trx, projectId, { editId, undone, wanted: parsed });
  await writeStates(trx, parsed);
  const state = project === null ? null : projectStateSchema.parse(project);
  const isEdited =
    Object.keys(parsed).length > 0 ||
    (state !== null && hasOtherContent(await readProjectState(trx, projectId), state));
  if (state !== null) await writeProjectState(trx, projectId, state);
  await trx
    .updateTable('sectionEdits')
    .set({ undone, ...back })
    .where('id', '=', editId)
    .execute();
  await (isEdited ? touchProject : moveUp)(trx, projectId);
}

/** Adds the words of a range that was widened later to the undo of an edit that replaced words. */
async function storeCurrentWords(
  trx: Executor,
  projectId: string,
  { editId, undone, wanted }: { editId: string; undone: boolean; wanted: SectionChanges },
): Promise<{ after?: string; before?: string }> {
  const ids = Object.keys(wanted).filter((id) => wanted[id]!.words !== undefined);
  if (ids.length === 0) return {};
  const side = undone ? 'after' : 'before';
  const { [side]: stored } = await trx
    .selectFrom('sectionEdits')
    .select(side)
    .where('id', '=', editId)
    .executeTakeFirstOrThrow();
  const now = await readStates(trx, projectId, ids);
  const way = sectionChangesSchema.parse(stored);
  for (const id of ids) {
    const words = now.get(id)?.words;
    if (words) way[id] = { ...way[id], words };
  }
  return { [side]: JSON.stringify(way) };
}
