import type { Language } from '#contract/primitives.ts';
import { SECTION_DEFAULTS } from '#contract/section-settings.ts';
import type { Clip } from '#contract/sections.ts';
import type { Executor } from '#core/db/database.ts';
import type { Backend } from '#core/backend.ts';
import { findScansOfFetched } from '#core/repositories/projects/scans.ts';
import {
  boundaryColumns,
  findAllSections,
  findSections,
  type SectionRow,
} from '#core/repositories/projects/sections.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import { originalOf } from '../section-views/section-text.ts';
import { viewSections } from '../section-views/section-view.ts';
import { analysed } from './original.ts';

/**
 * Returns a project's sections as clips: as they are now, or as analysed. Writes nothing.
 * @throws AppError `not_found`
 */
export async function readClips(
  backend: Pick<Backend, 'db' | 'redis' | 'config'>,
  { userId }: Caller,
  { projectId }: ProjectId,
  { language, force_refresh: fromAnalysis }: { language: Language; force_refresh: boolean },
): Promise<Clip[]> {
  const { db } = backend;
  await ownProject(db, projectId, userId);
  const rows = fromAnalysis ? await analysedRows(db, projectId) : await findSections(db, projectId);
  const sections = await viewSections(backend, rows, language);
  return sections.map((section) => ({
    ...section,
    videoTitle: section.video.title || 'Unknown Video',
    videoThumbnail: section.video.thumbnail || '/placeholder.svg',
    videoChannel: section.video.channel || 'Unknown Channel',
  }));
}

async function analysedRows(db: Executor, projectId: string): Promise<SectionRow[]> {
  const rows = (await findAllSections(db, projectId)).flatMap((row) => {
    const original = analysed(row);
    return original ? [{ row, original, fetchKey: original.fetchKey ?? row.fetchKey }] : [];
  });
  const scans = await findScansOfFetched(
    db,
    rows.flatMap(({ fetchKey }) => fetchKey ?? []),
  );
  return rows
    .map(({ row, original, fetchKey }): SectionRow => ({
      ...row,
      title: original.title!,
      position: originalOf(row)!.position,
      startMs: original.startMs!,
      endMs: original.endMs!,
      ...boundaryColumns({ start: original.startReason!, end: original.endReason! }),
      ...SECTION_DEFAULTS,
      objectId: null,
      objectKind: null,
      objectVideoId: null,
      fetchKey,
      scanKey: scans.get(fetchKey ?? '')?.scanKey ?? null,
      original: original.original as SectionRow['original'],
      saysWords: row.wordsKey !== null,
      deletedAt: null,
      texts: textsOf(original.texts!),
    }))
    .toSorted((a, b) => a.position - b.position);
}

function textsOf(texts: Record<string, { text: string; translatedFrom: string | null } | null>) {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([language, text]) => (text ? [[language, text]] : [])),
  );
}
