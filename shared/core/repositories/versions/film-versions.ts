import { sql } from 'kysely';
import { z } from 'zod';
import { type FilmResult, filmResultSchema, joinFilm } from '#contract/jobs/generation.ts';
import { transcriptWordSchema } from '#contract/jobs/processing.ts';
import { SECTION_DEFAULTS } from '#contract/section-settings.ts';
import { type FilmOptions, filmOptionsSchema } from '#contract/versions.ts';
import type { Executor } from '../../db/database.ts';
import type { Caps } from '../account/holdings.ts';
import { readStates, sectionStateSchema } from '../projects/section-states.ts';
import { type ProjectState, projectStateSchema, readProjectState } from '../media/project-state.ts';

/**
 * A section as stored in a version: the part of it that edits change, its words, and the data needed to
 * create it again after its row is purged. Settings that were added later have their defaults.
 */
const versionSectionSchema = z.object({
  id: z.uuid(),
  kind: z.string(),
  videoId: z.string().nullable(),
  state: z.preprocess(
    (state) => ({ ...SECTION_DEFAULTS, ...(state as object) }),
    sectionStateSchema.extend({ words: transcriptWordSchema.array().default([]) }),
  ),
});
export type VersionSection = z.infer<typeof versionSectionSchema>;

/** Returns the sections of a project as versions store them, including deleted ones, in order. */
export async function readSectionsWhole(db: Executor, projectId: string): Promise<VersionSection[]> {
  const rows = await db
    .selectFrom('sections')
    .select(['id', 'kind', 'videoId'])
    .where('projectId', '=', projectId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const states = await readStates(
    db,
    projectId,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, kind, videoId }) => {
    const state = states.get(id);
    return state ? { id, kind, videoId, state: { ...state, words: state.words ?? [] } } : [];
  });
}

/**
 * Stores the plan of a film: these sections, in the film's order. Stores nothing if all versions of the
 * account would exceed its cap of text. The project must be locked.
 */
export async function insertVersion(
  trx: Executor,
  { projectId, runId, userId }: { projectId: string; runId: string; userId: string },
  film: { options: FilmOptions; sectionIds: readonly string[] },
  { textBytes }: Pick<Caps, 'textBytes'>,
): Promise<void> {
  const byId = new Map((await readSectionsWhole(trx, projectId)).map((section) => [section.id, section]));
  const { music } = await readProjectState(trx, projectId);
  await sql`
    INSERT INTO film_versions (project_id, run_id, options, project_state, sections)
    SELECT ${projectId}::uuid, ${runId}::uuid, ${JSON.stringify(film.options)}::jsonb,
      ${JSON.stringify({ music })}::jsonb, plan.sections
    FROM (SELECT ${JSON.stringify([...new Set(film.sectionIds)].map((id) => byId.get(id)))}::jsonb AS sections) AS plan
    WHERE octet_length(plan.sections::text) + (SELECT COALESCE(sum(bytes), 0) FROM film_versions
      JOIN projects ON projects.id = project_id WHERE user_id = ${userId}) <= ${textBytes}`.execute(trx);
}

/** A retry makes the same film, so the plan is moved to the new run. */
export async function moveVersion(trx: Executor, from: string, to: string): Promise<void> {
  await trx.updateTable('filmVersions').set({ runId: to }).where('runId', '=', from).execute();
}

/** A machine translation that a film narrates or shows. */
export interface AddedText {
  sectionId: string;
  text: string;
  from: string;
}

/**
 * Numbers the version of a film that was just made, adds the translations made for it, and deletes the oldest
 * versions over the caps, except those of current films. Does nothing for a film without a version.
 */
export async function completeVersion(
  trx: Executor,
  { projectId, runId }: { projectId: string; runId: string },
  { durationMs, texts }: { durationMs: number; texts: readonly AddedText[] },
  { versions, versionBytes }: Caps,
): Promise<void> {
  const version = await trx
    .updateTable('filmVersions')
    .set({
      number: sql<number>`(SELECT COALESCE(max(number), 0) + 1 FROM film_versions WHERE project_id = ${projectId})`,
      madeAt: sql<Date>`now()`,
      durationMs,
    })
    .where('runId', '=', runId)
    .returning(['options', 'sections'])
    .executeTakeFirst();
  if (version && texts.length > 0) {
    const { language } = filmOptionsSchema.parse(version.options);
    const textById = new Map(texts.map((text) => [text.sectionId, text]));
    const sections = versionSectionSchema.array().parse(version.sections);
    for (const { id, state } of sections) {
      const added = textById.get(id);
      const current = state.texts[language];
      if (!added || current?.translatedFrom === null) continue;
      state.texts[language] = { text: added.text, translatedFrom: added.from };
    }
    const written = trx.updateTable('filmVersions').set({ sections: JSON.stringify(sections) });
    await written.where('runId', '=', runId).execute();
  }
  await sql`
    DELETE FROM film_versions WHERE id IN (
      SELECT id FROM (SELECT film_versions.id, film_versions.run_id, number,
          row_number() OVER newest_first AS place, sum(bytes) OVER newest_first AS bytes
        FROM film_versions WHERE project_id = ${projectId}
        WINDOW newest_first AS (ORDER BY number DESC NULLS LAST)) AS kept
      WHERE (number IS NULL AND NOT EXISTS (SELECT FROM runs WHERE runs.id = kept.run_id
            AND runs.status IN ('queued', 'running'))
          OR number IS NOT NULL AND (place > ${versions} OR place > 1 AND bytes > ${versionBytes}))
        AND NOT EXISTS (SELECT FROM films WHERE films.run_id = kept.run_id))`.execute(trx);
}

