import {
  assembleSections,
  fetchMedia,
  type ProcessingInput,
  processingInputSchema,
  scanMedia,
  transcribeMedia,
} from '#contract/jobs/processing.ts';
import type { Executor } from '../../db/database.ts';
import { refuseContentOver } from '../../repositories/holdings.ts';
import { setNotices } from '../../repositories/projects.ts';
import type { PlannedStep } from '../../repositories/run-steps.ts';
import { insertAnalysedSections } from '../../repositories/sections.ts';
import { findVideos } from '../../repositories/videos.ts';
import { assembleWeight, fetchWeight, scanWeight, transcribeWeight } from '../weights.ts';
import { artifactOf, findSameInProject, projectOf, type RunKindDefinition } from './kind.ts';

/** Videos to sections. */
export const processing: RunKindDefinition<ProcessingInput> = {
  input: processingInputSchema,
  costsCredit: true,
  needsRoom: true,
  changesSections: true,
  keepsSteps: true,
  async plan(trx, { videoIds }, userId) {
    return planProcessing(await lengthsOf(trx, videoIds, userId));
  },
  waiting: () => undefined,
  begun: async () => {},
  async completed(trx, run, steps, caps) {
    const artifact = await artifactOf(trx, steps, assembleSections.name);
    const { sections, notices } = assembleSections.result.parse(artifact.data);
    await insertAnalysedSections(trx, projectOf(run), sections);
    await setNotices(trx, projectOf(run), notices);
    await refuseContentOver(trx, caps, { userId: run.user_id, projectIds: [projectOf(run)] });
    return { message: `${sections.length} sections are ready.`, result: { sections: sections.length } };
  },
  ended: async () => {},
  findSame: findSameInProject,
  inputOfRetry: (input) => input,
  mail: {
    completed: (title, message) => ({
      subject: `Your sections are ready: ${title}`,
      lines: [`"${title}" was processed. ${message}`, 'Edit and arrange them here:'],
      stage: 'edit',
    }),
    failed: (title, message) => ({
      subject: `Processing failed: ${title}`,
      lines: [
        `"${title}" could not be processed: ${message} Your credit is back.`,
        'Your videos are kept; you can try again here:',
      ],
      stage: 'videolist',
    }),
  },
};

/** In the order of the ids; 0 for an unknown length. */
async function lengthsOf(trx: Executor, videoIds: string[], userId: string) {
  const videos = new Map((await findVideos(trx, videoIds, userId)).map((video) => [video.id, video]));
  return videoIds.map((id) => ({ id, durationMs: videos.get(id)?.duration_ms ?? 0 }));
}

/** The message when more videos are selected than may be processed at once. */
export const tooLongTogether = (maxMs: number) =>
  `These videos are longer than ${Math.round((maxMs / 3_600_000) * 10) / 10} hours together. Please select fewer.`;

/** The plan of a processing: per video fetch, scan, transcribe; then sections from all that succeeded. */
export function planProcessing(videos: { id: string; durationMs: number }[]): PlannedStep[] {
  const step = (
    job: PlannedStep['job'],
    index: number,
    videoId: string,
    weight: number,
    after: string[],
  ) => ({
    key: `${job}-${index}`,
    job,
    input: { videoId },
    dependsOn: after,
    weight,
  });
  // By job, not by video, so that the earliest open step determines the run's stage.
  return [
    ...videos.map(({ id, durationMs }, i) => step(fetchMedia.name, i, id, fetchWeight(durationMs), [])),
    ...videos.map(({ id, durationMs }, i) =>
      step(scanMedia.name, i, id, scanWeight(durationMs), [`${fetchMedia.name}-${i}`]),
    ),
    ...videos.map(({ id, durationMs }, i) =>
      step(transcribeMedia.name, i, id, transcribeWeight(durationMs), [`${scanMedia.name}-${i}`]),
    ),
    {
      key: assembleSections.name,
      job: assembleSections.name,
      input: { videoIds: videos.map(({ id }) => id) },
      dependsOn: videos.map((_, i) => `${transcribeMedia.name}-${i}`),
      tolerant: true,
      weight: assembleWeight(videos.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    },
  ];
}
