import { sql } from 'kysely';
import type { Aspect, Language, Quality } from '#contract/primitives.ts';
import { type FilmResult, filmResultSchema } from '#contract/jobs/generation.ts';
import type { Executor } from '../db/database.ts';

export interface FilmRow {
  projectId: string;
  language: Language;
  quality: Quality;
  aspect: Aspect;
  burnedSubtitles: boolean;
  runId: string;
  artifactKey: string;
  /** When the run froze its input: an edit after this makes the film 'edited since'. */
  snapshotAt: Date;
}

export async function upsertFilm(trx: Executor, film: FilmRow): Promise<void> {
  const values = {
    project_id: film.projectId,
    language: film.language,
    run_id: film.runId,
    artifact_key: film.artifactKey,
    quality: film.quality,
    aspect: film.aspect,
    burned_subtitles: film.burnedSubtitles,
    snapshot_at: film.snapshotAt,
  };
  await trx
    .insertInto('films')
    .values(values)
    .onConflict((oc) =>
      oc.columns(['project_id', 'language']).doUpdateSet({ ...values, created_at: sql`now()` }),
    )
    .execute();
}

export interface Film extends FilmRow {
  createdAt: Date;
  result: FilmResult;
}

/** The films of these projects, newest first. */
export async function findFilms(db: Executor, projectIds: string[]): Promise<Film[]> {
  if (projectIds.length === 0) return [];
  const rows = await db
    .selectFrom('films')
    .innerJoin('artifacts', 'artifacts.key', 'films.artifact_key')
    .selectAll('films')
    .select('artifacts.data')
    .where('project_id', 'in', projectIds)
    .orderBy('films.created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    projectId: row.project_id,
    language: row.language as Language,
    quality: row.quality as Quality,
    aspect: row.aspect as Aspect,
    burnedSubtitles: row.burned_subtitles,
    runId: row.run_id,
    artifactKey: row.artifact_key,
    snapshotAt: row.snapshot_at,
    createdAt: row.created_at,
    result: filmResultSchema.parse(row.data),
  }));
}
