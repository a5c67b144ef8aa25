import { sql } from 'kysely';
import type { Language } from '#contract/primitives.ts';
import type { Executor } from '../../db/database.ts';
import { type Film, LIVE_SHARE_TOKEN } from './films.ts';
import { groupBy } from '../group-by.ts';
import { LENGTH_MS } from './section-media.ts';

/** A card's data about a project's sections. */
export interface SectionSummary {
  projectId: string;
  count: number;
  durationMs: number;
  /** The scan of the first section that has one. */
  scanKey: string | null;
  clips: { title: string; startMs: number; endMs: number }[];
}

/** Returns data about the sections of each project. `clips` is the number of listed sections. */
export async function summariseSections(
  db: Executor,
  projectIds: string[],
  { clips }: { clips: number },
): Promise<Map<string, SectionSummary>> {
  const { rows } = await sql<SectionSummary>`
    SELECT projects.id AS project_id, summed.count, summed.duration_ms, still.scan_key,
      COALESCE(named.clips, '[]') AS clips
    FROM unnest(${projectIds}::uuid[]) AS projects(id)
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count, COALESCE(sum(${LENGTH_MS}), 0)::float AS duration_ms
      FROM sections WHERE project_id = projects.id AND deleted_at IS NULL) AS summed
    LEFT JOIN LATERAL (
      SELECT scan_key FROM sections
      WHERE project_id = projects.id AND deleted_at IS NULL AND scan_key IS NOT NULL
      ORDER BY position LIMIT 1) AS still ON true
    LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('title', title, 'startMs', start_ms, 'endMs', end_ms) ORDER BY position)
        AS clips
      FROM (SELECT title, start_ms, end_ms, position FROM sections
        WHERE project_id = projects.id AND deleted_at IS NULL
        ORDER BY position LIMIT ${clips}) AS first) AS named ON true`.execute(db);
  return new Map(rows.map((row) => [row.projectId, row]));
}

/** A film without its contents. */
export type ListedFilm = Pick<Film, 'projectId' | 'language' | 'artifactKey' | 'posterKey' | 'shareToken'> & {
  durationMs: number;
};

/** Returns the films of each of these projects, newest first. */
export async function findListedFilms(
  db: Executor,
  projectIds: string[],
): Promise<Map<string, ListedFilm[]>> {
  const rows = await db
    .selectFrom('films')
    .innerJoin('artifacts', 'artifacts.key', 'films.artifactKey')
    .select(['projectId', 'language', 'artifactKey', 'posterKey', LIVE_SHARE_TOKEN.as('shareToken')])
    .select(sql<number>`(artifacts.data->>'durationMs')::float`.as('durationMs'))
    .where('projectId', 'in', projectIds)
    .orderBy('films.createdAt', 'desc')
    .execute();
  const films = rows.map((row) => ({
    projectId: row.projectId,
    language: row.language as Language,
    artifactKey: row.artifactKey,
    posterKey: row.posterKey,
    shareToken: row.shareToken,
    durationMs: row.durationMs,
  }));
  return groupBy(films, ({ projectId }) => projectId);
}
