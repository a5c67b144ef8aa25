import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { artifactKey } from '../../lib/artifact-key.ts';
import {
  type PlannedSection,
  scanMedia,
  fetchMedia,
  type TranscriptWord,
} from '#contract/jobs/processing.ts';
import type { DrawnField, SectionSettings } from '#contract/section-settings.ts';
import { type BoundaryReason, trimmedTextSchema, type Section } from '#contract/sections.ts';
import type { Executor } from '../../db/database.ts';
import { boundText } from '#text/transcript/bound-text.ts';
import type { Sections } from '../../db/types.generated.ts';
import { RESTORE_DAYS } from './projects.ts';
import { ROW_COLUMNS, type RowColumn, settingColumns } from './section-columns.ts';

/** A section without its words, of which there may be thousands: `findWords` reads those. */
export type SectionRow = Pick<Selectable<Sections>, Exclude<RowColumn, keyof SectionSettings>> &
  SectionSettings & {
    /** By language. `translatedFrom` is `null` for a text written by a person. */
    texts: Partial<Record<string, { text: string; translatedFrom: string | null }>>;
    /** The type of the section's replacement upload. */
    objectKind: 'video' | 'image' | null;
    /** The ID of the replacement upload as a video, if it is one. */
    objectVideoId: string | null;
  };

type Boundaries = Section['boundaries'];

/** Returns why a section starts and ends where it does. */
export function boundariesOf(row: Pick<SectionRow, 'startReason' | 'endReason'>): Boundaries {
  return { start: row.startReason as BoundaryReason, end: row.endReason as BoundaryReason };
}

/** Returns the boundaries as columns to write. Omitted ones stay unchanged. */
export const boundaryColumns = <Reason extends string | undefined>(boundaries: {
  start: Reason;
  end: Reason;
}) => ({ startReason: boundaries.start, endReason: boundaries.end });

/** sections.original: what the analysis found, for Reset and for detecting a changed text. */
export const originalSchema = z.object({
  title: z.string(),
  text: z.string(),
  language: z.string(),
  startMs: z.int(),
  endMs: z.int(),
  position: z.int(),
  /**
   * Stored by the first edit that overwrites them: the reasons for the boundaries, and the file that was
   * played.
   */
  reasons: z.object({ start: z.string(), end: z.string() }).optional(),
  fetchKey: z.string().optional(),
  /** The text of the whole section, if a split or a trim reduced `text` to the current range. */
  wholeText: z.string().optional(),
  /** What the last trim left of the section's text in this language, and what it removed before and after it. */
  kept: trimmedTextSchema.optional(),
  /** The section from which a split created this one. A reset joins them again. */
  splitOf: z.uuid().optional(),
  /** By language: a translation that the creator provided, and the text that it translates. */
  brought: z.record(z.string(), z.object({ text: z.string(), of: z.string() })).optional(),
});
export type Original = z.infer<typeof originalSchema>;

/** Returns the key of a file's scan. Everything after the fetch is keyed by the file's content. */
export function scanKeyOf(sha256: string): string {
  return artifactKey(scanMedia, [sha256]);
}

/** Inserts the planned sections of the analysis into the project, after the existing ones. */
export async function insertAnalysedSections(
  trx: Executor,
  projectId: string,
  planned: PlannedSection[],
): Promise<void> {
  if (planned.length === 0) return;
  const media = await findMediaOfVideos(trx, [...new Set(planned.map((section) => section.videoId))]);
  const { first } = await trx
    .selectFrom('sections')
    .select(sql<number>`COALESCE(max(position) + 1, 0)`.as('first'))
    .where('projectId', '=', projectId)
    .executeTakeFirstOrThrow();
  const rows = await trx
    .insertInto('sections')
    .values(
      planned.map((section, index) => ({
        projectId,
        kind: 'analysed',
        position: first + index,
        title: section.title,
        videoId: section.videoId,
        fetchKey: media.get(section.videoId)!.fetchKey,
        scanKey: media.get(section.videoId)!.scanKey,
        startMs: section.startMs,
        endMs: section.endMs,
        words: JSON.stringify(section.words),
        ...boundaryColumns(section.boundaries),
        original: JSON.stringify({
          title: section.title,
          text: boundText(section.text),
          language: section.language,
          startMs: section.startMs,
          endMs: section.endMs,
          position: first + index,
        }),
      })),
    )
    .returning(['id', 'position'])
    .execute();
  await trx
    .insertInto('sectionTexts')
    .values(
      rows.map((row) => ({
        sectionId: row.id,
        language: planned[row.position - first]!.language,
        text: boundText(planned[row.position - first]!.text),
      })),
    )
    .execute();
}

async function findMediaOfVideos(db: Executor, videoIds: string[]) {
  const rows = await db
    .selectFrom('videos')
    .innerJoin('artifacts', 'artifacts.key', 'videos.fetchKey')
    .select(['videos.id', 'artifacts.key', 'artifacts.data'])
    .where('videos.id', 'in', videoIds)
    .execute();
  return new Map(
    rows.map((row) => {
      const { sha256 } = fetchMedia.result.parse(row.data);
      return [row.id, { fetchKey: row.key, scanKey: scanKeyOf(sha256) }];
    }),
  );
}

