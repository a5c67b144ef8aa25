import { randomUUID } from 'node:crypto';
import { Worker } from 'bullmq';
import { describe, expect, it, vi } from 'vitest';
import { subscribeEvents } from '#core/bus/bus.ts';
import { isHere, trackPresence } from '#core/bus/presence.ts';
import type { Backend } from '#core/backend.ts';
import { isConnectionError } from '#core/lib/outages.ts';
import { openRedis, redisReady } from '#core/queue/redis.ts';
import { announceWorker, listWorkers } from '#core/queue/worker-registry.ts';
import { readLastPass, startReconciler } from '#core/runs/reconciler.ts';
import { createRequestCounter } from '../../../server/plugins/request-counter.ts';
import { openFoundStore } from '../../../server/services/music/found-store.ts';
import { openFeedStore } from '../../../server/services/search/feed-store.ts';
import { openUploadBudget } from '../../../server/services/uploads/upload-budget.ts';
import { countTry } from '../../../server/services/watch/count-try.ts';
import { atEnd } from '../../helpers/at-end.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { startRedisCluster, startRedisSentinels } from '../../helpers/services/redis-groups.ts';
import { casesOfTier, itInFullTier } from '../../helpers/tier.ts';

const MB = 2 ** 20;

/** Starts a worker and a subscriber on a backend's Redis, as worker.ts and server.ts do. */
async function listen({ config, log }: Backend) {
  const [subscriber, blocking] = [0, 1].map(() => openRedis(config.redis, log, true));
  await Promise.all([redisReady(subscriber!), redisReady(blocking!)]);
  const events: string[] = [];
  await subscribeEvents(subscriber!, config.redisPrefix, log, ({ userId }) => events.push(userId!));
  const jobs: string[] = [];
  const worker = new Worker('render', async ({ data }) => void jobs.push(data.runId), {
    connection: blocking!,
    prefix: config.redisPrefix,
  });
  worker.on('error', () => {});
  await worker.waitUntilReady();
  atEnd(async () => {
    subscriber!.disconnect();
    await worker.close(true);
    blocking!.disconnect();
  });
  return { events, jobs };
}

/** Uses Redis in each way of the product, and expects the same results as from one server. */
async function useRedis(backend: Backend, { events, jobs }: Awaited<ReturnType<typeof listen>>) {
  const { config, log, redis, queues, bus } = backend;
  const { redisPrefix: prefix } = config;
  const userIds = Array.from({ length: 20 }, () => randomUUID());

  const steps = userIds.map((runId) => ({ runId, step: 'step', priority: 1, delayMs: 0 }));
  const [render, fetched, lost] = steps;
  await queues.enqueue({ ...fetched!, job: 'fetch-media' });
  const toFind = [fetched!, lost!].map((step) => ({ ...step, job: 'fetch-media' as const }));
  expect(await queues.findMissing(toFind)).toEqual([toFind[1]]);
  await queues.enqueue({ ...render!, job: 'render-section' });
  await vi.waitUntil(() => jobs.includes(render!.runId), PATIENT);
  expect((await queues.counts()).find(({ queue }) => queue === 'fetch')!.waiting).toBeGreaterThan(0);

  // An event may be lost while a subscriber connects again.
  await vi.waitUntil(() => {
    bus.publish(userIds[0]!, 'session.ended', { sessionId: 'x' });
    return events.includes(userIds[0]!);
  }, PATIENT);
  const presence = trackPresence(redis, prefix, log);
  for (const userId of userIds) presence.enter(userId);
  await vi.waitUntil(() => isHere(redis, prefix, userIds[19]!), PATIENT);
  await presence.close();

  const requests = createRequestCounter(redis, `${prefix}:rate:`);
  const waits = [await requests.take(userIds[0]!, 2), await requests.take(userIds[0]!, 2)];
  expect(waits).toEqual([0, 0]);
  expect(await requests.take(userIds[0]!, 2)).toBeGreaterThan(0);
  const revert = await countTry(backend, { token: userIds[0]!, password: 'x' }, '10.0.0.1');
  await revert();
  const budget = openUploadBudget(backend);
  await budget.spend(userIds[0]!, MB, async (count) => count(1));
  expect(await redis.hget(`${prefix}:sent-in-hour:${userIds[0]}`, 'used')).toBe('1');

  const feeds = openFeedStore({ redis, prefix, log });
  expect(await feeds.alone(userIds[0]!, AbortSignal.timeout(60_000), async () => 'alone')).toBe('alone');
  const tracks = openFoundStore(backend);
  const page = { tracks: userIds.map((id) => ({ id })), more: false };
  await tracks.savePage('site', { query: userIds[0]!, mood: undefined, page: 1 }, page as never);
  expect(await tracks.loadTrack('site', userIds[19]!)).toEqual({ id: userIds[19] });

  const info = { queues: [], transcriber: '', voice: '', translator: '', titles: '', warnings: [] };
  const retire = await announceWorker(redis, prefix, () => info, log);
  expect(await listWorkers(redis, prefix)).not.toEqual([]);
  await retire();
  const parts = { redis, log, config: { redisPrefix: prefix, reconcileIntervalMs: 50 } };
  const stop = startReconciler({ ...parts, engine: { reconcile: async () => 7 } });
  await vi.waitUntil(async () => (await readLastPass(redis, prefix))?.activeRuns === 7, PATIENT);
  stop();
}

describe.each(
  casesOfTier([
    ['an encrypted Redis Cluster', () => startRedisCluster({ encrypted: true })],
    ['encrypted Redis servers with sentinels', () => startRedisSentinels({ encrypted: true })],
    ['Redis servers with sentinels', () => startRedisSentinels()],
  ] as const),
)('%s', async (_name, startGroup) => {
  const group = await startGroup();
  const backend = await openTestBackend(group.environment);
  const app = await openTestApp(backend);
  const received = await listen(backend);
  const readyz = async () => (await app.inject('/readyz')).json<{ redis: string }>().redis;

  it('serves every use of Redis', async () => {
    await useRedis(backend, received);
    expect(await readyz()).toBe('ok');
  });

  itInFullTier(
    'serves every use of Redis with the same connections after its primary was killed',
    async () => {
      const failures: unknown[] = [];
      const asking = new AbortController();
      const receiving = (async () => {
        while (!asking.signal.aborted) {
          await backend.redis
            .incr(`${backend.config.redisPrefix}:counter`)
            .catch((error) => failures.push(error));
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      })();
      await group.failOver();
      await vi.waitUntil(async () => (await readyz()) === 'ok', PATIENT);
      asking.abort();
      await receiving;
      // Such errors are answered as 503, and count against no step.
      expect(failures.filter((error) => !isConnectionError(error))).toEqual([]);
      await useRedis(backend, received);
    },
  );
});
