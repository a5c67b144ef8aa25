import { sql } from 'kysely';
import { finishPreparation } from '#contract/jobs/preparation.ts';
import { assembleSections } from '#contract/jobs/processing.ts';
import { publishVideo } from '#contract/jobs/publishing.ts';
import {
  type GenerationInput,
  generationInputSchema,
  joinFilm,
  translateSection,
} from '#contract/jobs/generation.ts';
import type { Executor } from '../db/database.ts';
import { findArtifacts } from '../repositories/artifacts.ts';
import { captureCredit, releaseCredit } from '../repositories/credits.ts';
import { type Caps, orUndo, refuseContentOver, withinCaps } from '../repositories/holdings.ts';
import { upsertFilm } from '../repositories/films.ts';
import { givePreparedMedia } from '../repositories/prepared-media.ts';
import { setPublished } from '../repositories/publications.ts';
import { addNotices, lockProject, touchProject } from '../repositories/projects.ts';
import { insertAnalysedSections, keepTranslation } from '../repositories/sections.ts';
import { readSteps, type RunRow, type StepRow } from '../repositories/run-steps.ts';

/**
 * What a kind of run does to the product's tables, in the transaction of its terminal transition. `completed` throws an
 * OverCapError when the account would have more than it may.
 */
interface Outcome {
  completed(
    trx: Executor,
    run: RunRow,
    steps: StepRow[],
    caps: Caps,
  ): Promise<{ message: string; result: unknown }>;
  /** Failed or cancelled. */
  ended(trx: Executor, run: RunRow): Promise<void>;
}

/** Only a publishing may be of none. */
const projectOf = (run: RunRow): string => run.project_id!;

async function artifactOf(trx: Executor, steps: StepRow[], job: string) {
  const key = steps.find((step) => step.job === job)?.artifact_key;
  const artifact = key ? (await findArtifacts(trx, [key])).get(key) : undefined;
  if (!artifact) throw new Error(`A completed run has no artifact of ${job}.`);
  return artifact;
}

const processing: Outcome = {
  async completed(trx, run, steps, caps) {
    const artifact = await artifactOf(trx, steps, assembleSections.name);
    const { sections, notices } = assembleSections.result.parse(artifact.data);
    await insertAnalysedSections(trx, projectOf(run), sections);
    await trx
      .updateTable('projects')
      .set({
        notices: JSON.stringify(notices),
        updated_at: sql`now()`,
        edited_at: sql`now()`,
      })
      .where('id', '=', projectOf(run))
      .execute();
    await captureCredit(trx, run.id);
    await refuseContentOver(trx, caps, { userId: run.user_id, projectIds: [projectOf(run)] });
    return { message: `${sections.length} sections are ready.`, result: { sections: sections.length } };
  },
  ended: (trx, run) => releaseCredit(trx, run.id),
};

const generation: Outcome = {
  async completed(trx, run, steps, caps) {
    const artifact = await artifactOf(trx, steps, joinFilm.name);
    const film = generationInputSchema.parse(run.input);
    await upsertFilm(trx, {
      projectId: projectOf(run),
      language: film.language,
      quality: film.quality,
      aspect: film.aspect,
      burnedSubtitles: film.burnSubtitles,
      runId: run.id,
      artifactKey: artifact.key,
      snapshotAt: run.created_at,
    });
    const account = { userId: run.user_id, projectIds: [projectOf(run)] };
    // The film is there, so it counts; only its translations stay out of the sections.
    await orUndo(trx, () => withinCaps(trx, caps, account, () => keepTranslations(trx, film, steps)));
    await trx
      .updateTable('projects')
      .set({ updated_at: sql`now()` })
      .where('id', '=', projectOf(run))
      .execute();
    return { message: 'Your film is ready.', result: { artifactKey: artifact.key } };
  },
  ended: async () => {},
};

/** What a machine translated becomes the sections' text in that language, for the creator to look at and mend. */
async function keepTranslations(trx: Executor, film: GenerationInput, steps: StepRow[]): Promise<void> {
  for (const step of steps.filter(({ job }) => job === translateSection.name)) {
    const { index } = translateSection.input.parse(step.input);
    const { sectionId, narration } = film.sections[index]!;
    const artifact =
      step.artifact_key && (await findArtifacts(trx, [step.artifact_key])).get(step.artifact_key);
    if (!artifact || !narration) continue;
    const { text } = translateSection.result.parse(artifact.data);
    await keepTranslation(trx, sectionId, { language: film.language, text, from: narration.text });
  }
}

const preparation: Outcome = {
  async completed(trx, run, steps, caps) {
    if (makesSections(steps)) return completeRetriedVideos(trx, run, steps, caps);
    const artifact = await artifactOf(trx, steps, finishPreparation.name);
    const { videos } = finishPreparation.result.parse(artifact.data);
    for (const video of videos) await givePreparedMedia(trx, projectOf(run), video);
    await addNotices(trx, projectOf(run), failures(steps));
    return { message: 'The media is ready.', result: { videos: videos.length } };
  },
  async ended(trx, run) {
    const steps = await readSteps(trx, run.id);
    // What failed again is told with its video.
    if (!makesSections(steps)) await addNotices(trx, projectOf(run), failures(steps));
  },
};

const publishing: Outcome = {
  async completed(trx, run, steps) {
    const artifact = await artifactOf(trx, steps, publishVideo.name);
    const { youtubeId } = publishVideo.result.parse(artifact.data);
    await setPublished(trx, run.id, youtubeId);
    return { message: 'Your video is on YouTube.', result: { youtubeId } };
  },
  ended: async () => {},
};

const makesSections = (steps: StepRow[]) => steps.some((step) => step.job === assembleSections.name);

/** Videos that failed at first came through: their sections follow those that are there. */
async function completeRetriedVideos(trx: Executor, run: RunRow, steps: StepRow[], caps: Caps) {
  const artifact = await artifactOf(trx, steps, assembleSections.name);
  const { sections, notices } = assembleSections.result.parse(artifact.data);
  await lockProject(trx, projectOf(run));
  await insertAnalysedSections(trx, projectOf(run), sections);
  await addNotices(trx, projectOf(run), notices);
  await touchProject(trx, projectOf(run));
  await refuseContentOver(trx, caps, { userId: run.user_id, projectIds: [projectOf(run)] });
  return { message: `${sections.length} more sections are ready.`, result: { sections: sections.length } };
}

/** What went wrong, in words for the page. */
function failures(steps: StepRow[]): string[] {
  return steps
    .filter((step) => step.state === 'failed')
    .map((step) => step.error_message ?? 'A video could not be prepared.');
}

export const OUTCOMES: Record<string, Outcome> = { processing, generation, preparation, publishing };
