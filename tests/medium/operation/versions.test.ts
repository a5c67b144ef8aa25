import { Queue } from 'bullmq';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { jobPayloadSchema } from '#contract/jobs/job.ts';
import { openBackend } from '#core/backend.ts';
import { readCredits, reserveCredit, takeCredit } from '#core/repositories/money/credits.ts';
import { insertProject } from '#core/repositories/projects/projects.ts';
import { insertSteps } from '#core/repositories/runs/run-steps.ts';
import { planProcessing } from '#core/runs/kinds/processing.ts';
import { createVideos, openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db, engine, queues } = backend;

/** Inserts a run whose first step differs, as if another version had planned it. */
async function plannedElsewhere(change: { job?: string; input?: object }) {
  const user = await createUser(backend, { packs: [2] });
  const [videoId] = await createVideos(backend, 1);
  const projectId = await insertProject(db, {
    userId: user.id,
    title: 'P',
    description: '',
    videoIds: [videoId!],
  });
  const runId = await db.transaction().execute(async (trx) => {
    await takeCredit(trx, user.id);
    const { id } = await trx
      .insertInto('runs')
      .values({ kind: 'processing', projectId, userId: user.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await reserveCredit(trx, user.id, id);
    await insertSteps(trx, id, planProcessing([{ id: videoId!, durationMs: 1000 }]));
    return id;
  });
  await sql`UPDATE run_steps SET job = COALESCE(${change.job ?? null}, job),
    input = COALESCE(${change.input ? JSON.stringify(change.input) : null}::jsonb, input)
    WHERE run_id = ${runId} AND key = 'fetch-media-0'`.execute(db);
  return { user, runId, ref: { runId, step: 'fetch-media-0' } };
}
const waiting = async () => (await queues.counts()).reduce((sum, count) => sum + count.waiting, 0);
const stepOf = (runId: string) =>
  db
    .selectFrom('runSteps')
    .select(['state', 'tries'])
    .where('runId', '=', runId)
    .where('key', '=', 'fetch-media-0')
    .executeTakeFirst();

it.each([
  ['job', { job: 'dub-section' }],
  ['input', { input: { videoId: 'library_x', angle: 3 } }],
])(
  'leaves a step with an unknown %s to nodes that know it, and fails it if none picks it up',
  async (_what, change) => {
    const { user, runId, ref } = await plannedElsewhere(change);
    const before = await waiting();
    await engine.advance(runId);
    await engine.reconcile();
    expect(await waiting()).toBe(before);
    // A node that knows the job still delivers it to this one: that does not count as an attempt.
    for (let time = 0; time < 5; time += 1) expect(await engine.begin(ref)).toBeUndefined();
    expect(await stepOf(runId)).toEqual({ state: 'queued', tries: 0 });

    await sql`UPDATE run_steps SET queued_at = now() - interval '61 minutes' WHERE run_id = ${runId}`.execute(
      db,
    );
    await engine.reconcile();
    const run = await db
      .selectFrom('runs')
      .select(['status', 'message', 'errorCode'])
      .where('id', '=', runId)
      .executeTakeFirst();
    expect(run).toEqual({
      status: 'failed',
      errorCode: 'other_version',
      message:
        'This was started by another version of Cutroom whose workers are not running. Please try again.',
    });
    expect((await readCredits(db, user.id)).totalCredits).toBe(2);
  },
);

it('works with a newer schema; a node that starts reports it', async () => {
  const { user, runId, ref } = await plannedElsewhere({});
  await sql`ALTER TABLE runs ADD COLUMN mood text; ALTER TABLE sections ADD COLUMN angle integer DEFAULT 1`.execute(
    db,
  );
  await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('2030-01-01-more', now()::text)`.execute(
    db,
  );
  await engine.advance(runId);
  expect(await engine.begin(ref)).toBeDefined();
  const response = await app.inject({ url: `/api/runs/${runId}`, headers: { cookie: user.cookie } });
  expect([response.statusCode, response.json()]).toEqual([
    200,
    expect.objectContaining({ status: 'running' }),
  ]);
  await engine.cancel(runId, user.id);
  await expect(openBackend(backend.config, backend.log)).rejects.toThrow(
    /written by a newer version of Cutroom/,
  );
});

it("names a job like the previous version, and runs that version's jobs", async () => {
  const { runId, ref } = await plannedElsewhere({});
  await engine.advance(runId);
  const queue = new Queue('fetch', { connection: backend.redis, prefix: backend.config.redisPrefix });
  const job = await queue.getJob(`${runId}-1-fetch-media-0`);
  await queue.close();
  expect(job?.data).toEqual(ref);
  // Such a job also had a number of attempts, which was always 1.
  expect(jobPayloadSchema.parse({ ...ref, attempt: 1 })).toEqual(ref);
});
