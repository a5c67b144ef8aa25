import type { z } from 'zod';
import type { FilmPart, filmPreviewQuerySchema, filmPreviewSchema } from '#contract/film-preview.ts';
import type { GenerationInput, SectionSnapshot } from '#contract/jobs/generation.ts';
import { type Scan, scanMedia } from '#contract/jobs/processing.ts';
import { readingMs } from '#film/time/section-length.ts';
import type { Backend } from '#core/backend.ts';
import type { Executor } from '#core/db/database.ts';
import { fitSection } from '#film/time/fit.ts';
import { sectionGainDb, UNDER_NARRATION_DB } from '#film/sound/loudness.ts';
import { spokenIn } from '#film/captions/place.ts';
import { findArtifacts } from '#core/repositories/media/artifacts.ts';
import { findSections, type SectionRow } from '#core/repositories/projects/sections.ts';
import { FILM_LINK_TTL } from '#core/storage/signing.ts';
import { makeCues } from '#film/captions/cues.ts';
import { findFilmNarrations, type MadeNarration, readEngineNames } from '../section-views/made-narrations.ts';
import type { LinkedCaller, ProjectId } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import { freezeFilm } from './freeze-film.ts';

/**
 * Returns the audio and captions that each section of the film would have, as far as they exist. Unlike a
 * film, it waits for nothing.
 * @throws AppError `not_found`
 */
export async function previewFilm(
  backend: Backend,
  { userId, signer }: LinkedCaller,
  { projectId }: ProjectId,
  { gender, speaker, ...request }: z.output<typeof filmPreviewQuerySchema>,
): Promise<z.infer<typeof filmPreviewSchema>> {
  const { db } = backend;
  const project = await ownProject(db, projectId, userId);
  const rows = await findReady(db, await findSections(db, project.id));
  if (rows.length === 0) return { parts: [] };
  const engines = await readEngineNames(backend);
  const videos = rows.map(({ id }) => ({ clipid: id, gender, voice_id: speaker ?? '' }));
  const film = await freezeFilm(db, project, { ...request, credits: 'off', videos }, engines);
  const scanKeys = film.sections.flatMap(({ media }) => (media.kind === 'video' ? media.scanKey : []));
  const [narrations, scans] = await Promise.all([
    findFilmNarrations(db, engines, film.sections),
    findArtifacts(db, [...new Set(scanKeys)]),
  ]);
  const urlOf = ({ key }: MadeNarration) => {
    const file = { artifactKey: key, file: 'narration.wav', name: 'narration.wav' };
    return signer.sign(project, file, FILM_LINK_TTL);
  };
  return {
    parts: film.sections.map((section) => {
      const artifact = section.media.kind === 'video' ? scans.get(section.media.scanKey) : undefined;
      const scan = artifact && scanMedia.result.parse(artifact.data);
      const recorded = narrations.get(section.sectionId);
      return partOf(section, film, { scan, recorded, urlOf });
    }),
  };
}

/** Returns the sections whose media a film can show: title cards, and those that were fetched. */
async function findReady(db: Executor, rows: SectionRow[]): Promise<SectionRow[]> {
  const fetched = await findArtifacts(db, [...new Set(rows.flatMap((row) => row.fetchKey ?? []))]);
  const isCard = (row: SectionRow) => !row.objectKind && !row.videoId;
  return rows.filter((row) => isCard(row) || fetched.has(row.fetchKey ?? ''));
}

interface PartMedia {
  scan: Scan | undefined;
  recorded: MadeNarration | undefined;
  urlOf: (narration: MadeNarration) => string;
}

function partOf(
  section: SectionSnapshot,
  film: GenerationInput,
  { scan, recorded, urlOf }: PartMedia,
): FilmPart {
  const { sectionId, narration, media } = section;
  const read = narration && (recorded?.data ?? estimateOf(narration.text));
  const still = media.kind !== 'video';
  const { frameRate } = film;
  const fit = fitSection({ excerpt: section, narration: read, scan, frameRate, still });
  const spoken = read ? spokenIn(read, fit) : section.words;
  const captionStyle = film.burnSubtitles ? film : { captionSize: film.captionSize };
  return {
    sectionId,
    gainDb: sectionGainDb(scan?.loudness ?? null, section),
    narration: narration && {
      url: recorded ? urlOf(recorded) : null,
      tempo: fit.tempo,
      underDb: UNDER_NARRATION_DB,
      spoken: spoken.map(({ startMs, endMs }) => ({ startMs, endMs })),
    },
    cues: section.captions ? makeCues(spoken, fit.effectiveMs, captionStyle) : [],
  };
}

/** Estimates a narration before it is recorded. */
function estimateOf(text: string) {
  const durationMs = readingMs(text);
  return { durationMs, speed: 1, sentences: [{ text, startMs: 0, endMs: durationMs }] };
}
