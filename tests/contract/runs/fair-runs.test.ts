import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import { afterAll, describe, expect, it } from 'vitest';
import type { DataExport } from '#contract/export.ts';
import { jobId } from '#core/queue/queues.ts';
import { insertRun } from '#core/runs/start-run.ts';
import { getVideo } from '#core/repositories/media/videos.ts';
import { createVideos, openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const AT_ONCE = 3;
const SHARE = 2;
const backend = await openTestBackend({
  RUNS_PER_USER: String(AT_ONCE),
  WORKER_LIGHT_CONCURRENCY: String(SHARE),
});
const { db, engine, redis, config } = backend;
const app = await openTestApp(backend);
type User = Awaited<ReturnType<typeof createUser>>;

/** Returns which of these runs have started, by their index. */
async function startedCounts(runs: string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('runSteps')
    .innerJoin('runs', 'runs.id', 'runSteps.runId')
    .select('runId')
    .distinct()
    .where('runId', 'in', runs)
    .where('runSteps.state', '<>', 'waiting')
    .where('runs.finishedAt', 'is', null)
    .execute();
  return rows.map(({ runId }) => runs.indexOf(runId)).sort((a, b) => a - b);
}

async function begin(user: User, videoIds: string[]): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/projects/process',
    headers: { cookie: user.cookie, 'idempotency-key': randomUUID() },
    payload: { videoIds, projectTitle: 'A compilation' },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json().runId;
}

describe('runs of one user', () => {
  it('created by one transaction have the same limit as others', async () => {
    const user = await createUser(backend);
    const { projectId } = await createProject(backend, user.id);
    const input = { videoIds: await createVideos(backend, 1), sections: false };
    const runs = await db.transaction().execute(async (trx) => {
      const runIds: string[] = [];
      for (let i = 0; i < 40; i += 1) {
        runIds.push(await insertRun(trx, 'preparation', { userId: user.id, projectId, input }));
      }
      return runIds;
    });
    await Promise.all(runs.map((runId) => engine.advance(runId)));
    const first = await startedCounts(runs);
    expect(first).toHaveLength(AT_ONCE);
    await engine.reconcile();
    expect(await startedCounts(runs)).toEqual(first);
    await engine.cancel(runs[first[0]!]!, user.id);
    const next = await startedCounts(runs);
    expect(next).toHaveLength(AT_ONCE);
    expect(next).toEqual(expect.arrayContaining(first.slice(1)));
  });

  itInFullTier(
    'of an import count as one run: its projects are prepared one after another, beside other work',
    async () => {
      const source = await createUser(backend);
      await createProject(backend, source.id);
      const exported = await app.inject({ url: '/api/user/export', headers: { cookie: source.cookie } });
      const file = exported.json<DataExport>();
      const projects = Array.from({ length: 10 }, (_, i) => ({ ...file.projects[0]!, title: `Film ${i}` }));

      const user = await createUser(backend);
      const imported = await app.inject({
        method: 'POST',
        url: '/api/user/import',
        headers: { cookie: user.cookie },
        payload: { ...file, projects },
      });
      expect(imported.json()).toEqual({ projects: 10, skipped: 0 });
      const rows = await db.selectFrom('runs').select('id').where('userId', '=', user.id).execute();
      const runs = rows.map(({ id }) => id);
      expect(runs).toHaveLength(10);
      const [first, ...others] = await startedCounts(runs);
      expect([typeof first, others]).toEqual(['number', []]);
      // The film takes one place of the account, so new work does not wait for ten projects.
      const film = await begin(user, await createVideos(backend, 1));
      expect(await startedCounts([film])).toEqual([0]);

      await engine.cancel(runs[first!]!, user.id);
      const [second, ...more] = await startedCounts(runs);
      expect([second === undefined, second === first, more]).toEqual([false, false, []]);
    },
  );
});

describe('steps of one user', () => {
  const queue = new Queue('fetch', { connection: redis, prefix: config.redisPrefix });
  afterAll(() => queue.close());

  /** Starts a run that fetches this many videos. */
  async function fetching(count: number) {
    const user = await createUser(backend);
    const runId = await begin(user, await createVideos(backend, count));
    const refs = Array.from({ length: count }, (_, i) => ({ runId, step: `fetch-media-${i}` }));
    const priorities = async () => {
      const jobs = await Promise.all(refs.map((ref) => queue.getJob(jobId(ref))));
      return jobs.map((job) => job?.priority ?? null);
    };
    return { userId: user.id, refs, held: priorities };
  }

  it('steps of one user are enqueued up to their share, behind users with fewer; others start as they end', async () => {
    const { refs, held } = await fetching(4);
    expect(await held()).toEqual([0, 1, null, null]);
    const stranger = await fetching(1);
    expect(await stranger.held()).toEqual([0]);

    const begins = await Promise.all(refs.map((ref) => engine.begin(ref)));
    // Whatever the queue delivers, only the user's share runs.
    expect(begins.filter(Boolean)).toHaveLength(SHARE);
    expect(await engine.begin(stranger.refs[0]!)).toBeDefined();
    const active = refs.filter((_, i) => begins[i]);
    const waiting = refs.filter((_, i) => !begins[i]);
    expect(await engine.begin(waiting[0]!)).toBeUndefined();
    // A job that Redis delivers twice counts once.
    expect(await engine.begin(active[0]!)).toBeDefined();

    const { videoId } = await createProject(backend, stranger.userId);
    const { fetchKey: key } = await getVideo(db, videoId);
    await engine.complete(active[0]!, { key: key!, reused: false });
    expect(await engine.begin(waiting[0]!)).toBeDefined();
    expect(await engine.begin(waiting[1]!)).toBeUndefined();
    // A delayed step takes no place in the meantime.
    await engine.fail(active[1]!, { code: 'unreachable', message: 'Away.', retry: 'often', pauseMs: 60_000 });
    expect(await engine.begin(waiting[1]!)).toBeDefined();
  });

  it('steps of one user are enqueued again if Redis lost them, without exceeding the share', async () => {
    const { refs, held } = await fetching(4);
    await engine.begin(refs[0]!);
    await redis.flushdb();
    expect(await held()).toEqual([null, null, null, null]);
    // A worker that reports nothing may be gone, so its step is delivered again too.
    await db
      .updateTable('runSteps')
      .set({ seenAt: new Date(0) })
      .where('state', '=', 'active')
      .execute();
    await engine.reconcile();
    expect(await held()).toEqual([0, 1, null, null]);
  });
});
