import type { Executor } from '../db/database.ts';
import { insertSteps } from '../repositories/run-steps.ts';
import type { VideoRow } from '../repositories/videos.ts';
import { planPreparation, type VideoToPrepare } from './plan-preparation.ts';

export const videoToPrepare = (video: VideoRow): VideoToPrepare => ({
  id: video.id,
  durationMs: video.duration_ms,
  fetched: video.fetch_key !== null,
});

/**
 * Writes a run that makes these videos' media ready for the sections of a project that have none yet; at least one
 * video. It costs nothing, and several may run side by side. After the commit the caller advances it.
 */
export async function startPreparation(
  trx: Executor,
  { userId, projectId, videos }: { userId: string; projectId: string; videos: VideoToPrepare[] },
): Promise<string> {
  const run = await trx
    .insertInto('runs')
    .values({
      kind: 'preparation',
      project_id: projectId,
      user_id: userId,
      input: JSON.stringify({ videoIds: videos.map(({ id }) => id) }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertSteps(trx, run.id, 1, planPreparation(videos));
  return run.id;
}
