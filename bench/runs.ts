import { type Job, Worker } from 'bullmq';
import { sql } from 'kysely';
import { JOBS } from '#contract/jobs/all.ts';
import { jobPayloadSchema } from '#contract/jobs/job.ts';
import { openBackend, type Backend } from '#core/backend.ts';
import { parseConfig } from '#core/config/config.ts';
import { createLogger } from '#core/lib/logger.ts';
import { repeat } from '#core/lib/repeat.ts';
import { openRedis } from '#core/queue/redis.ts';
import { insertArtifact } from '#core/repositories/media/artifacts.ts';
import { insertProject } from '#core/repositories/projects/projects.ts';
import { startReconciler } from '#core/runs/reconciler.ts';
import { insertRunRow, insertSteps } from '#core/repositories/runs/run-steps.ts';
import { createUser } from '../tests/helpers/data/user.ts';
import { createVideos } from '../tests/helpers/services/backend.ts';
import { removeFolder } from '../tests/helpers/services/private-services.ts';
import { openPrivateInstallation } from '../tests/helpers/installations/private-installation.ts';
import { report, type Bench } from './lib/figures.ts';

const NODES = 20;
const RUNS_PER_USER = 5;
const STEPS = 8;
const INTERVAL_MS = 30_000;
/** How often the workers of running steps report them, in ms. */
const SEEN_MS = 10_000;
const INSERTED_AT_ONCE = 8;

/**
 * What 10,000 active runs cost while nothing is wrong with them: the database's time for the reconcilers of
 * 20 nodes, and how soon a step starts after the one before it. A fifth of the runs have a running step, the
 * others a step that waits for a worker.
 */
export const bench: Bench = async ({ samples, quick }) => {
  const active = quick ? 1000 : 10_000;
  const measuredMs = quick ? 60_000 : 120_000;
  const { home, dataDir, postgres, redis, installation } = await openPrivateInstallation();
  const config = parseConfig({
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    SECRET: 'a-secret-of-thirty-two-letters-or-more',
    DATA_DIR: dataDir,
    RUNS_PER_USER: String(RUNS_PER_USER),
    RECONCILE_INTERVAL_MS: String(INTERVAL_MS),
    MODELS: 'off',
  });
  const log = createLogger('error', 'bench');
  const nodes: Backend[] = [];
  try {
    for (let i = 0; i < NODES; i += 1) nodes.push(await openBackend(config, log));
    const [node] = nodes as [Backend];
    await fill(node, active);
    // Whatever was never enqueued is enqueued before anything is measured.
    await node.engine.reconcile();
    const memory = /used_memory:(\d+)/.exec(await node.redis.info('memory'))?.[1];
    report({
      bench: 'runs.redis',
      values: [Number(memory) / 2 ** 20],
      unit: 'MiB',
      goal: 'as little as may be',
      note: `${active} active runs`,
    });

    const stopSeen = repeat('seen', () => seeAll(node.db), SEEN_MS, log, 0);
    const before = await activeSeconds(node.db);
    const from = performance.now();
    const stops = nodes.map(startReconciler);
    const waits: number[] = [];
    while (performance.now() - from < measuredMs) waits.push(...(await chain(node, samples * 10)));
    const minutes = (performance.now() - from) / 60_000;
    const seconds = (await activeSeconds(node.db)) - before;
    for (const stop of [stopSeen, ...stops]) stop();
    report({
      bench: 'runs.database',
      values: [seconds / minutes],
      unit: 's/min',
      goal: 'as little as may be',
      note: `${NODES} nodes`,
    });
    waits.sort((a, b) => a - b);
    report({
      bench: 'runs.next-step.p99',
      values: [waits[Math.floor(waits.length * 0.99)]!],
      unit: 'ms',
      goal: '<=100',
      note: `${waits.length} steps, ${Math.round(waits[Math.floor(waits.length / 2)]!)} ms in the middle`,
    });
  } finally {
    await Promise.all(nodes.map((each) => each.close()));
    await installation.stop();
    await Promise.all([postgres.stop({ signal: 'SIGINT' }), redis.stop()]);
    removeFolder(home);
  }
};

