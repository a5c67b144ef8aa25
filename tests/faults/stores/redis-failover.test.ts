import { describe, expect, it, vi } from 'vitest';
import { checkInstallation } from '../../helpers/processes/check-installation.ts';
import { makeLibrary, openScene } from '../../helpers/processes/fault-scene.ts';
import { freePort } from '../../helpers/processes/installation.ts';
import { openEvents, startStack } from '../../helpers/processes/stack.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { startRedisCluster, startRedisSentinels } from '../../helpers/services/redis-groups.ts';

describe.each([
  ['an encrypted Redis Cluster', () => startRedisCluster({ encrypted: true })],
  ['Redis servers with sentinels', () => startRedisSentinels()],
])('an installation on %s', async (_name, startGroup) => {
  const library = await makeLibrary();
  const group = await startGroup();
  const stack = await startStack({ LIBRARY_DIR: library, ...group.environment });
  const port = String(await freePort());
  const second = { url: `http://localhost:${port}` };
  const [, worker] = await Promise.all([stack.startServer({ PORT: port }), stack.startWorker()]);

  it('completes its runs after the primary was killed, and delivers their end to both nodes', async () => {
    const scene = await openScene(stack, library);
    const { projectId, runId } = await scene.process();
    await scene.step(runId, 'scan-media-0', ['active']);
    await group.failOver();
    const queued = await scene.process();
    for (const { runId: id } of [{ runId }, queued]) expect((await scene.over(id)).status).toBe('completed');

    const nodes = await Promise.all([stack, second].map(({ url }) => openEvents({ url }, scene.user.cookie)));
    const ends = nodes.map(({ until }) => until('run.completed', ({ run }) => run.kind === 'generation'));
    const film = await scene.film(projectId);
    expect((await scene.over(film)).status).toBe('completed');
    await Promise.all(ends);
    expect((await scene.counts(film)).tries).toBe(1);
    await vi.waitUntil(async () => (await fetch(`${second.url}/readyz`)).ok, PATIENT);
    expect([stack.server.exitCode, worker.exitCode]).toEqual([null, null]);
    await checkInstallation(stack, scene.user.id, { spent: 2, left: 1 });
  });
});
