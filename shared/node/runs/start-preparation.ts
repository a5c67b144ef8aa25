import type { Executor } from '../db/database.ts';
import { insertSteps } from '../repositories/run-steps.ts';
import type { VideoRow } from '../repositories/videos.ts';
import { planPreparation, type VideoToPrepare } from './plan-preparation.ts';
import { planProcessing } from './plan-processing.ts';

export const videoToPrepare = (video: VideoRow): VideoToPrepare => ({
  id: video.id,
  durationMs: video.duration_ms,
  fetched: video.fetch_key !== null,
});

/** What is said until a project's turn comes. */
const OF_IMPORT = {
  stage: 'Waiting for the rest of the import',
  message: 'The projects of an import are prepared one after another. This one begins by itself.',
};

/**
 * Writes a run that makes these videos' media ready for the sections of a project that have none yet; at least one
 * video. With `sections` it makes sections of them, as a processing does. It costs nothing, and several may run side
 * by side, but those of one import, which have its id, one after another. After the commit the caller advances it.
 */
export async function startPreparation(
  trx: Executor,
  {
    userId,
    projectId,
    videos,
    sections = false,
    importId,
  }: {
    userId: string;
    projectId: string;
    videos: VideoToPrepare[];
    sections?: boolean;
    importId?: string;
  },
): Promise<string> {
  const run = await trx
    .insertInto('runs')
    .values({
      kind: 'preparation',
      project_id: projectId,
      user_id: userId,
      input: JSON.stringify({ videoIds: videos.map(({ id }) => id), sections, importId }),
      ...(importId !== undefined && OF_IMPORT),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertSteps(trx, run.id, sections ? planProcessing(videos) : planPreparation(videos));
  return run.id;
}
