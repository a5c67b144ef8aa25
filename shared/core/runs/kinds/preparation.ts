import {
  finishPreparation,
  type PreparationInput,
  preparationInputSchema,
} from '#contract/jobs/preparation.ts';
import { assembleSections, fetchMedia, scanMedia } from '#contract/jobs/processing.ts';
import { sectionsReady } from '#text/messages/run-words.ts';
import type { Executor } from '../../db/database.ts';
import { stepKey } from '../../lib/step-key.ts';
import { type Caps, refuseContentOver } from '../../repositories/account/holdings.ts';
import { givePreparedMedia } from '../../repositories/media/prepared-media.ts';
import { addNotices, lockProject, touchProject } from '../../repositories/projects/projects.ts';
import { type PlannedStep, readSteps, type RunRow, type StepRow } from '../../repositories/runs/run-steps.ts';
import { insertAnalysedSections } from '../../repositories/projects/sections.ts';
import { findVideos } from '../../repositories/media/videos.ts';
import { fetchWeight, scanWeight } from '../weights.ts';
import { artifactOf, defineKind, projectOf } from './kind.ts';
import { addPreviewings } from './previewing.ts';
import { planProcessing } from './processing.ts';

/**
 * Prepares media for the sections of a project that have none yet, or creates sections of videos that failed
 * earlier. Several may run in parallel.
 */
export const preparation = defineKind<PreparationInput>({
  input: preparationInputSchema,
  costsCredit: false,
  needsRoom: false,
  changesSections: true,
  keepsSteps: true,
  async plan(trx, { videoIds, sections, spoken }, userId) {
    const byId = new Map((await findVideos(trx, videoIds, userId)).map((video) => [video.id, video]));
    const videos = videoIds.flatMap((id) => {
      const video = byId.get(id);
      return video ? [{ id, durationMs: video.durationMs, fetched: video.fetchKey !== null }] : [];
    });
    return sections ? planProcessing(videos, spoken) : planPreparation(videos);
  },
  waiting: ({ importId }) =>
    importId === undefined
      ? undefined
      : {
          stage: 'Waiting for the rest of the import',
          message: 'Imported projects are prepared one at a time. This one will start automatically.',
        },
  async completed(trx, run, steps, caps) {
    if (makesSections(steps)) return completeRetriedVideos(trx, run, steps, caps);
    const artifact = await artifactOf(trx, steps, finishPreparation.name);
    const { videos } = finishPreparation.result.parse(artifact.data);
    for (const video of videos) await givePreparedMedia(trx, projectOf(run), video);
    await addNotices(trx, projectOf(run), failures(steps));
    await addPreviewings(trx, { userId: run.userId, projectId: projectOf(run) });
    return { message: 'The media is ready.', result: { videos: videos.length } };
  },
  async ended(trx, run) {
    // A repeated failure is reported with its video.
    const steps = await readSteps(trx, run.id);
    if (!makesSections(steps)) await addNotices(trx, projectOf(run), failures(steps));
  },
  // A request for one project of an import does not wait for the others.
  inputOfRetry: ({ videoIds, sections, spoken }) => ({ videoIds, sections, ...(spoken && { spoken }) }),
});

const makesSections = (steps: StepRow[]) => steps.some((step) => step.job === assembleSections.name);

/** Their sections follow the existing ones. */
async function completeRetriedVideos(trx: Executor, run: RunRow, steps: StepRow[], caps: Caps) {
  const artifact = await artifactOf(trx, steps, assembleSections.name);
  const { sections, notices } = assembleSections.result.parse(artifact.data);
  await lockProject(trx, projectOf(run));
  await insertAnalysedSections(trx, projectOf(run), sections);
  await addNotices(trx, projectOf(run), notices);
  await touchProject(trx, projectOf(run));
  await refuseContentOver(trx, caps, { userId: run.userId, projectIds: [projectOf(run)] });
  await addPreviewings(trx, { userId: run.userId, projectId: projectOf(run) });
  return { message: sectionsReady(sections.length, 'more '), result: { sections: sections.length } };
}

/** Returns the failures as messages for the page. */
function failures(steps: StepRow[]): string[] {
  return steps
    .filter((step) => step.state === 'failed')
    .map((step) => step.errorMessage ?? 'A video could not be prepared.');
}

export interface VideoToPrepare {
  id: string;
  /** 0 when unknown. */
  durationMs: number;
  /** Whether its file is already stored, as for an upload. */
  fetched: boolean;
}

/**
 * Plans a preparation: each video is fetched, unless its file is stored, and scanned; then the successful
 * ones are assigned to their sections. One failure does not stop the others.
 */
export function planPreparation(videos: VideoToPrepare[]): PlannedStep[] {
  const fetches = videos.flatMap((video, index) =>
    video.fetched
      ? []
      : [
          {
            key: stepKey(fetchMedia, index),
            job: fetchMedia.name,
            input: { videoId: video.id },
            dependsOn: [],
            weight: fetchWeight(video.durationMs),
          },
        ],
  );
  const scans = videos.map((video, index) => ({
    key: stepKey(scanMedia, index),
    job: scanMedia.name,
    input: { videoId: video.id },
    dependsOn: video.fetched ? [] : [stepKey(fetchMedia, index)],
    weight: scanWeight(video.durationMs),
  }));
  return [
    ...fetches,
    ...scans,
    {
      key: finishPreparation.name,
      job: finishPreparation.name,
      input: { videoIds: videos.map(({ id }) => id) },
      dependsOn: scans.map((step) => step.key),
      tolerant: true,
      weight: 100,
    },
  ];
}
