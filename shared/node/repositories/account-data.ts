import { sql } from 'kysely';
import {
  EXPORT_PROJECTS_BYTES,
  MOST_PROJECTS,
  type ProjectExport,
  type SectionExport,
} from '#contract/export.ts';
import type { TranscriptWord } from '#contract/jobs/processing.ts';
import type { Executor } from '../db/database.ts';
import { PROJECT_BYTES } from './holdings.ts';
import { boundariesOf, originalSchema } from './sections.ts';
import type { VideoRow } from './videos.ts';
import { groupBy } from './group-by.ts';

/**
 * The projects of a user that are not deleted, newest first, which fit into one file; from one of them on, or all.
 * @returns `next`, the one that the next file begins with
 */
export async function pickForExport(
  db: Executor,
  userId: string,
  from: string | undefined,
): Promise<{ ids: string[]; next: string | undefined }> {
  const { rows } = await sql<{ id: string; fits: boolean }>`
    SELECT id, place = 1 OR place <= ${MOST_PROJECTS} AND bytes <= ${EXPORT_PROJECTS_BYTES} AS fits
    FROM (SELECT id, row_number() OVER newest_first AS place, sum(${PROJECT_BYTES}) OVER newest_first AS bytes
      FROM projects WHERE user_id = ${userId} AND deleted_at IS NULL AND (${from ?? null}::uuid IS NULL
        OR (SELECT projects.created_at < start.created_at
              OR projects.created_at = start.created_at AND projects.id >= start.id
            FROM projects AS start WHERE start.id = ${from ?? null} AND start.user_id = ${userId}))
      WINDOW newest_first AS (ORDER BY created_at DESC, id)) AS own
    ORDER BY place`.execute(db);
  const ids = rows.filter(({ fits }) => fits).map(({ id }) => id);
  return { ids, next: rows[ids.length]?.id };
}

/** Projects of a user, newest first, in a few statements however many there are. */
export async function readProjectsForExport(
  db: Executor,
  userId: string,
  picked: string[],
): Promise<ProjectExport[]> {
  if (picked.length === 0) return [];
  const projects = await db
    .selectFrom('projects')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', 'in', picked)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const ids = projects.map((project) => project.id);
  const rows = await db
    .selectFrom('sections')
    .leftJoin('objects', 'objects.id', 'sections.object_id')
    .selectAll('sections')
    .select('objects.file_name')
    .where('sections.project_id', 'in', ids)
    .where('sections.deleted_at', 'is', null)
    .orderBy('sections.position')
    .orderBy('sections.id')
    .execute();
  const texts = await db
    .selectFrom('section_texts')
    .innerJoin('sections', 'sections.id', 'section_texts.section_id')
    .select(['section_id', 'language', 'text', 'translated_from'])
    .where('sections.project_id', 'in', ids)
    .orderBy('language')
    .execute();
  const videos = await db
    .selectFrom('videos')
    .innerJoin('project_videos', 'project_videos.video_id', 'videos.id')
    .selectAll('videos')
    .select('project_videos.project_id')
    .where('project_videos.project_id', 'in', ids)
    .orderBy('project_videos.position')
    .execute();
  const textsOf = groupBy(texts, (text) => text.section_id);
  const sectionsOf = groupBy(rows, (row) => row.project_id);
  const videosOf = groupBy(videos, (video) => video.project_id);
  return projects.map((project) => {
    const listed = (videosOf.get(project.id) ?? []).map(exportVideo);
    const known = new Set(listed.map((video) => video.id));
    return {
      title: project.title,
      description: project.description,
      createdAt: project.created_at.toISOString(),
      updatedAt: project.updated_at.toISOString(),
      videos: listed,
      sections: (sectionsOf.get(project.id) ?? []).map((row) => ({
        title: row.title,
        kind: row.kind as SectionExport['kind'],
        videoId: row.object_id === null && row.video_id && known.has(row.video_id) ? row.video_id : null,
        upload: row.file_name,
        startMs: row.start_ms,
        endMs: row.end_ms,
        startReason: boundariesOf(row).start,
        endReason: boundariesOf(row).end,
        ...(row.sound !== 'auto' && { sound: row.sound as SectionExport['sound'] }),
        texts: (textsOf.get(row.id) ?? []).map((text) => ({
          language: text.language,
          text: text.text,
          translatedFrom: text.translated_from,
        })),
        original: row.original === null ? null : originalSchema.parse(row.original),
        words: (row.words as unknown as TranscriptWord[]).map((word) => [
          word.text,
          word.startMs,
          word.endMs,
          Math.round(word.confidence * 1000) / 1000,
        ]),
      })),
    };
  });
}

function exportVideo(row: VideoRow): ProjectExport['videos'][number] {
  return {
    id: row.id,
    source: row.source,
    sourceId: row.source_id,
    title: row.title,
    channel: row.channel,
    durationMs: row.duration_ms,
    link: row.url,
  };
}

/** So many of a user's credits as they were booked, oldest first. */
export async function readLedger(
  db: Executor,
  userId: string,
  { offset, limit }: { offset: number; limit: number },
) {
  return db
    .selectFrom('credit_entries')
    .select(['kind', 'amount', 'pack_id', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute();
}
