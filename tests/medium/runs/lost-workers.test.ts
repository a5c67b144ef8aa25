import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { startProcessing } from '../../../server/services/runs/start-processing.ts';
import { createVideos, openTestBackend } from '../../helpers/services/backend.ts';
import { X264_ONLY } from '../../../worker/encoders/machine-encoder.ts';
import { createStepRunner } from '../../../worker/run-step.ts';
import { createUser } from '../../helpers/data/user.ts';
import { PATIENT } from '../../helpers/patient.ts';

const LOCK_MS = 60_000;
const backend = await openTestBackend({ JOB_LOCK_MS: String(LOCK_MS) });
const { db, engine } = backend;

/** Starts a run whose first step a worker has started. */
async function startedRun() {
  const user = await createUser(backend, { packs: [1] });
  const videoIds = await createVideos(backend, 1);
  const request = { videoIds, projectTitle: 'A compilation' };
  const { runId } = await startProcessing(backend, { userId: user.id, idempotencyKey: undefined }, request);
  const ref = { runId, step: 'fetch-media-0' };
  expect(await engine.begin(ref)).toBeDefined();
  const counts = () =>
    db
      .selectFrom('runSteps')
      .select(['tries', 'losses', 'state'])
      .where('runId', '=', runId)
      .where('key', '=', ref.step)
      .executeTakeFirstOrThrow();
  /** Simulates that no worker has reported the step for this long. */
  const silent = (ms: number) =>
    sql`UPDATE run_steps SET seen_at = now() - ${ms}::int * interval '1 millisecond'
        WHERE run_id = ${runId} AND key = ${ref.step}`.execute(db);
  return { user, runId, ref, counts, silent };
}

it('counts no loss if Redis delivers a job again while its worker lives', async () => {
  const { ref, counts, silent } = await startedRun();
  await silent(LOCK_MS);
  await engine.seen(ref);
  for (let time = 0; time < 10; time += 1) expect(await engine.begin(ref)).toBeDefined();
  expect(await counts()).toEqual({ tries: 1, losses: 0, state: 'active' });
});

it('counts a loss however early Redis delivers the job again, which is half a lock after its renewal', async () => {
  const { ref, counts, silent } = await startedRun();
  await silent(LOCK_MS / 2 - 5_000);
  expect(await engine.begin(ref)).toBeDefined();
  expect(await counts()).toEqual({ tries: 1, losses: 1, state: 'active' });
  // One of two reports arrived late.
  await silent(LOCK_MS / 4 - 5_000);
  expect(await engine.begin(ref)).toBeDefined();
  expect(await counts()).toEqual({ tries: 1, losses: 1, state: 'active' });
});

it('counts the loss of a worker that froze with a lock on the run, for which the next one waits', async () => {
  const lockMs = 500;
  const hasty = await openTestBackend({
    JOB_LOCK_MS: String(lockMs),
    DATABASE_URL: backend.config.databaseUrl,
  });
  const { runId, ref, counts, silent } = await startedRun();
  await silent(2 * lockMs);
  const waited = () =>
    sql<{ ms: number }>`SELECT extract(epoch FROM clock_timestamp() - query_start) * 1000 AS ms
      FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`.execute(db);
  const job = { data: ref, updateProgress: async () => {}, moveToDelayed: async () => {} };
  const runner = createStepRunner(hasty, () => ({}) as never, X264_ONLY);
  let done: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (frozen) => {
    await sql`SELECT 1 FROM runs WHERE id = ${runId} FOR UPDATE`.execute(frozen);
    done = runner.process(job as never, '').catch((error: unknown) => error);
    // Longer than a worker takes to report a step that it is running.
    await vi.waitUntil(async () => Number((await waited()).rows[0]?.ms ?? 0) > lockMs, PATIENT);
  });
  await done;
  expect(await counts()).toMatchObject({ losses: 1 });
});

it('lets a step lose four workers and fail twice, and ends it with the fifth loss', async () => {
  const { user, runId, ref, counts, silent } = await startedRun();
  for (let losses = 1; losses <= 4; losses += 1) {
    await silent(LOCK_MS / 2);
    expect(await engine.begin(ref)).toBeDefined();
    expect(await counts()).toEqual({ tries: 1, losses, state: 'active' });
  }
  for (let tries = 2; tries <= 3; tries += 1) {
    expect(await engine.fail(ref, { code: 'failed', message: 'It broke.', retry: 'often' })).toBeGreaterThan(
      0,
    );
    expect(await engine.begin(ref)).toBeDefined();
    expect(await counts()).toEqual({ tries, losses: 4, state: 'active' });
  }
  await silent(LOCK_MS / 2);
  expect(await engine.begin(ref)).toBeUndefined();
  expect(await counts()).toEqual({ tries: 3, losses: 5, state: 'failed' });
  const run = await db
    .selectFrom('runs')
    .select(['status', 'errorCode', 'message'])
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  expect(run).toEqual({
    status: 'failed',
    errorCode: 'crashed',
    message: 'Extracting video segments stopped unexpectedly 5 times.',
  });
  const { credits } = await db
    .selectFrom('users')
    .select('credits')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(credits).toBe(1);
});
