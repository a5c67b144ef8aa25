import { AppError } from '#core/lib/errors.ts';
import type { Run } from '#contract/runs.ts';
import type { Backend } from '#core/backend.ts';
import {
  findFailedVideos,
  findSpokenLanguages,
  findVideosRetry,
} from '#core/repositories/runs/failed-videos.ts';
import { startRun } from '#core/runs/start-run.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import { readRun } from './own-runs.ts';

/**
 * Retries the videos that failed while others of their project succeeded, and that may be usable. It is free,
 * since they were already paid for. Each is transcribed in the language that was chosen for it. Their
 * sections follow the existing ones. While such a run is active, returns that run.
 * @throws AppError `not_found`; `conflict` if no video failed, or none can ever be used
 */
export async function retryVideos(backend: Backend, caller: Caller, { projectId }: ProjectId): Promise<Run> {
  const { userId } = caller;
  const { runId } = await startRun(backend, 'preparation', { userId }, async (trx, begin) => {
    await ownProject(trx, projectId, userId, true);
    const active = await findVideosRetry(trx, projectId);
    if (active) return { runId: active };
    const failed = await findFailedVideos(trx, projectId);
    if (failed.length === 0) throw new AppError('conflict', 'No video of this project has failed.');
    const videoIds = failed.filter(({ retryable }) => retryable).map(({ id }) => id);
    if (videoIds.length === 0)
      throw new AppError('conflict', 'These files can never be used. Please choose other videos.');
    const spoken = await findSpokenLanguages(trx, projectId);
    return { runId: await begin({ projectId, input: { videoIds, sections: true, spoken } }) };
  });
  return readRun(backend, caller, { runId });
}
