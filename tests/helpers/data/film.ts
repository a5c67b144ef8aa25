import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { type FilmResult, joinFilm, translateSection } from '#contract/jobs/generation.ts';
import type { Language } from '#contract/primitives.ts';
import { filmOptionsSchema } from '#contract/versions.ts';
import type { Backend } from '#core/backend.ts';
import { insertArtifact } from '#core/repositories/media/artifacts.ts';
import { upsertFilm } from '#core/repositories/projects/films.ts';
import { findSections } from '#core/repositories/projects/sections.ts';
import { readSteps, type StepRef } from '#core/repositories/runs/run-steps.ts';
import { completeVersion, findVersions, insertVersion } from '#core/repositories/versions/film-versions.ts';

const NARRATION = { text: 'Text', language: 'en', gender: 'female', translateFrom: null };

/**
 * Creates a project's film of these bytes like a finished generation. No test decodes them. Returns the run's
 * ID.
 */
export async function addFilm(
  { db, artifacts }: Pick<Backend, 'db' | 'artifacts'>,
  {
    userId,
    projectId,
    bytes,
    durationMs = 30_000,
    language = 'en',
    vtt,
    sections = [],
    narrated = [],
    signer,
  }: {
    userId: string;
    projectId: string;
    bytes: Buffer;
    durationMs?: number;
    language?: Language;
    /** The film's subtitles, as one cue; none by default. */
    vtt?: string;
    /** The film's contents, one chapter each; unspecified by default. */
    sections?: FilmResult['sections'];
    /** The IDs of the sections that have a narration. */
    narrated?: string[];
    /** Who signed its content credentials; by default it has none. */
    signer?: string;
  },
): Promise<string> {
  // The film shows the project's current sections.
  const snapshots = (await findSections(db, projectId)).map(({ id: sectionId, startMs, endMs, ...row }) => {
    const keys = { sha256: '', fetchKey: row.fetchKey ?? row.objectId ?? '' };
    const narration = narrated.includes(sectionId) ? NARRATION : null;
    const section = { sectionId, startMs, endMs, narration };
    if (row.objectKind === 'image') return { ...section, media: { kind: 'image', ...keys } };
    const videoId = row.objectVideoId ?? row.videoId;
    const video = { kind: 'video', ...keys, scanKey: row.scanKey ?? '', videoId };
    return { ...section, media: videoId ? video : { kind: 'card' } };
  });
  const run = await db
    .insertInto('runs')
    .values({
      kind: 'generation',
      projectId,
      userId,
      language,
      status: 'completed',
      input: JSON.stringify({ sections: snapshots }),
      finishedAt: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const artifactKey = createHash('sha256').update(bytes).digest('hex');
  await artifacts.build(joinFilm, artifactKey, userId, async (dir) => {
    await writeFile(join(dir, 'film.mp4'), bytes);
    const texts = vtt === undefined ? [] : ['film.vtt', 'film.srt'];
    for (const name of texts) await writeFile(join(dir, name), vtt!);
    const size = { width: 640, height: 360, bytes: bytes.length };
    const credentials = signer === undefined ? undefined : { signer };
    const subtitles = vtt === undefined ? 0 : 1;
    const data = { ...size, durationMs, gender: null, subtitles, credentials, sections };
    return { data, files: ['film.mp4', ...texts] };
  });
  await upsertFilm(db, {
    projectId,
    language,
    quality: '720p',
    aspect: '16:9',
    framing: 'fit',
    burnedSubtitles: false,
    captionLook: PLAIN_CAPTIONS,
    credits: 'off',
    endFades: false,
    runId: run.id,
    artifactKey,
    snapshotAt: new Date(),
  });
  return run.id;
}

/** Stores the plan of a film of the current sections like a generation. Returns the version's ID. */
export async function addVersion(
  { db, config }: Pick<Backend, 'db' | 'config'>,
  film: { userId: string; projectId: string; runId: string },
  durationMs = 30_000,
): Promise<string> {
  const sectionIds = (await findSections(db, film.projectId)).map(({ id }) => id);
  const options = filmOptionsSchema.parse({ language: 'en', quality: '720p' });
  await insertVersion(db, film, { options, sectionIds }, config.caps);
  await completeVersion(db, film, { durationMs, texts: [] }, config.caps);
  const [version] = await findVersions(db, film.projectId);
  return version!.id;
}

/** The result of a step that joins a film without contents. */
const JOINED: FilmResult = {
  durationMs: 30_000,
  bytes: 1,
  width: 640,
  height: 360,
  gender: null,
  speaker: null,
  subtitles: 0,
  sections: [],
};

/** Ends a step like its worker. */
export async function endStep(
  { db, engine }: Pick<Backend, 'db' | 'engine'>,
  ref: StepRef,
  job: string,
  data: unknown,
): Promise<void> {
  if (!(await engine.begin(ref))) throw new Error(`The step ${ref.step} cannot begin.`);
  const artifact = { key: randomUUID(), job, data, ownerId: null, files: [], version: 1 };
  await insertArtifact(db, artifact);
  await engine.complete(ref, { key: artifact.key, reused: false });
}

/**
 * Ends every step of a generation like its workers, without files. `translated` is the machine's translation.
 */
export async function endGeneration(
  backend: Pick<Backend, 'db' | 'engine'>,
  runId: string,
  { translated = '' } = {},
): Promise<void> {
  const results: Record<string, unknown> = {
    [joinFilm.name]: JOINED,
    [translateSection.name]: { text: translated },
  };
  for (const { key, job } of await readSteps(backend.db, runId)) {
    await endStep(backend, { runId, step: key }, job, results[job] ?? {});
  }
}
