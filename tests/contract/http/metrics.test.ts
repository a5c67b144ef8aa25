import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { io } from 'socket.io-client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Backend } from '#core/backend.ts';
import { createMetrics, type NodeStats } from '../../../server/services/operation/metrics.ts';
import { startNode } from '../../helpers/services/api-node.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { startReconciler } from '#core/runs/reconciler.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';

const TOKEN = 'a-token-for-who-measures';
const backend = await openTestBackend({ METRICS_TOKEN: TOKEN });
const app = await openTestApp(backend);
const node = await startNode(backend);
const appWithoutToken = await openTestApp({
  ...backend,
  config: { ...backend.config, metricsToken: undefined },
});
const inProduction = await Promise.all(
  [TOKEN, undefined].map((metricsToken) =>
    openTestApp({ ...backend, config: { ...backend.config, mode: 'production', metricsToken } }),
  ),
);
const VITALS: NodeStats = { countPages: () => 0, countScripts: () => 0 };

/**
 * Returns the value of a line such as `cutroom_up{service="redis"}`, or `undefined` if the line is missing.
 */
function valueOf(text: string, name: string): number | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

const measure = (on: Backend, nodeStats: Partial<NodeStats> = {}) =>
  createMetrics(on, { ...VITALS, ...nodeStats }).read();