/** Creates this many active runs, each with one step that is running or due, and others that wait for it. */
async function fill(backend: Backend, count: number): Promise<void> {
  const { db } = backend;
  const videos = await createVideos(backend, STEPS);
  const steps = videos.map((videoId, i) => ({
    key: `fetch-media-${i}`,
    job: 'fetch-media' as const,
    input: { videoId },
    dependsOn: i === 0 ? [] : [`fetch-media-${i - 1}`],
    weight: 1000,
  }));
  let remaining = count / RUNS_PER_USER;
  const insertUsers = async () => {
    while ((remaining -= 1) >= 0) {
      const user = await createUser(backend);
      const projectId = await insertProject(db, {
        userId: user.id,
        title: 'Film',
        description: '',
        videoIds: videos,
      });
      for (let i = 0; i < RUNS_PER_USER; i += 1) {
        await db.transaction().execute(async (trx) => {
          const run = await insertRunRow(trx, {
            kind: 'preparation',
            userId: user.id,
            projectId,
            language: null,
            input: { videoIds: videos, sections: false },
          });
          await insertSteps(trx, run.id, steps);
        });
      }
    }
  };
  await Promise.all(Array.from({ length: INSERTED_AT_ONCE }, insertUsers));
  await sql`UPDATE run_steps SET state = 'queued', queued_at = now() WHERE position = 0`.execute(db);
  await sql`WITH first AS (SELECT DISTINCT ON (user_id) id FROM runs ORDER BY user_id, id),
    begun AS (UPDATE run_steps SET state = 'active', tries = 1, started_at = now(), seen_at = now()
      FROM first WHERE run_id = first.id AND position = 0 RETURNING run_id)
    UPDATE runs SET status = 'running', started_at = now() FROM begun WHERE id = begun.run_id`.execute(db);
  await sql`ANALYZE runs, run_steps`.execute(db);
}

const seeAll = (db: Backend['db']) =>
  sql`UPDATE run_steps SET seen_at = now() WHERE state = 'active'`.execute(db);

/** The time that Postgres has spent on statements since it started, in s. */
async function activeSeconds(db: Backend['db']): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT active_time / 1000 AS seconds FROM pg_stat_database WHERE datname = current_database()`.execute(
    db,
  );
  return rows[0]!.seconds;
}

/** Runs steps one after another, and returns how long each started after the end of the one before, in ms. */
async function chain(backend: Backend, length: number): Promise<number[]> {
  const { db, engine, config } = backend;
  const user = await createUser(backend);
  const project = {
    userId: user.id,
    title: 'Film',
    description: '',
    videoIds: await createVideos(backend, 1),
  };
  const run = await db.transaction().execute(async (trx) => {
    const row = await insertRunRow(trx, {
      kind: 'translation',
      userId: user.id,
      projectId: await insertProject(trx, project),
      language: 'en',
      input: {},
    });
    await insertSteps(
      trx,
      row.id,
      Array.from({ length }, (_, i) => ({
        key: `step-${i}`,
        job: 'finish-translation' as const,
        input: {},
        dependsOn: i === 0 ? [] : [`step-${i - 1}`],
        weight: 1,
      })),
    );
    return row;
  });
  const artifact = {
    key: 'of-the-bench',
    job: 'finish-translation',
    version: 1,
    ownerId: null,
    data: {},
    files: [],
  } as const;
  await insertArtifact(db, { ...artifact, files: [] });
  const waits: number[] = [];
  let endedAt: number | undefined;
  const runStep = async (job: Job) => {
    const ref = jobPayloadSchema.parse(job.data);
    if (!(await engine.begin(ref))) return;
    if (endedAt !== undefined) waits.push(performance.now() - endedAt);
    endedAt = performance.now();
    if (waits.length < length - 1) await engine.complete(ref, { key: artifact.key, reused: false });
  };
  const connection = openRedis(config.redis, backend.log, true);
  const worker = new Worker(JOBS['finish-translation'].queue, runStep, {
    connection,
    prefix: config.redisPrefix,
  });
  const failed = new Promise<never>((_, reject) => worker.on('failed', (_, error) => reject(error)));
  const measured = new Promise<void>((resolve) =>
    worker.on('completed', () => waits.length === length - 1 && resolve()),
  );
  await worker.waitUntilReady();
  await engine.advance(run.id);
  await Promise.race([measured, failed]);
  await engine.cancel(run.id, user.id);
  await worker.close();
  connection.disconnect();
  return waits;
}
