import { generationInputSchema } from '#contract/jobs/generation.ts';
import type { Run } from '#contract/runs.ts';
import { AppError } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { NOT_ENOUGH_CREDITS, reserveCredit, takeCredit } from '../repositories/credits.ts';
import { findOwnProject } from '../repositories/projects.ts';
import { insertSteps } from '../repositories/run-steps.ts';
import { findActiveRun } from '../repositories/runs.ts';
import { findScans } from '../repositories/scans.ts';
import { findVideos } from '../repositories/videos.ts';
import { planGeneration } from './plan-generation.ts';
import { planProcessing } from './plan-processing.ts';
import { retryPublishing } from './start-publishing.ts';
import { startPreparation, videoToPrepare } from './start-preparation.ts';

/**
 * Begins a new run with the input of one that failed or was cancelled; what it had made is reused.
 * Processing reserves a credit again, since the failed run gave its own back.
 * @throws AppError `not_found`, `conflict` while the run works or after it completed, `not_enough_credits`.
 */
export async function retryRun(
  { db, engine, log }: Pick<Platform, 'db' | 'engine' | 'log'>,
  userId: string,
  runId: string,
): Promise<string> {
  const retried = await db.transaction().execute(async (trx) => {
    const old = await trx
      .selectFrom('runs')
      .selectAll()
      .where('id', '=', runId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (old?.kind === 'publishing') return retryPublishing(trx, old);
    const project = old && (await findOwnProject(trx, old.project_id!, userId, true));
    if (!old || !project) throw new AppError('not_found', 'There is no such run.');
    const active = await findActiveRun(trx, project.id, old.kind as Run['kind']);
    if (active) return active.id;
    if (old.status === 'completed')
      throw new AppError('conflict', 'This run completed: there is nothing to retry.');
    if (old.kind === 'preparation') {
      const { videoIds, sections } = old.input as { videoIds: string[]; sections: boolean };
      const videos = (await findVideos(trx, videoIds, userId)).map(videoToPrepare);
      return startPreparation(trx, { userId, projectId: project.id, videos, sections });
    }
    const isProcessing = old.kind === 'processing';
    if (isProcessing && !(await takeCredit(trx, userId)))
      throw new AppError('not_enough_credits', NOT_ENOUGH_CREDITS);
    const run = await trx
      .insertInto('runs')
      .values({
        kind: old.kind,
        project_id: project.id,
        user_id: userId,
        language: old.language,
        input: JSON.stringify(old.input),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (isProcessing) {
      await reserveCredit(trx, userId, run.id);
      const { videoIds } = old.input as { videoIds: string[] };
      const videos = await findVideos(trx, videoIds, userId);
      const byId = new Map(videos.map((video) => [video.id, video]));
      const plan = planProcessing(videoIds.map((id) => ({ id, durationMs: byId.get(id)?.duration_ms ?? 0 })));
      await insertSteps(trx, run.id, plan);
    } else {
      const film = generationInputSchema.parse(old.input);
      await insertSteps(trx, run.id, planGeneration(film, await findScans(trx, film)));
    }
    return run.id;
  });
  await engine.advance(retried).catch((error: Error) => log.warn({ err: error.message }, 'enqueued later'));
  return retried;
}
