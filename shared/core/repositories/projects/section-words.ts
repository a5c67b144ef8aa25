import { sql } from 'kysely';
import { type TranscriptWord, transcriptWordSchema } from '#contract/jobs/processing.ts';
import type { Executor } from '../../db/database.ts';
import type { SectionRow } from './sections.ts';

const wordsSchema = transcriptWordSchema.array();

/**
 * Returns the transcript words of these sections' videos, including words outside their current ranges. Times
 * are in ms of the source.
 */
export async function findWords(db: Executor, ids: string[]): Promise<Map<string, TranscriptWord[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('sections').select(['id', 'words']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, words }) => [id, wordsSchema.parse(words)]));
}

/** The maximum number of words returned around a section. */
const MAX_AROUND = 5000;

/**
 * Returns the transcript words of a section's video between two times in ms, as far as the sections of its
 * project have them: each word once, in order, the first 5,000.
 */
export async function findWordsAround(
  db: Executor,
  { projectId, videoId }: Pick<SectionRow, 'projectId' | 'videoId'>,
  { startMs, endMs }: { startMs: number; endMs: number },
): Promise<TranscriptWord[]> {
  const { rows } = await sql<Omit<TranscriptWord, 'speaker'> & { speaker: string | null }>`
    SELECT DISTINCT (word->>'startMs')::int AS start_ms, (word->>'endMs')::int AS end_ms, word->>'text' AS text,
      (word->>'confidence')::float AS confidence, word->>'speaker' AS speaker
    FROM (SELECT DISTINCT ON (words_key) words FROM sections
        WHERE project_id = ${projectId} AND video_id = ${videoId} AND words_key IS NOT NULL) AS heard,
      jsonb_array_elements(heard.words) AS word
    WHERE ((word->>'startMs')::int + (word->>'endMs')::int) / 2.0 >= ${startMs}
      AND ((word->>'startMs')::int + (word->>'endMs')::int) / 2.0 < ${endMs}
    ORDER BY 1, 2, 3 LIMIT ${MAX_AROUND}`.execute(db);
  return rows.map(({ speaker, ...word }) => ({ ...word, ...(speaker !== null && { speaker }) }));
}

/**
 * Stores the words that a wider range added. The range selects which words are shown, so undoing the edit
 * leaves them in place.
 */
export async function storeWords(trx: Executor, id: string, words: TranscriptWord[]): Promise<void> {
  await trx
    .updateTable('sections')
    .set({ words: JSON.stringify(words) })
    .where('id', '=', id)
    .execute();
}

/** A moment of a video, in ms. */
export interface SourceEdge {
  videoId: string;
  ms: number;
}

/**
 * Returns the words of a project's videos that are spoken at these moments, with at least `marginMs` of the
 * word before and after. One word for each moment.
 */
export async function findWordsAcross(
  db: Executor,
  projectId: string,
  edges: readonly SourceEdge[],
  marginMs: number,
): Promise<(SourceEdge & { word: string })[]> {
  if (edges.length === 0) return [];
  const { rows } = await sql<SourceEdge & { word: string }>`
    SELECT DISTINCT ON (edge."videoId", edge.ms) edge."videoId" AS video_id, edge.ms, word->>'text' AS word
    FROM (SELECT DISTINCT ON (words_key) video_id, words FROM sections
        WHERE project_id = ${projectId} AND words_key IS NOT NULL) AS heard
      JOIN jsonb_to_recordset(${JSON.stringify(edges)}::jsonb) AS edge ("videoId" text, ms int)
        ON edge."videoId" = heard.video_id,
      jsonb_array_elements(heard.words) AS word
    WHERE (word->>'startMs')::int + ${marginMs}::int <= edge.ms
      AND (word->>'endMs')::int - ${marginMs}::int >= edge.ms
    ORDER BY edge."videoId", edge.ms, word->>'startMs'`.execute(db);
  return rows;
}
