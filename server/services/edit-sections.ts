import { SECTION_TRIM_MIN_MS, type SectionUpdate } from '#contract/sections.ts';
import { scanMedia } from '#contract/jobs/processing.ts';
import type { Language } from '#contract/primitives.ts';
import type { Database, Executor } from '#node/db/database.ts';
import { AppError } from '#node/errors.ts';
import { findArtifacts } from '#node/repositories/artifacts.ts';
import { findOwnProject, touchProject } from '#node/repositories/projects.ts';
import {
  findOwnSection,
  findSections,
  type SectionRow,
  setSectionDeleted,
  setSectionText,
  updateSection,
  writeOrder,
} from '#node/repositories/sections.ts';

/** Does an edit under its project's row lock and marks the project as edited. */
async function edit<T>(
  db: Database,
  userId: string,
  sectionId: string,
  act: (trx: Executor, section: SectionRow) => Promise<T>,
): Promise<{ section: SectionRow; result: T }> {
  return db.transaction().execute(async (trx) => {
    const found = await findOwnSection(trx, sectionId, userId);
    if (!found) throw new AppError('not_found', 'There is no such section.');
    await findOwnProject(trx, found.project_id, userId, true);
    const result = await act(trx, (await findOwnSection(trx, sectionId, userId))!);
    await touchProject(trx, found.project_id);
    return { section: (await findOwnSection(trx, sectionId, userId))!, result };
  });
}

/** Changes text, title or range of a section; its words and media are never touched. */
export async function updateSectionOf(
  db: Database,
  userId: string,
  sectionId: string,
  patch: SectionUpdate,
  language: Language,
): Promise<SectionRow> {
  const { section } = await edit(db, userId, sectionId, async (trx, row) => {
    if (row.deleted_at) throw new AppError('not_found', 'This section was deleted.');
    if (patch.videoURL !== undefined)
      throw new AppError('unprocessable', 'This is not an upload of this project.');
    if (patch.transcription !== undefined)
      await setSectionText(trx, row.id, language, patch.transcription.trim());
    const range = await trimmed(trx, row, patch);
    await updateSection(trx, row.id, { ...(patch.title !== undefined && { title: patch.title }), ...range });
  });
  return section;
}

async function trimmed(trx: Executor, row: SectionRow, patch: SectionUpdate) {
  if (patch.startTime === undefined && patch.endTime === undefined) return {};
  const startMs = patch.startTime === undefined ? row.start_ms : Math.round(patch.startTime * 1000);
  const endMs = patch.endTime === undefined ? row.end_ms : Math.round(patch.endTime * 1000);
  const scan = row.scan_key ? (await findArtifacts(trx, [row.scan_key])).get(row.scan_key) : undefined;
  const lengthMs = scan ? scanMedia.result.parse(scan.data).durationMs : row.end_ms;
  if (endMs - startMs < SECTION_TRIM_MIN_MS) {
    throw new AppError('unprocessable', 'A section must last half a second at least.');
  }
  if (endMs > lengthMs) {
    throw new AppError('unprocessable', `The video ends at ${(lengthMs / 1000).toFixed(2)} seconds.`);
  }
  return {
    start_ms: startMs,
    end_ms: endMs,
    ...(startMs !== row.start_ms && { start_reason: 'edited' }),
    ...(endMs !== row.end_ms && { end_reason: 'edited' }),
  };
}

/** Deletes a section, or brings a deleted one back to its place; doing it twice changes nothing. */
export async function setDeleted(
  db: Database,
  userId: string,
  sectionId: string,
  deleted: boolean,
): Promise<SectionRow> {
  const { section } = await edit(db, userId, sectionId, (trx, row) =>
    setSectionDeleted(trx, row.id, deleted),
  );
  return section;
}

/**
 * Writes the sections' order.
 * @throws AppError `not_found`, or `sections_changed` when the ids are not exactly the project's.
 */
export async function reorderSections(
  db: Database,
  userId: string,
  projectId: string,
  ids: string[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await findOwnProject(trx, projectId, userId, true))) {
      throw new AppError('not_found', 'There is no such project.');
    }
    const now = (await findSections(trx, projectId)).map((section) => section.id);
    const isPermutation =
      new Set(ids).size === now.length && ids.length === now.length && now.every((id) => ids.includes(id));
    if (!isPermutation) {
      throw new AppError('sections_changed', 'The sections changed meanwhile. Please look at them again.');
    }
    if (now.every((id, index) => id === ids[index])) return;
    await writeOrder(trx, projectId, ids);
    await touchProject(trx, projectId);
  });
}
