import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { type GenerationInput, generationInputSchema } from '#contract/jobs/generation.ts';
import type { Language } from '#contract/primitives.ts';
import type { listenRequestSchema, listenResultSchema } from '#contract/voices.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { filmSize } from '#film/framing/size.ts';
import type { ProjectRow } from '#core/repositories/projects/projects.ts';
import { findActiveRun } from '#core/repositories/runs/runs.ts';
import { startRun } from '#core/runs/start-run.ts';
import { FILM_LINK_TTL } from '#core/storage/signing.ts';
import { freezeFilm } from '../films/freeze-film.ts';
import { type EngineNames, findMadeNarrations, readEngineNames } from '../section-views/made-narrations.ts';
import type { LinkedCaller, ProjectId, SectionId } from '../caller.ts';
import { ownProject, ownSection } from '../ownership.ts';

/**
 * Returns the recording of a section's narration as its film would have it, or the run that makes it.
 * @throws AppError `not_found`; `unprocessable` if the section plays its own audio or has no text; `conflict`
 * while another section of the project is being recorded, or if its media is missing
 */
export async function listenTo(
  backend: Backend,
  caller: LinkedCaller,
  { sectionId }: SectionId,
  { language, gender, speaker }: z.output<typeof listenRequestSchema>,
): Promise<z.infer<typeof listenResultSchema>> {
  const { db } = backend;
  const row = await ownSection(db, sectionId, caller.userId);
  const project = await ownProject(db, row.projectId, caller.userId);
  const engines = await readEngineNames(backend);
  const request = {
    language,
    aspect: '16:9' as const,
    burnSubtitles: false,
    credits: 'off' as const,
    videos: [{ clipid: sectionId, gender, voice_id: speaker ?? '' }],
  };
  const film = await freezeFilm(db, project, request, { translates: engines.translates });
  if (!film.sections[0]!.narration) {
    throw new AppError(
      'unprocessable',
      'This section isn’t narrated, because it has no text or plays its own sound.',
    );
  }
  return recordingOf(backend, caller, { project, engines, film });
}

/** The samples that voices speak, for choosing one. */
const SAMPLE_MS = 5000;
const SAMPLES: Record<Language, string> = {
  en: 'Hello! This is how your film sounds in this voice.',
  hi: 'नमस्ते! इस आवाज़ में आपकी फ़िल्म ऐसी सुनाई देगी।',
  bn: 'নমস্কার! এই কণ্ঠে আপনার ছবিটি এমন শোনাবে।',
};

/**
 * Returns a sample by the voice that a film of the project would have, or the run that records it.
 * @throws AppError `not_found`; `conflict` while another recording of the project is in progress
 */
export async function listenToVoice(
  backend: Backend,
  caller: LinkedCaller,
  { projectId }: ProjectId,
  { language, gender, speaker = null }: z.output<typeof listenRequestSchema>,
): Promise<z.infer<typeof listenResultSchema>> {
  const project = await ownProject(backend.db, projectId, caller.userId);
  const quality = '720p';
  const aspect = '16:9';
  const narration = { text: SAMPLES[language], language, gender, speaker, translateFrom: null };
  const film = generationInputSchema.parse({
    language,
    quality,
    aspect,
    burnSubtitles: false,
    ...filmSize(quality, aspect),
    title: project.title,
    speaker,
    sections: [
      {
        sectionId: project.id,
        title: 'Sample',
        narration,
        media: { kind: 'card' },
        startMs: 0,
        endMs: SAMPLE_MS,
        words: [],
      },
    ],
  });
  return recordingOf(backend, caller, { project, engines: await readEngineNames(backend), film });
}

interface Recording {
  project: ProjectRow;
  engines: EngineNames;
  film: GenerationInput;
}

/** Returns the narration of a film's first section, or the run that records it. */
async function recordingOf(
  backend: Backend,
  { userId, signer }: LinkedCaller,
  { project, engines, film }: Recording,
): Promise<z.infer<typeof listenResultSchema>> {
  const { db } = backend;
  const section = film.sections[0]!;
  const request = { narration: section.narration!, excerpt: section, still: section.media.kind !== 'video' };
  const [recorded] = await findMadeNarrations(db, engines, [request]);
  if (recorded) {
    const file = { artifactKey: recorded.key, file: 'narration.wav', name: 'narration.wav' };
    return { url: signer.sign(project, file, FILM_LINK_TTL), runId: null };
  }
  const { runId } = await startRun(backend, 'listening', { userId }, async (trx, begin) => {
    await ownProject(trx, project.id, userId, true);
    const active = await findActiveRun(trx, project.id, 'listening');
    if (active) {
      if (isDeepStrictEqual(generationInputSchema.parse(active.input), film)) return { runId: active.id };
      throw new AppError(
        'conflict',
        'Another narration of this project is being recorded. Wait for it or cancel it first.',
      );
    }
    return { runId: await begin({ projectId: project.id, input: film, language: film.language }) };
  });
  return { url: null, runId };
}
