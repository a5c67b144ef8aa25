import { Queue } from 'bullmq';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { jobId } from '#core/queue/queues.ts';
import { readSteps, type StepRef } from '#core/repositories/runs/run-steps.ts';
import { startReconciler } from '#core/runs/reconciler.ts';
import { insertRun } from '#core/runs/start-run.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createVideos, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend({ WORKER_FETCH_CONCURRENCY: '4', JOB_LOCK_MS: '60000' });
const { db, engine, redis, config } = backend;
const fetchQueue = new Queue('fetch', { connection: redis, prefix: config.redisPrefix });
afterAll(() => fetchQueue.close());

/** Starts a run that fetches two videos. */
async function startFetching() {
  const user = await createUser(backend);
  const { projectId } = await createProject(backend, user.id);
  const input = { videoIds: await createVideos(backend, 2), sections: false };
  const runId = await db
    .transaction()
    .execute((trx) => insertRun(trx, 'preparation', { userId: user.id, projectId, input }));
  await engine.advance(runId);
  const [first, second] = ['fetch-media-0', 'fetch-media-1'].map((step) => ({ runId, step }));
  return { user, runId, first: first!, second: second! };
}

const isQueued = async (ref: StepRef) => (await fetchQueue.getJob(jobId(ref))) !== undefined;
const loseJob = async (ref: StepRef) => {
  expect(await fetchQueue.remove(jobId(ref))).toBe(1);
};
const updateStep = ({ runId, step }: StepRef) =>
  db.updateTable('runSteps').where('runId', '=', runId).where('key', '=', step);

describe('the reconciler', () => {
  it('enqueues a step whose job was lost, and one that was never enqueued', async () => {
    const { first, second } = await startFetching();
    await loseJob(first);
    await engine.reconcile();
    expect(await isQueued(first)).toBe(true);
    expect(await isQueued(second)).toBe(true);
  });

  it('leaves a step to the worker that reported it recently, and enqueues it once the worker is silent', async () => {
    const { first } = await startFetching();
    await engine.begin(first);
    await loseJob(first);
    await engine.reconcile();
    expect(await isQueued(first)).toBe(false);
    await updateStep(first)
      .set({ seenAt: new Date(Date.now() - 60_000) })
      .execute();
    await engine.reconcile();
    expect(await isQueued(first)).toBe(true);
  });

  it('enqueues a delayed step whose job was lost, with the rest of its delay', async () => {
    const { first } = await startFetching();
    await loseJob(first);
    await updateStep(first)
      .set({ notBefore: new Date(Date.now() + 600_000) })
      .execute();
    await engine.reconcile();
    const job = await fetchQueue.getJob(jobId(first));
    expect(await job?.getState()).toBe('delayed');
    expect(job!.delay).toBeGreaterThan(500_000);
  });

  it('resumes a run whose process ended between the end of a step and the start of the next', async () => {
    const { runId, first } = await startFetching();
    const next = (await readSteps(db, runId)).find(({ dependsOn: on }) => on.join() === first.step);
    await updateStep(first).set({ state: 'done', finishedAt: new Date() }).execute();
    await engine.reconcile();
    const read = db.selectFrom('runSteps').select('state').where('runId', '=', runId);
    expect(await read.where('key', '=', next!.key).executeTakeFirst()).toEqual({ state: 'queued' });
  });

  it('ends a run whose last step failed while its process ended', async () => {
    const { runId, first, second } = await startFetching();
    for (const ref of [first, second]) {
      await updateStep(ref)
        .set({ state: 'failed', errorCode: 'unreachable', errorMessage: 'Away.' })
        .execute();
    }
    await engine.reconcile();
    const read = db.selectFrom('runs').select('status').where('id', '=', runId);
    expect(await read.executeTakeFirst()).toEqual({ status: 'failed' });
  });

  itInFullTier('starts no transaction and enqueues nothing while all runs proceed', async () => {
    for (let i = 0; i < 20; i += 1) await startFetching();
    await engine.reconcile();
    const transactions = vi.spyOn(db, 'transaction');
    const enqueued = vi.spyOn(backend.queues, 'enqueue');
    expect(await engine.reconcile()).toBeGreaterThanOrEqual(20);
    expect(transactions).not.toHaveBeenCalled();
    expect(enqueued).not.toHaveBeenCalled();
    transactions.mockRestore();
    enqueued.mockRestore();
  });

  it('runs in one process at a time, and in another once that one has ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const intervalMs = 1_000;
    let turnEndsAt = 0;
    const turns = {
      set: async (key: string, _: unknown, __: 'PX', ms: number) => {
        if (!key.endsWith(':reconciling')) return 'OK';
        if (Date.now() < turnEndsAt) return null;
        turnEndsAt = Date.now() + ms;
        return 'OK';
      },
    };
    const passes = [0, 0];
    const stops = passes.map((_, i) =>
      startReconciler({
        redis: turns as never,
        config: { redisPrefix: 'test', reconcileIntervalMs: intervalMs },
        engine: { reconcile: async () => (passes[i]! += 1) },
        log: backend.log,
      }),
    );
    await vi.advanceTimersByTimeAsync(20 * intervalMs);
    expect(passes[0]! + passes[1]!).toBeLessThanOrEqual(23);
    expect(passes[0]! + passes[1]!).toBeGreaterThanOrEqual(19);
    const holder = passes[0]! > passes[1]! ? 0 : 1;
    stops[holder]!();
    const before = passes[1 - holder]!;
    await vi.advanceTimersByTimeAsync(3 * intervalMs);
    expect(passes[1 - holder]!).toBeGreaterThan(before);
    stops[1 - holder]!();
  });
});
