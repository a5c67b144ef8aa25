import { sql } from 'kysely';
import type { Aspect, Language, Quality } from '#contract/primitives.ts';
import {
  type FilmResult,
  filmResultSchema,
  type MediaSnapshot,
  mediaSnapshotSchema,
} from '#contract/jobs/generation.ts';
import type { Executor } from '../db/database.ts';

export interface FilmRow {
  projectId: string;
  language: Language;
  quality: Quality;
  aspect: Aspect;
  burnedSubtitles: boolean;
  runId: string;
  artifactKey: string;
  /** When the run froze its input: a later edit makes the film 'edited since'. */
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
  /** The secret of its public link; null without one. */
  shareToken: string | null;
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
    shareToken: row.share_token,
    result: filmResultSchema.parse(row.data),
  }));
}

/** What each section of these films showed when they were made, in order; by the run that made them. */
export async function findFilmMedia(
  db: Executor,
  films: Pick<Film, 'runId'>[],
): Promise<Map<string, MediaSnapshot[]>> {
  if (films.length === 0) return new Map();
  const rows = await db
    .selectFrom('runs')
    .select(['id', sql<unknown>`jsonb_path_query_array(input, '$.sections[*].media')`.as('media')])
    .where(
      'id',
      'in',
      films.map(({ runId }) => runId),
    )
    .execute();
  return new Map(rows.map(({ id, media }) => [id, mediaSnapshotSchema.array().parse(media)]));
}

/** Stores the secret of a film's public link; returns the existing one if it is shared already. */
export async function setFilmShareToken(
  trx: Executor,
  { projectId, language }: Pick<Film, 'projectId' | 'language'>,
  secret: string,
): Promise<string> {
  const row = await trx
    .updateTable('films')
    .set((eb) => ({ share_token: eb.fn.coalesce('share_token', eb.val(secret)) }))
    .where('project_id', '=', projectId)
    .where('language', '=', language)
    .returning('share_token')
    .executeTakeFirstOrThrow();
  return row.share_token!;
}

export async function removeFilmShareTokens(
  trx: Executor,
  projectId: string,
  languages: Language[],
): Promise<void> {
  await trx
    .updateTable('films')
    .set({ share_token: null })
    .where('project_id', '=', projectId)
    .where('language', 'in', languages)
    .execute();
}
