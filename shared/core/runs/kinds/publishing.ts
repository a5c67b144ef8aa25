import {
  addCaptions,
  finishPublishing,
  type PublishingInput,
  publishingInputSchema,
  publishVideo,
  setThumbnail,
} from '#contract/jobs/publishing.ts';
import { stepKey } from '../../lib/step-key.ts';
import type { Executor } from '../../db/database.ts';
import { AppError } from '../../lib/errors.ts';
import { readArtifactBytes } from '../../repositories/media/artifacts.ts';
import {
  findActivePublishing,
  getPublication,
  insertPublication,
  setPublished,
} from '../../repositories/projects/publications.ts';
import { lockRun, type PlannedStep, type RunRow, type StepRow } from '../../repositories/runs/run-steps.ts';
import { artifactOf, defineKind } from './kind.ts';

/** The assumed upload rate to YouTube until this installation has measured it, in bytes per ms. */
const BYTES_PER_MS = 1_000;
/** The assumed time of adding a thumbnail or subtitles, in ms. */
const ADDITION_MS = 1_000;

/** Publishes a film, or a user's file, to their channel. A file has no project. */
export const publishing = defineKind<PublishingInput>({
  input: publishingInputSchema,
  costsCredit: false,
  needsRoom: false,
  changesSections: false,
  keepsSteps: true,
  async plan(trx, input) {
    const { artifactKey } = input;
    const bytes = await readArtifactBytes(trx, artifactKey);
    if (bytes === undefined) throw new AppError('conflict', 'The file of this run no longer exists.');
    const { name } = publishVideo;
    const weight = 1000 + bytes / BYTES_PER_MS;
    const sending = { key: name, job: name, input: {}, dependsOn: [], weight };
    return [sending, ...planAdditions(input)];
  },
  async begun(trx, run, retries) {
    const { artifactKey, channelId, title, privacy, publishAt } = publishingInputSchema.parse(run.input);
    await insertPublication(trx, {
      runId: run.id,
      userId: run.userId,
      projectId: run.projectId,
      artifactKey,
      language: run.language,
      channelId,
      title,
      privacy,
      publishAt: publishAt === undefined ? null : new Date(publishAt),
      // The URL of the earlier upload, so that nothing is sent twice.
      uploadSession: retries ? (await getPublication(trx, retries.id)).uploadSession : null,
    });
  },
  async completed(trx, run, steps) {
    const artifact = await artifactOf(trx, steps, publishVideo.name);
    const { youtubeId } = publishVideo.result.parse(artifact.data);
    await setPublished(trx, run.id, youtubeId);
    return { message: ['Your video is on YouTube.', ...missingIn(steps)].join(' '), result: { youtubeId } };
  },
  findSame,
  mail: {
    completed: (title) => ({
      subject: `Your video is on YouTube: ${title}`,
      lines: [`"${title}" was uploaded to your YouTube channel.`, 'Open it here:'],
      stage: 'complete',
    }),
    failed: (title, message) => ({
      subject: `Upload to YouTube failed: ${title}`,
      lines: [
        `"${title}" could not be uploaded to your YouTube channel: ${message}`,
        'The file is kept; you can try again here:',
      ],
      stage: 'complete',
    }),
  },
});

/**
 * Plans the steps that add the poster and the subtitles to the video. They may fail without the publishing, since
 * the last step is tolerant.
 */
function planAdditions({ poster, captions = [] }: PublishingInput): PlannedStep[] {
  const step = { dependsOn: [publishVideo.name], weight: ADDITION_MS };
  const { name } = finishPublishing;
  const additions: PlannedStep[] = [
    ...(poster === undefined ? [] : [{ ...step, key: setThumbnail.name, job: setThumbnail.name, input: {} }]),
    ...captions.map((language, index) => ({
      ...step,
      key: stepKey(addCaptions, index),
      job: addCaptions.name,
      input: { language },
    })),
  ];
  if (additions.length === 0) return [];
  const dependsOn = [publishVideo.name, ...additions.map(({ key }) => key)];
  return [...additions, { key: name, job: name, input: {}, dependsOn, tolerant: true, weight: 10 }];
}

/** Returns a sentence for each addition that YouTube did not accept, with its reason, once. */
function missingIn(steps: StepRow[]): string[] {
  const failed = (job: string) => steps.find((step) => step.job === job && step.state === 'failed');
  const [thumbnail, captions] = [failed(setThumbnail.name), failed(addCaptions.name)];
  return [
    ...(thumbnail ? [`Its thumbnail was not set: ${thumbnail.errorMessage}`] : []),
    ...(captions ? [`Its subtitles were not added: ${captions.errorMessage}`] : []),
  ];
}

/** Finds the active run that publishes the same file. */
async function findSame(trx: Executor, old: RunRow): Promise<string | undefined> {
  // Two concurrent retries would send the file twice.
  await lockRun(trx, old.id);
  return findActivePublishing(trx, old.userId, publishingInputSchema.parse(old.input).artifactKey);
}
