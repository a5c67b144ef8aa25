import { type InferResult, sql } from 'kysely';
import type { z } from 'zod';
import { type CaptionLook, captionLookSchema } from '#contract/caption-look.ts';
import { type CreditsChoice, creditsChoiceSchema } from '#contract/film-credits.ts';
import type { Framing } from '#contract/section-settings.ts';
import type { Language, Quality } from '#contract/primitives.ts';
import type { Aspect } from '#contract/shapes.ts';
import {
  type FilmResult,
  filmResultSchema,
  type MediaSnapshot,
  mediaSnapshotSchema,
  type MusicSnapshot,
  musicSnapshotSchema,
  sectionSnapshotSchema,
} from '#contract/jobs/generation.ts';
import type { Executor } from '../../db/database.ts';

export interface FilmRow {
  projectId: string;
  language: Language;
  quality: Quality;
  aspect: Aspect;
  framing: Framing;
  burnedSubtitles: boolean;
  captionLook: CaptionLook;
  credits: CreditsChoice;
  endFades: boolean;
  runId: string;
  artifactKey: string;
  /** When the run froze its input. A later edit outdates the film. */
  snapshotAt: Date;
}

export async function upsertFilm(trx: Executor, film: FilmRow): Promise<void> {
  const values = {
    projectId: film.projectId,
    language: film.language,
    runId: film.runId,
    artifactKey: film.artifactKey,
    quality: film.quality,
    aspect: film.aspect,
    framing: film.framing,
    burnedSubtitles: film.burnedSubtitles,
    captionLook: JSON.stringify(film.captionLook),
    credits: film.credits,
    endFades: film.endFades,
    snapshotAt: film.snapshotAt,
  };
  await trx
    .insertInto('films')
    .values(values)
    .onConflict((oc) =>
      oc.columns(['projectId', 'language']).doUpdateSet({ ...values, createdAt: sql`now()` }),
    )
    .execute();
}

export interface Film extends FilmRow {
  createdAt: Date;
  /** The secret of its public link; `null` if it has none, or the link has expired. */
  shareToken: string | null;
  share: ShareTerms;
  /** The artifact of its chosen poster; `null` without one. */
  posterKey: string | null;
  result: FilmResult;
}

/** A creator's settings for a film's public link. */
export interface ShareTerms {
  /** When the link expires; `null` for never. */
  expiresAt: Date | null;
  /** A salted hash; `null` without a password. */
  password: string | null;
  /** Whether the watch page offers the file. */
  downloads: boolean;
  /** The origins of the sites that may embed the film. */
  embedOrigins: string[];
}

/** The secret of a film's link, unless the link has expired. */
export const LIVE_SHARE_TOKEN = sql<string | null>`
  CASE WHEN films.share_expires_at <= now() THEN NULL ELSE films.share_token END`;

/** The rows of these projects' films, newest first, as a query. */
export function selectFilms(db: Executor, projectIds: string[]) {
  return db
    .selectFrom('films')
    .innerJoin('artifacts', 'artifacts.key', 'films.artifactKey')
    .selectAll('films')
    .select(['artifacts.data', LIVE_SHARE_TOKEN.as('liveShareToken')])
    .where('projectId', 'in', projectIds)
    .orderBy('films.createdAt', 'desc');
}

/** The films of these projects, newest first. */
export async function findFilms(db: Executor, projectIds: string[]): Promise<Film[]> {
  if (projectIds.length === 0) return [];
  return (await selectFilms(db, projectIds).execute()).map(toFilm);
}

export function toFilm(row: InferResult<ReturnType<typeof selectFilms>>[number]): Film {
  return {
    projectId: row.projectId,
    language: row.language as Language,
    quality: row.quality as Quality,
    aspect: row.aspect as Aspect,
    framing: row.framing as Framing,
    burnedSubtitles: row.burnedSubtitles,
    captionLook: captionLookSchema.parse(row.captionLook),
    credits: creditsChoiceSchema.parse(row.credits),
    endFades: row.endFades,
    runId: row.runId,
    artifactKey: row.artifactKey,
    snapshotAt: row.snapshotAt,
    createdAt: row.createdAt,
    shareToken: row.liveShareToken,
    share: {
      expiresAt: row.shareExpiresAt,
      password: row.sharePassword,
      downloads: row.shareDownloads,
      embedOrigins: row.shareEmbedOrigins,
    },
    posterKey: row.posterKey,
    result: filmResultSchema.parse(row.data),
  };
}

const filmSectionSchema = sectionSnapshotSchema.pick({
  sectionId: true,
  media: true,
  startMs: true,
  endMs: true,
  muted: true,
  narration: true,
});
/** What a section of a film showed when the film was made. */
export type FilmSection = z.infer<typeof filmSectionSchema>;

