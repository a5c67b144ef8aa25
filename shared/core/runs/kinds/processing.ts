import {
  assembleSections,
  extractSound,
  fetchMedia,
  hearSpeech,
  type ProcessingInput,
  processingInputSchema,
  scanMedia,
  transcribeMedia,
} from '#contract/jobs/processing.ts';
import type { SpokenLanguage } from '#contract/primitives.ts';
import { sectionsReady } from '#text/messages/run-words.ts';
import type { Executor } from '../../db/database.ts';
import { stepKey } from '../../lib/step-key.ts';
import { chooseSections } from '#film/drafts/choose-sections.ts';
import { planFilm } from '../../repositories/films/following-films.ts';
import { refuseContentOver } from '../../repositories/account/holdings.ts';
import { setDraft, setNotices } from '../../repositories/projects/projects.ts';
import type { PlannedStep } from '../../repositories/runs/run-steps.ts';
import { insertAnalysedSections } from '../../repositories/projects/sections.ts';
import { findVideos } from '../../repositories/media/videos.ts';
import {
  assembleWeight,
  fetchWeight,
  hearingParts,
  hearWeight,
  scanWeight,
  soundWeight,
  transcribeWeight,
} from '../weights.ts';
import { artifactOf, defineKind, projectOf } from './kind.ts';
import { addPreviewings } from './previewing.ts';

/** Turns videos into sections. */
export const processing = defineKind<ProcessingInput>({
  input: processingInputSchema,
  costsCredit: true,
  needsRoom: true,
  changesSections: true,
  keepsSteps: true,
  async plan(trx, { videoIds, spoken }, userId) {
    return planProcessing(await lengthsOf(trx, videoIds, userId), spoken);
  },
  async begun(trx, { id, input }) {
    if (processingInputSchema.parse(input).film) await planFilm(trx, id);
  },
  async completed(trx, run, steps, caps) {
    const artifact = await artifactOf(trx, steps, assembleSections.name);
    const { sections, notices } = assembleSections.result.parse(artifact.data);
    const { draft: request } = processingInputSchema.parse(run.input);
    const chosen = request && chooseSections(sections, request);
    const chosenSections = chosen?.sections ?? sections;
    await insertAnalysedSections(trx, projectOf(run), chosenSections);
    await setNotices(trx, projectOf(run), notices);
    if (chosen) await setDraft(trx, projectOf(run), chosen.draft);
    await refuseContentOver(trx, caps, { userId: run.userId, projectIds: [projectOf(run)] });
    await addPreviewings(trx, { userId: run.userId, projectId: projectOf(run) });
    return { message: sectionsReady(chosenSections.length), result: { sections: chosenSections.length } };
  },
  mail: {
    completed: (title, message) => ({
      subject: `Your sections are ready: ${title}`,
      lines: [`"${title}" was processed. ${message}`, 'Edit and arrange them here:'],
      stage: 'edit',
    }),
    failed: (title, message, retryable) => ({
      subject: `Processing failed: ${title}`,
      lines: [
        `"${title}" could not be processed: ${message} Your credit is back.`,
        retryable
          ? 'Your videos are kept; you can try again here:'
          : 'These files can never be used. The project is here:',
      ],
      stage: 'videolist',
    }),
  },
});

/** Returns the lengths in the order of the IDs; 0 for an unknown one. */
async function lengthsOf(trx: Executor, videoIds: string[], userId: string) {
  const videos = new Map((await findVideos(trx, videoIds, userId)).map((video) => [video.id, video]));
  return videoIds.map((id) => ({ id, durationMs: videos.get(id)?.durationMs ?? 0 }));
}

/** Returns the message for a selection that is longer than may be processed together. */
export function tooLongTogether(maxMs: number): string {
  const hours = Math.round((maxMs / 3_600_000) * 10) / 10;
  return `These videos are longer than ${hours} ${hours === 1 ? 'hour' : 'hours'} in total. Select fewer.`;
}

/**
 * Plans a processing: for each video the fetch, then the scan beside the audio, transcription in parts, and
 * the transcript; then sections from all that succeeded.
 * @param spoken languages by video; detected for the others
 */
export function planProcessing(
  videos: { id: string; durationMs: number }[],
  spoken: ProcessingInput['spoken'] = {},
): PlannedStep[] {
  const each = (
    job: { name: PlannedStep['job'] },
    after: (place: number) => string[],
    weight: (durationMs: number) => number,
    more: (id: string) => object = () => ({}),
  ): PlannedStep[] =>
    videos.map(({ id, durationMs }, place) => ({
      key: stepKey(job, place),
      job: job.name,
      input: { videoId: id, ...more(id) },
      dependsOn: after(place),
      weight: weight(durationMs),
    }));
  const spokenIn = (id: string) => ({ spoken: spoken[id] ?? 'auto' });
  const hearing = videos.map((video, place) => planParts(video, spokenIn(video.id), place));
  const partsOf = (place: number) => hearing[place]!.map(({ key }) => key);
  const fetched = (place: number) => [stepKey(fetchMedia, place)];
  // By job, not by video, so that the earliest open step determines the run's stage.
  return [
    ...each(fetchMedia, () => [], fetchWeight),
    ...each(extractSound, fetched, soundWeight, spokenIn),
    // Sections do not need proxies: see `previewing`.
    ...each(scanMedia, fetched, scanWeight, () => ({ proxy: false })),
    ...hearing.flat(),
    ...each(transcribeMedia, partsOf, transcribeWeight, spokenIn),
    {
      key: assembleSections.name,
      job: assembleSections.name,
      input: { videoIds: videos.map(({ id }) => id) },
      dependsOn: [scanMedia, transcribeMedia].flatMap((job) => videos.map((_, place) => stepKey(job, place))),
      tolerant: true,
      weight: assembleWeight(videos.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    },
  ];
}

/**
 * Returns the steps that transcribe parts of a video's audio in parallel, after the step that extracts it.
 */
function planParts(
  { id, durationMs }: { id: string; durationMs: number },
  language: { spoken: SpokenLanguage },
  place: number,
): PlannedStep[] {
  const parts = hearingParts(durationMs);
  return Array.from({ length: parts }, (_, part) => ({
    key: stepKey(hearSpeech, place, part),
    job: hearSpeech.name,
    input: { videoId: id, ...language, part, parts },
    dependsOn: [stepKey(extractSound, place)],
    weight: hearWeight(durationMs) / parts,
  }));
}

/** Plans the transcription of one video. It is fetched first if its file is not stored. */
export function planHearing(
  { id, durationMs, fetched }: { id: string; durationMs: number; fetched: boolean },
  spoken: SpokenLanguage,
): PlannedStep[] {
  const input = { videoId: id, spoken };
  const fetch = { key: stepKey(fetchMedia, 0), job: fetchMedia.name, input: { videoId: id }, dependsOn: [] };
  const sound = { key: stepKey(extractSound, 0), job: extractSound.name, input };
  const parts = planParts({ id, durationMs }, { spoken }, 0);
  return [
    ...(fetched ? [] : [{ ...fetch, weight: fetchWeight(durationMs) }]),
    { ...sound, dependsOn: fetched ? [] : [fetch.key], weight: soundWeight(durationMs) },
    ...parts,
    {
      key: stepKey(transcribeMedia, 0),
      job: transcribeMedia.name,
      input,
      dependsOn: parts.map(({ key }) => key),
      weight: transcribeWeight(durationMs),
    },
  ];
}