/** Inserts a run of the user, with one step that has waited for 90 s. */
async function queueStep(userId: string): Promise<string> {
  const { projectId } = await createProject(backend, userId);
  const { id } = await backend.db
    .insertInto('runs')
    .values({ kind: 'generation', projectId, userId, language: 'en', status: 'running' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await backend.db
    .insertInto('runSteps')
    .values({
      runId: id,
      key: 'render-1',
      position: 0,
      job: 'render-section',
      stage: 'Rendering',
      state: 'queued',
      input: '{}',
      queuedAt: new Date(Date.now() - 90_000),
    })
    .execute();
  const payload = { runId: id, step: 'render-1' };
  await backend.queues.enqueue({ ...payload, job: 'render-section', priority: 0, delayMs: 0 });
  return id;
}

describe('the figures', () => {
  it('the figures include queues, waiting, step times and failures', async () => {
    const user = await createUser(backend);
    const runId = await queueStep(user.id);
    const waiting = await measure(backend);
    expect(valueOf(waiting, 'cutroom_queue_jobs{queue="render",state="waiting"}')).toBe(1);
    expect(valueOf(waiting, 'cutroom_queue_jobs{queue="fetch",state="waiting"}')).toBe(0);
    const age = valueOf(waiting, 'cutroom_queue_oldest_seconds{queue="render"}')!;
    expect(age).toBeGreaterThanOrEqual(90);
    expect(age).toBeLessThan(150);
    expect(valueOf(waiting, 'cutroom_step_seconds{job="render-section",quantile="0.5"}')).toBeUndefined();

    const finished = new Date();
    await backend.db
      .updateTable('runSteps')
      .set({
        state: 'done',
        startedAt: new Date(finished.getTime() - 4000),
        finishedAt: finished,
      })
      .where('runId', '=', runId)
      .execute();
    await backend.db
      .updateTable('runs')
      .set({ status: 'failed', errorCode: 'crashed', finishedAt: finished })
      .where('id', '=', runId)
      .execute();
    const done = await measure(backend);
    expect(valueOf(done, 'cutroom_queue_oldest_seconds{queue="render"}')).toBeUndefined();
    expect(valueOf(done, 'cutroom_step_seconds{job="render-section",quantile="0.5"}')).toBeCloseTo(4, 1);
    expect(valueOf(done, 'cutroom_steps_done{job="render-section"}')).toBe(1);
    expect(valueOf(done, 'cutroom_runs_failed{kind="generation",code="crashed"}')).toBe(1);
    expect(valueOf(done, 'cutroom_runs_completed{kind="generation"}')).toBeUndefined();
    await backend.db.updateTable('runs').set({ status: 'completed' }).where('id', '=', runId).execute();
    const completed = await measure(backend);
    expect(valueOf(completed, 'cutroom_runs_completed{kind="generation"}')).toBe(1);
  });

  it('the figures include this node: connections, the disk, the process', async () => {
    const { cookie } = await createUser(backend);
    const page = io(node.url, { transports: ['websocket'], extraHeaders: { cookie } });
    await new Promise<unknown>((resolve) => page.once('snapshot', resolve));
    const script = new WebSocket(new URL('/ws', node.url), { headers: { cookie } });
    await new Promise((resolve) => script.once('message', resolve));
    const text = await (await fetch(`${node.url}/metrics`)).text();
    expect(valueOf(text, 'cutroom_sockets{kind="socket.io"}')).toBe(1);
    expect(valueOf(text, 'cutroom_sockets{kind="ws"}')).toBe(1);
    const { bavail, bsize } = await statfs(backend.config.dataDir);
    const free = valueOf(text, 'cutroom_disk_free_bytes')!;
    expect(Math.abs(free - bavail * bsize)).toBeLessThan(2 ** 30);
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(2 ** 20);
    page.disconnect();
    script.close();
  });

  it('the figures include the last reconciliation by any process', async () => {
    const parts = { ...backend, engine: { reconcile: async () => 3 } };
    const stop = startReconciler({ ...parts, config: { ...backend.config, reconcileIntervalMs: 50 } });
    await expect.poll(async () => valueOf(await measure(backend), 'cutroom_reconciler_active_runs')).toBe(3);
    stop();
    expect(valueOf(await measure(backend), 'cutroom_reconciler_lag_seconds')).toBeLessThan(3600);
  });

  it('figures name an unavailable service, and include everything else', async () => {
    const db = {
      ...backend.db,
      getExecutor: () => {
        throw new Error('away');
      },
    };
    const text = await measure({ ...backend, db: db as never });
    expect(valueOf(text, 'cutroom_up{service="postgres"}')).toBe(0);
    expect(valueOf(text, 'cutroom_up{service="redis"}')).toBe(1);
    expect(valueOf(text, 'cutroom_disk_free_bytes')).toBeGreaterThan(0);
  });

  it('the figures are measured once per 5 s, however often they are requested', async () => {
    const counts = vi.fn(backend.queues.counts);
    const metrics = createMetrics({ ...backend, queues: { ...backend.queues, counts } }, VITALS);
    const texts = await Promise.all(Array.from({ length: 20 }, () => metrics.read()));
    expect(new Set(texts).size).toBe(1);
    expect(counts).toHaveBeenCalledTimes(1);
  });
});

describe('GET /metrics', () => {
  const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
    app.inject({ url: '/metrics', remoteAddress, headers });

  it('responds to this machine and private networks', async () => {
    for (const address of [
      '127.0.0.1',
      '::1',
      '::ffff:127.0.0.1',
      '10.1.2.3',
      '172.20.0.5',
      '192.168.7.7',
      'fd00::7',
    ]) {
      const answer = await ask(address);
      expect([address, answer.statusCode]).toEqual([address, 200]);
      expect(answer.headers['content-type']).toContain('text/plain');
    }
  });

  it('requires the token in production, however local a caller looks', async () => {
    for (const one of inProduction) {
      for (const remoteAddress of ['127.0.0.1', '172.20.0.5', '::1']) {
        const answer = await one.inject({ url: '/metrics', remoteAddress });
        expect([remoteAddress, answer.statusCode]).toEqual([remoteAddress, 403]);
        expect(answer.json().message).toBe('Metrics need METRICS_TOKEN, or a private network in local mode.');
      }
    }
    const headers = { authorization: `Bearer ${TOKEN}` };
    const statuses = inProduction.map(
      async (one) => (await one.inject({ url: '/metrics', headers })).statusCode,
    );
    expect(await Promise.all(statuses)).toEqual([200, 403]);
  });

  it('refuses other addresses, and requests through a proxy', async () => {
    for (const address of ['8.8.8.8', '172.32.0.1', '11.0.0.1', '2001:db8::1', '::ffff:8.8.8.8']) {
      const answer = await ask(address);
      expect([address, answer.statusCode, answer.json().code]).toEqual([address, 403, 'forbidden']);
    }
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
      expect((await ask('127.0.0.1', { [name]: '127.0.0.1' })).statusCode).toBe(403);
    }
  });

  it('refuses a page that rebinds its domain to this machine', async () => {
    const statuses = async (hosts: string[]) => {
      const answers = hosts.map(async (host) => [host, (await ask('127.0.0.1', { host })).statusCode]);
      return Object.fromEntries(await Promise.all(answers)) as Record<string, number>;
    };
    const allAre = (hosts: string[], status: number) =>
      Object.fromEntries(hosts.map((host) => [host, status]));
    const others = ['evil.example', 'evil.example:3000', '127.0.0.1.evil.example', 'localhost.evil.example.'];
    expect(await statuses(others)).toEqual(allAre(others, 403));
    const wrong = ['a b', '@', 'localhost@evil.example'];
    expect(await statuses(wrong)).toEqual(allAre(wrong, 403));
    const own = ['localhost:3000', '127.0.0.1', '[::1]:3000', '192.168.0.7:3000', 'api:3000', 'a.localhost'];
    expect(await statuses(own)).toEqual(allAre(own, 200));
    const authorization = `Bearer ${TOKEN}`;
    expect((await ask('8.8.8.8', { host: 'cutroom.example', authorization })).statusCode).toBe(200);
  });

  it('responds to the token from anywhere, and refuses any other', async () => {
    const proxied = { 'x-forwarded-for': '8.8.8.8' };
    const answer = await ask('8.8.8.8', { authorization: `Bearer ${TOKEN}`, ...proxied });
    expect(answer.statusCode).toBe(200);
    for (const authorization of [`Bearer ${TOKEN}x`, TOKEN, 'Bearer ', `Bearer ${randomUUID()}`]) {
      expect((await ask('127.0.0.1', { authorization })).statusCode).toBe(403);
    }
    const nothing = await appWithoutToken.inject({
      url: '/metrics',
      remoteAddress: '8.8.8.8',
      headers: { authorization: 'Bearer undefined' },
    });
    expect(nothing.statusCode).toBe(403);
  });
});

describe('GET /readyz', () => {
  const AWAY = {
    getExecutor: () => {
      throw new Error('away');
    },
  } as never;

  it('names unavailable services, while /healthz reports that the process lives', async () => {
    const singleBackend = await openTestBackend();
    const nodes = [await openTestApp(singleBackend), await openTestApp({ ...singleBackend, db: AWAY })];
    const checkHealth = async (index: number) => {
      const answer = await nodes[index]!.inject('/readyz');
      expect((await nodes[index]!.inject('/healthz')).json()).toEqual({ status: 'ok' });
      return [answer.statusCode, answer.json()];
    };
    expect(await checkHealth(0)).toEqual([200, { status: 'ready', postgres: 'ok', redis: 'ok', disk: 'ok' }]);
    expect(await checkHealth(1)).toEqual([
      503,
      { status: 'not ready', postgres: 'away', redis: 'ok', disk: 'ok' },
    ]);
    singleBackend.redis.disconnect();
    expect(await checkHealth(0)).toEqual([
      503,
      { status: 'not ready', postgres: 'ok', redis: 'away', disk: 'ok' },
    ]);
  });

  /** Opens a node whose Postgres responds only when the test lets it, and counts the queries. */
  async function withSlowPostgres() {
    const isFull = vi.fn(async () => false);
    const querySpy = vi.fn();
    let answer!: () => void;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    onTestFinished(() => answer());
    const db = backend.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        querySpy();
        await answered;
        return result;
      },
    });
    return {
      app: await openTestApp({ ...backend, db, disk: { ...backend.disk, isFull } }),
      isFull,
      querySpy,
      answer,
    };
  }

  it('queries Postgres once for all concurrent requests', async () => {
    const { app: slow, isFull, querySpy, answer } = await withSlowPostgres();
    const before = querySpy.mock.calls.length;
    const answers = Array.from({ length: 50 }, () => slow.inject('/readyz'));
    await vi.waitUntil(() => isFull.mock.calls.length === 50, PATIENT);
    answer();
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(querySpy.mock.calls.length - before).toBe(1);
  });

  it('treats a silent Postgres as unavailable', async () => {
    const { app: slow, isFull } = await withSlowPostgres();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const answer = slow.inject('/readyz');
    while (isFull.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(3_000);
    expect((await answer).json()).toMatchObject({ status: 'not ready', postgres: 'away', redis: 'ok' });
  });
});