/** Selects sections with their texts, in the project's order. */
function selectSections(db: Executor) {
  return db
    .selectFrom('sections')
    .select(ROW_COLUMNS.map((column) => `sections.${column}` as const))
    .select([
      sql<SectionRow['texts']>`COALESCE((SELECT jsonb_object_agg(language,
          jsonb_build_object('text', text, 'translatedFrom', translated_from))
        FROM section_texts WHERE section_id = sections.id), '{}')`.as('texts'),
      sql<SectionRow['objectKind']>`(SELECT kind FROM objects WHERE objects.id = sections.object_id)`.as(
        'objectKind',
      ),
      sql<SectionRow['objectVideoId']>`(SELECT objects.video_id FROM objects
        WHERE objects.id = sections.object_id)`.as('objectVideoId'),
    ])
    .$narrowType<SectionSettings>()
    .orderBy('position')
    .orderBy('sections.id');
}

/** Selects the sections of a project that are not deleted. */
export function selectSectionsOf(db: Executor, projectId: string) {
  return selectSections(db).where('projectId', '=', projectId).where('deletedAt', 'is', null);
}

export async function findSections(db: Executor, projectId: string): Promise<SectionRow[]> {
  return selectSectionsOf(db, projectId).execute();
}

/** Returns all sections of a project, including deleted ones. */
export async function findAllSections(db: Executor, projectId: string): Promise<SectionRow[]> {
  return selectSections(db).where('projectId', '=', projectId).execute();
}

/** Returns deleted sections that can be restored, newest first. */
export async function findDeletedSections(db: Executor, projectId: string): Promise<SectionRow[]> {
  return selectSections(db)
    .clearOrderBy()
    .where('projectId', '=', projectId)
    .where('deletedAt', '>', sql<Date>`now() - make_interval(days => ${RESTORE_DAYS})`)
    .orderBy('deletedAt', 'desc')
    .limit(1000)
    .execute();
}

/** Finds a section of this user's projects, including deleted ones. */
export async function findOwnSection(
  db: Executor,
  id: string,
  userId: string,
): Promise<SectionRow | undefined> {
  return selectSections(db)
    .innerJoin('projects', 'projects.id', 'sections.projectId')
    .where('sections.id', '=', id)
    .where('projects.userId', '=', userId)
    .where('projects.deletedAt', 'is', null)
    .executeTakeFirst();
}

/** Marks a section as changed if only data beside its row was changed. */
export async function touchSection(trx: Executor, id: string): Promise<void> {
  await trx
    .updateTable('sections')
    .set({ updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Stores a text written by a person. */
export async function setSectionText(
  trx: Executor,
  id: string,
  language: string,
  text: string,
): Promise<void> {
  await trx
    .insertInto('sectionTexts')
    .values({ sectionId: id, language, text })
    .onConflict((oc) =>
      oc
        .columns(['sectionId', 'language'])
        .doUpdateSet({ text, translatedFrom: null, updatedAt: sql`now()` }),
    )
    .execute();
}

/**
 * Stores a machine translation of a section's text, unless a person wrote one meanwhile or the section was
 * deleted.
 */
export async function storeTranslation(
  trx: Executor,
  id: string,
  { language, text, from }: { language: string; text: string; from: string },
): Promise<void> {
  await sql`
    INSERT INTO section_texts (section_id, language, text, translated_from)
    SELECT id, ${language}, ${boundText(text)}, ${boundText(from)} FROM sections WHERE id = ${id}
    ON CONFLICT (section_id, language) DO UPDATE
    SET text = excluded.text, translated_from = excluded.translated_from, updated_at = now()
    WHERE section_texts.translated_from IS NOT NULL`.execute(trx);
}

/** Stores a machine translation of a section's title, or of the line under it, unless a person wrote one. */
export async function storeTitle(
  trx: Executor,
  id: string,
  { field, language, text, of }: { field: DrawnField; language: string; text: string; of: string },
): Promise<void> {
  const words = JSON.stringify({ text, of });
  await sql`
    UPDATE sections SET updated_at = now(), localized = localized || jsonb_build_object(${language}::text,
      COALESCE(localized -> ${language}, '{}') || jsonb_build_object(${field}::text, ${words}::jsonb))
    WHERE id = ${id} AND (localized -> ${language} -> ${field} IS NULL
      OR localized -> ${language} -> ${field} ->> 'of' IS NOT NULL)`.execute(trx);
}

/** Inserts a section without texts, with a new ID by default. @returns its ID */
export async function insertSection(
  trx: Executor,
  section: Pick<SectionRow, 'projectId' | 'kind' | 'title' | 'position' | 'startMs' | 'endMs'> & {
    boundaries: Boundaries;
  } & Partial<
      Pick<SectionRow, 'videoId' | 'objectId' | 'fetchKey' | 'scanKey' | 'original'> &
        SectionSettings & {
          id: string;
          words: TranscriptWord[];
        }
    >,
): Promise<string> {
  const { words = [], original = null, boundaries, ...values } = section;
  const { id } = await trx
    .insertInto('sections')
    .values({
      ...values,
      ...settingColumns(values),
      ...boundaryColumns(boundaries),
      words: JSON.stringify(words),
      original: original === null ? null : JSON.stringify(original),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes the positions of a project's sections, counted from 0, in one statement. */
export async function writeOrder(trx: Executor, projectId: string, ids: string[]): Promise<void> {
  await sql`
    UPDATE sections SET position = ordered.position - 1
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS ordered(id, position)
    WHERE sections.id = ordered.id AND sections.project_id = ${projectId}`.execute(trx);
}
