import { sql } from 'kysely';
import type { Executor } from '../../db/database.ts';
import { patternOf } from '../like-pattern.ts';
import type { SectionRow } from '../projects/sections.ts';

/** A section whose text contains the searched words. */
export interface FoundSection extends Pick<
  SectionRow,
  'id' | 'projectId' | 'title' | 'scanKey' | 'fetchKey' | 'objectKind' | 'videoId' | 'startMs' | 'endMs'
> {
  projectTitle: string;
  /** The source, by its video's title; `null` for a custom section. */
  videoTitle: string | null;
  language: string;
  text: string;
}

/** Returns sections of a user's projects whose texts contain words, those of the newest projects first. */
export async function findSectionsSaying(
  db: Executor,
  userId: string,
  { query, projectId, limit }: { query: string; projectId?: string | undefined; limit: number },
): Promise<FoundSection[]> {
  const { rows } = await sql<FoundSection>`
    SELECT sections.id, sections.project_id, sections.title, sections.scan_key, sections.fetch_key,
      sections.video_id, sections.start_ms, sections.end_ms, projects.title AS project_title,
      videos.title AS video_title, section_texts.language, section_texts.text,
      (SELECT kind FROM objects WHERE objects.id = sections.object_id) AS object_kind
    FROM section_texts
    JOIN sections ON sections.id = section_texts.section_id
    JOIN projects ON projects.id = sections.project_id
    LEFT JOIN videos ON videos.id = sections.video_id
    WHERE projects.user_id = ${userId} AND projects.deleted_at IS NULL AND sections.deleted_at IS NULL
      AND (${projectId ?? null}::uuid IS NULL OR projects.id = ${projectId ?? null}::uuid)
      AND section_texts.translated_from IS NULL
      AND normalize(section_texts.text, NFD) ILIKE ${patternOf(query)}
    ORDER BY projects.updated_at DESC, projects.id, sections.position, section_texts.language
    LIMIT ${limit}`.execute(db);
  return rows;
}