/** Returns the sections that a film was made of, in order. */
export async function findFilmSections(db: Executor, { runId }: Pick<Film, 'runId'>): Promise<FilmSection[]> {
  const row = await db
    .selectFrom('runs')
    .select(sql<unknown>`input -> 'sections'`.as('sections'))
    .where('id', '=', runId)
    .executeTakeFirst();
  return filmSectionSchema.array().parse(row?.sections ?? []);
}

/** Selects the media of a film's sections, by the run that made the film. */
export function selectFilmMedia(db: Executor) {
  return db
    .selectFrom('runs')
    .select(['id', sql<unknown>`jsonb_path_query_array(input, '$.sections[*].media')`.as('media')]);
}

export function toFilmMedia(
  rows: InferResult<ReturnType<typeof selectFilmMedia>>,
): Map<string, MediaSnapshot[]> {
  return new Map(rows.map(({ id, media }) => [id, mediaSnapshotSchema.array().parse(media)]));
}

/** Returns the music that a film was made with; `null` if it had none. */
export async function findFilmMusic(
  db: Executor,
  { runId }: Pick<Film, 'runId'>,
): Promise<MusicSnapshot | null> {
  const row = await db
    .selectFrom('runs')
    .select(sql<unknown>`input -> 'music'`.as('music'))
    .where('id', '=', runId)
    .executeTakeFirst();
  return musicSnapshotSchema.nullish().parse(row?.music) ?? null;
}

/** Returns the names of the engines that narrated a film, and that transcribed its project's videos. */
export async function findFilmEngines(
  db: Executor,
  { runId, projectId }: Pick<Film, 'runId' | 'projectId'>,
): Promise<string[]> {
  const spoken = db
    .selectFrom('runSteps')
    .innerJoin('artifacts', 'artifacts.key', 'runSteps.artifactKey')
    .select(sql<string | null>`artifacts.data->>'voice'`.as('engine'))
    .where('runId', '=', runId)
    .where('runSteps.job', '=', 'narrate-section');
  const transcribed = db
    .selectFrom('runSteps')
    .innerJoin('runs', 'runs.id', 'runSteps.runId')
    .innerJoin('artifacts', 'artifacts.key', 'runSteps.artifactKey')
    .select(sql<string | null>`artifacts.data->>'engine'`.as('engine'))
    .where('runs.projectId', '=', projectId)
    .where('runSteps.job', '=', 'transcribe-media');
  const rows = await spoken.union(transcribed).execute();
  return rows.flatMap(({ engine }) => engine ?? []);
}

/**
 * Returns a user's projects that may have a public link, including links of projects from before films had
 * their own.
 */
export async function findSharedProjectIds(db: Executor, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('projects.shareToken', 'is not', null),
        eb.exists(
          eb
            .selectFrom('films')
            .select('films.projectId')
            .whereRef('films.projectId', '=', 'projects.id')
            .where(LIVE_SHARE_TOKEN, 'is not', null),
        ),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

const NO_TERMS = {
  shareExpiresAt: null,
  sharePassword: null,
  shareDownloads: true,
  shareEmbedOrigins: [] as string[],
};

const filmOf = (trx: Executor, { projectId, language }: Pick<Film, 'projectId' | 'language'>) =>
  trx.updateTable('films').where('projectId', '=', projectId).where('language', '=', language);

/** Stores the secret of a film's new public link, which anyone can open. */
export async function setFilmShareToken(
  trx: Executor,
  film: Pick<Film, 'projectId' | 'language'>,
  secret: string,
): Promise<void> {
  await filmOf(trx, film)
    .set({ shareToken: secret, ...NO_TERMS })
    .execute();
}

export async function setPosterKey(
  trx: Executor,
  film: Pick<Film, 'projectId' | 'language'>,
  key: string | null,
): Promise<void> {
  await filmOf(trx, film).set({ posterKey: key }).execute();
}

export async function setShareTerms(
  trx: Executor,
  film: Pick<Film, 'projectId' | 'language'>,
  { expiresAt, password, downloads, embedOrigins }: ShareTerms,
): Promise<void> {
  await filmOf(trx, film)
    .set({
      shareExpiresAt: expiresAt,
      sharePassword: password,
      shareDownloads: downloads,
      shareEmbedOrigins: embedOrigins,
    })
    .execute();
}

export async function removeFilmShareTokens(
  trx: Executor,
  projectId: string,
  languages: Language[],
): Promise<void> {
  await trx
    .updateTable('films')
    .set({ shareToken: null, ...NO_TERMS })
    .where('projectId', '=', projectId)
    .where('language', 'in', languages)
    .execute();
}
