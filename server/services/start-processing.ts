import type { ProcessRequest } from '#contract/projects.ts';
import { AppError } from '#node/errors.ts';
import type { Platform } from '#node/platform.ts';
import { NOT_ENOUGH_CREDITS, readCredits, reserveCredit, takeCredit } from '#node/repositories/credits.ts';
import { once } from '#node/repositories/idempotency.ts';
import { insertProject } from '#node/repositories/projects.ts';
import { insertSteps } from '#node/repositories/run-steps.ts';
import { findVideos, type VideoRow } from '#node/repositories/videos.ts';
import { planProcessing } from '#node/runs/plan-processing.ts';

/**
 * Reserves a credit and begins a project's processing, all in one transaction.
 * @throws AppError `unknown_video` naming the ids, before a credit is touched; `not_enough_credits`;
 * `unprocessable` when the videos are too long together.
 */
export async function startProcessing(
  platform: Platform,
  userId: string,
  request: ProcessRequest,
  idempotencyKey: string | undefined,
): Promise<{ projectId: string; runId: string }> {
  const { db, engine, bus, log } = platform;
  const { answer, repeated } = await db.transaction().execute((trx) =>
    once(trx, { userId, scope: 'process', key: idempotencyKey, request }, async () => {
      const found = await findVideos(trx, request.videoIds, userId);
      const videos = inOrder(request.videoIds, found);
      refuseTooLong(videos, platform.config.maxTotalMs);
      if (!(await takeCredit(trx, userId))) throw new AppError('not_enough_credits', NOT_ENOUGH_CREDITS);
      const { projectTitle: title, videoIds } = request;
      const projectId = await insertProject(trx, { userId, title, description: describe(videos), videoIds });
      const run = await trx
        .insertInto('runs')
        .values({
          kind: 'processing',
          project_id: projectId,
          user_id: userId,
          input: JSON.stringify({ videoIds }),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await reserveCredit(trx, userId, run.id);
      const plan = planProcessing(videos.map((video) => ({ id: video.id, durationMs: video.duration_ms })));
      await insertSteps(trx, run.id, 1, plan);
      return { projectId, runId: run.id };
    }),
  );
  if (!repeated) {
    bus.publish(userId, 'credits.changed', { totalCredits: (await readCredits(db, userId)).totalCredits });
  }
  // The run is safe in Postgres: when Redis is away the reconciler enqueues it later.
  await engine
    .advance(answer.runId)
    .catch((error: Error) => log.warn({ err: error.message }, 'enqueued later'));
  return answer;
}

function inOrder(ids: string[], found: VideoRow[]): VideoRow[] {
  const byId = new Map(found.map((video) => [video.id, video]));
  const unknown = ids.filter((id) => !byId.has(id));
  if (unknown.length > 0) {
    throw new AppError('unknown_video', `There is no video ${unknown.join(', ')}. Please search again.`, {
      unknown,
    });
  }
  return ids.map((id) => byId.get(id)!);
}

function refuseTooLong(videos: VideoRow[], maxMs: number): void {
  const totalMs = videos.reduce((sum, video) => sum + video.duration_ms, 0);
  if (totalMs <= maxMs) return;
  const hours = Math.round((maxMs / 3_600_000) * 10) / 10;
  throw new AppError(
    'unprocessable',
    `These videos are longer than ${hours} hours together. Please select fewer.`,
  );
}

/** 'From {first two titles} and N more' */
function describe(videos: VideoRow[]): string {
  const shown = videos.slice(0, 2).map((video) => video.title);
  const more = videos.length - shown.length;
  return `From ${shown.join(more > 0 ? ', ' : ' and ')}${more > 0 ? ` and ${more} more` : ''}`;
}
