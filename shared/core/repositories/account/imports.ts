import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ProjectExport, SectionExport } from '#contract/export.ts';
import { SECTION_DEFAULTS } from '#contract/section-settings.ts';
import { STILL_MIN_MS } from '#contract/sections.ts';
import type { Executor } from '../../db/database.ts';
import { boundOriginal } from '#text/transcript/bound-text.ts';
import { settingColumns } from '../projects/section-columns.ts';
import { boundaryColumns } from '../projects/sections.ts';
import type { VideoRow } from '../media/videos.ts';

/** A checked project of a file, ready to be written. It may have a million words. */
export type CheckedProject = Omit<ProjectExport, 'sections'> & {
  /** A hash of its content: equal content has an equal hash. */
  sha256: string;
  sections: (Omit<SectionExport, 'words'> & {
    /** As JSON, the way the table stores them. */
    words: string;
  })[];
};
type CheckedSection = CheckedProject['sections'][number];

/** Takes seconds for a large project: call it off the event loop. */
export function checkedProject(project: ProjectExport): CheckedProject {
  // The schema's output has a fixed order of fields, so equal content gives equal text.
  const sha256 = createHash('sha256').update(JSON.stringify(project)).digest('hex');
  const sections = project.sections.map((section) => ({
    ...section,
    words: JSON.stringify(
      section.words.map(([text, startMs, endMs, confidence, speaker]) => ({
        text,
        startMs,
        endMs,
        confidence,
        ...(speaker !== undefined && { speaker }),
      })),
    ),
  }));
  return { ...project, sections, sha256 };
}

/** Returns `false` if this user already imported the same project. Call it in the import's transaction. */
export async function rememberImport(
  trx: Executor,
  userId: string,
  { sha256 }: Pick<CheckedProject, 'sha256'>,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('imports')
    .values({ userId, sha256 })
    .onConflict((oc) => oc.doNothing())
    .returning('sha256')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Allows these projects to be imported again. Call it in the import's transaction. */
export async function forgetImports(
  trx: Executor,
  userId: string,
  projects: Pick<CheckedProject, 'sha256'>[],
): Promise<void> {
  if (projects.length === 0) return;
  await trx
    .deleteFrom('imports')
    .where('userId', '=', userId)
    .where(
      'sha256',
      'in',
      projects.map(({ sha256 }) => sha256),
    )
    .execute();
}

/** Returns when a user's projects were created, in ms; without deleted ones. */
export async function findCreationTimes(db: Executor, userId: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('projects')
    .select('createdAt')
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .execute();
  return new Set(rows.map(({ createdAt }) => createdAt.getTime()));
}

type Reference = { source: string; sourceId: string };
export const referenceOf = ({ source, sourceId }: Reference) => `${source} ${sourceId}`;

/**
 * Finds which of these videos exist here, by `referenceOf`: shared ones and the user's own, never another
 * user's.
 */
export async function findVideosBySource(
  db: Executor,
  userId: string,
  references: Reference[],
): Promise<Map<string, VideoRow>> {
  if (references.length === 0) return new Map();
  const rows = await db
    .selectFrom('videos')
    .selectAll()
    .where(
      sql<boolean>`(source, source_id) IN (SELECT * FROM unnest(
        ${references.map(({ source }) => source)}::text[], ${references.map(({ sourceId }) => sourceId)}::text[]))`,
    )
    .where((eb) => eb.or([eb('ownerId', 'is', null), eb('ownerId', '=', userId)]))
    // If both exist, the user's own wins: the later one replaces the other.
    .orderBy('ownerId', (ob) => ob.asc().nullsFirst())
    .execute();
  return new Map(rows.map((row) => [referenceOf({ source: row.source, sourceId: row.sourceId }), row]));
}

/** Inserts a project with new IDs. `videos` are its videos that exist here, by the file's IDs. */
export async function insertImportedProject(
  trx: Executor,
  userId: string,
  project: CheckedProject,
  videos: Map<string, VideoRow>,
  notices: string[],
): Promise<string> {
  const { id } = await trx
    .insertInto('projects')
    .values({
      userId,
      title: project.title,
      description: project.description,
      searchWords: project.searchWords ?? null,
      notices: JSON.stringify(notices),
      filmChoices: JSON.stringify(project.filmChoices ?? {}),
      createdAt: sql`LEAST(${project.createdAt}::timestamptz, now())`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const videoIds = [...new Set([...videos.values()].map((video) => video.id))];
  if (videoIds.length > 0) {
    await trx
      .insertInto('projectVideos')
      .values(videoIds.map((videoId, position) => ({ projectId: id, videoId, position })))
      .execute();
  }
  if (project.sections.length === 0) return id;
  const sections = project.sections.map((section) => ({ id: randomUUID(), section }));
  await trx
    .insertInto('sections')
    .values(
      sections.map((row, position) => ({
        id: row.id,
        projectId: id,
        position,
        title: row.section.title,
        ...importedMedia(row.section, videos),
      })),
    )
    .execute();
  const texts = sections.flatMap((row) =>
    row.section.texts.map((text) => ({
      sectionId: row.id,
      language: text.language,
      text: text.text,
      translatedFrom: text.translatedFrom,
    })),
  );
  if (texts.length > 0) await trx.insertInto('sectionTexts').values(texts).execute();
  return id;
}

/** A section whose video exists here waits for its media. Any other becomes a title card with its text. */
function importedMedia(section: CheckedSection, videos: Map<string, VideoRow>) {
  const video = section.videoId === null ? undefined : videos.get(section.videoId);
  if (!video) {
    return {
      kind: 'custom',
      startMs: 0,
      endMs: STILL_MIN_MS,
      ...boundaryColumns({ start: 'start', end: 'end' }),
      ...settingColumns(section),
      // A card has no audio of its own: its text is narrated, as on any other card.
      ...(section.sound === 'original' && { sound: SECTION_DEFAULTS.sound }),
    };
  }
  return {
    kind: section.kind,
    ...settingColumns(section),
    videoId: video.id,
    startMs: section.startMs,
    endMs: section.endMs,
    ...boundaryColumns({ start: section.startReason, end: section.endReason }),
    original: section.original && JSON.stringify(boundOriginal(section.original)),
    words: section.words,
  };
}