/** A version without its sections. */
export interface VersionRow {
  id: string;
  runId: string;
  number: number;
  madeAt: Date;
  durationMs: number;
  options: FilmOptions;
  sectionCount: number;
}

const versionsQuery = (db: Executor, projectId: string) =>
  db
    .selectFrom('filmVersions')
    .select(['id', 'runId', 'number', 'madeAt', 'durationMs', 'options', 'sectionCount'])
    .where('projectId', '=', projectId)
    .where('number', 'is not', null);

/** Returns the versions of a project's generated films, newest first. */
export async function findVersions(db: Executor, projectId: string): Promise<VersionRow[]> {
  const rows = await versionsQuery(db, projectId).orderBy('number', 'desc').execute();
  return rows.map((row) => ({
    id: row.id,
    runId: row.runId,
    number: row.number!,
    madeAt: row.madeAt!,
    durationMs: row.durationMs!,
    options: filmOptionsSchema.parse(row.options),
    sectionCount: row.sectionCount,
  }));
}

/** A film that a run made. */
export interface MadeFilm {
  artifactKey: string;
  result: FilmResult;
}

/** The films that these runs made, by run, of which the files are still kept. */
export async function findMadeFilms(db: Executor, runIds: string[]): Promise<Map<string, MadeFilm>> {
  if (runIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('runSteps')
    .innerJoin('artifacts', 'artifacts.key', 'runSteps.artifactKey')
    .select(['runSteps.runId', 'artifacts.key', 'artifacts.data'])
    .where('runSteps.runId', 'in', runIds)
    .where('runSteps.job', '=', joinFilm.name)
    .execute();
  return new Map(
    rows.map((row) => [row.runId, { artifactKey: row.key, result: filmResultSchema.parse(row.data) }]),
  );
}

/** A version with its sections. */
export interface WholeVersion {
  number: number;
  options: FilmOptions;
  /** `null` for a film without music; `undefined` for a version from before versions stored it. */
  music: ProjectState['music'] | undefined;
  sections: VersionSection[];
}

/** Returns one version of a project with its sections; `undefined` if the version is not this project's. */
export async function findVersion(
  db: Executor,
  projectId: string,
  id: string,
): Promise<WholeVersion | undefined> {
  const row = await versionsQuery(db, projectId)
    .select(['projectState', 'sections'])
    .where('id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      number: row.number!,
      options: filmOptionsSchema.parse(row.options),
      music: row.projectState === null ? undefined : projectStateSchema.parse(row.projectState).music,
      sections: versionSectionSchema.array().parse(row.sections),
    }
  );
}

/** Which of the media that a version names still exist. */
export interface HeldMedia {
  videos: ReadonlyMap<string, string | null>;
  uploads: ReadonlyMap<string, string | null>;
  fetched: ReadonlySet<string>;
}

/**
 * Finds a version's videos and uploads, each with the key of its fetched file, and which fetched files exist.
 */
export async function findHeldMedia(
  db: Executor,
  { sections, music }: Pick<WholeVersion, 'sections' | 'music'>,
): Promise<HeldMedia> {
  const videoIds = sections.flatMap(({ videoId }) => videoId ?? []);
  const played = [...sections.map(({ state }) => state), ...(music ? [music] : [])];
  const uploadIds = played.flatMap(({ objectId }) => objectId ?? []);
  const keys = played.flatMap(({ fetchKey }) => fetchKey ?? []);
  const { rows } = await sql<{ kind: 'video' | 'upload' | 'fetched'; id: string; fetchKey: string | null }>`
    SELECT 'video' AS kind, id, fetch_key FROM videos WHERE id = ANY(${videoIds}::text[])
    UNION ALL SELECT 'upload', id::text, fetch_key FROM objects WHERE id = ANY(${uploadIds}::uuid[])
    UNION ALL SELECT 'fetched', key, key FROM artifacts WHERE key = ANY(${keys}::text[])`.execute(db);
  const of = (kind: string) =>
    new Map(rows.filter((row) => row.kind === kind).map((row) => [row.id, row.fetchKey] as const));
  return { videos: of('video'), uploads: of('upload'), fetched: new Set(of('fetched').keys()) };
}
