import type { Language } from '#contract/primitives.ts';
import { NEW_ZOOM } from '#contract/section-settings.ts';
import { type SectionCreate, STILL_MIN_MS } from '#contract/sections.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { once } from '#core/repositories/runs/idempotency.ts';
import { recordEdit } from '#core/repositories/projects/section-edits.ts';
import { writeStates } from '#core/repositories/projects/section-states.ts';
import {
  findAllSections,
  insertSection,
  type SectionRow,
  writeOrder,
} from '#core/repositories/projects/sections.ts';
import { type Attachable, attachUpload } from '../uploads/attach-upload.ts';
import type { KeyedCaller, ProjectId } from '../caller.ts';
import { ownProject, ownSection } from '../ownership.ts';
import { editProject, quoted } from './edit.ts';

interface NewSection extends SectionCreate {
  /** The language of its text. */
  language: Language;
}

/**
 * Adds a custom section: a text with an image, a video or neither.
 * @throws AppError `not_found`; `unprocessable` for unusable media or too many sections; `sections_changed`
 * if the section before it no longer exists
 */
export async function createSection(
  backend: Backend,
  caller: KeyedCaller,
  { projectId }: ProjectId,
  section: NewSection,
): Promise<{ row: SectionRow; repeated: boolean }> {
  const { userId, idempotencyKey: key } = caller;
  await ownProject(backend.db, projectId, userId);
  const { videoURL } = section;
  const media = videoURL
    ? await attachUpload(backend, caller, { projectId }, { objectPath: videoURL })
    : undefined;
  const call = { userId, scope: 'section', key, request: { projectId, ...section } };
  return editProject(backend, caller, { projectId }, async (trx) => {
    const add = async () => ({ id: await addSection(trx, projectId, media, section) });
    const { answer, repeated } = await once(trx, call, add);
    return { row: await ownSection(trx, answer.id, userId), repeated };
  });
}

async function addSection(
  trx: Executor,
  projectId: string,
  media: Attachable | undefined,
  { language, title, transcription, afterId, place }: NewSection,
): Promise<string> {
  const rows = await findAllSections(trx, projectId);
  const isThere = (row: SectionRow) => row.id === afterId && row.deletedAt === null;
  if (afterId && !rows.some(isThere)) {
    throw new AppError(
      'sections_changed',
      'The sections have changed in the meantime. Please check them again.',
    );
  }
  return recordEdit(trx, projectId, { kind: 'create', label: `Add ${quoted(title)}` }, async () => {
    const text = { language, title, transcription };
    const id = await insertCustom(trx, { projectId, position: rows.length, media }, text);
    if (afterId) await placeAfter(trx, { projectId, rows }, id, afterId);
    else await placeAt(trx, { projectId, rows }, id, place === 'start' ? 0 : rows.length);
    return id;
  });
}

/** Inserts a custom section within an edit. Returns its ID. */
export async function insertCustom(
  trx: Executor,
  { media, ...place }: { projectId: string; position: number; media?: Attachable | undefined; id?: string },
  { language, title, transcription }: Pick<NewSection, 'language' | 'title' | 'transcription'>,
): Promise<string> {
  const id = await insertSection(trx, {
    ...place,
    kind: 'custom',
    title,
    startMs: 0,
    endMs: media?.durationMs ?? STILL_MIN_MS,
    boundaries: { start: 'start', end: 'end' },
  });
  await writeStates(trx, {
    [id]: {
      ...(media && { objectId: media.objectId, fetchKey: media.fetchKey }),
      ...(media?.kind === 'image' && { zoom: NEW_ZOOM }),
      ...(transcription !== '' && { texts: { [language]: { text: transcription, translatedFrom: null } } }),
    },
  });
  return id;
}

interface Order {
  projectId: string;
  /** All of the project's sections, in order. Deleted ones stay at their positions between the others. */
  rows: SectionRow[];
}

const placeAt = (trx: Executor, { projectId, rows }: Order, id: string, at: number): Promise<void> =>
  writeOrder(trx, projectId, rows.map((row) => row.id).toSpliced(at, 0, id));

/** Places a new section after another one. */
export const placeAfter = (trx: Executor, order: Order, id: string, afterId: string): Promise<void> =>
  placeAt(trx, order, id, order.rows.findIndex((row) => row.id === afterId) + 1);
