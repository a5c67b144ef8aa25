import { expect, it, vi } from 'vitest';
import type { Run } from '#contract/runs.ts';
import { checkInstallation } from '../helpers/check-installation.ts';
import { makeLibrary, openScene } from '../helpers/fault-scene.ts';
import { client, ended, freePort } from '../helpers/installation.ts';
import { openEvents, startStack } from '../helpers/stack.ts';

const USERS = 5;
const SOCKETS_EACH = 10;

const library = await makeLibrary();
const stack = await startStack({ LIBRARY_DIR: library });
const secondPort = String(await freePort());
const second = { url: `http://localhost:${secondPort}` };
await Promise.all([stack.startServer({ PORT: secondPort }), stack.startWorker(), stack.startWorker()]);

it('tells each client each event once, whichever of two nodes it is on', async () => {
  const scene = await openScene(stack, library);
  const nodes = [stack, second];
  const sockets = await Promise.all([0, 1, 0, 1].map((node) => openEvents(nodes[node]!, scene.user.cookie)));
  const heard = sockets.map(({ socket }) => {
    const events: string[] = [];
    for (const type of ['run.progressed', 'run.completed', 'run.failed'] as const) {
      socket.on(type, ({ run }) => events.push(`${type} ${run.id} ${run.version}`));
    }
    return events;
  });
  const { projectId, runId } = await scene.process();
  expect((await scene.over(runId)).status).toBe('completed');
  const { runId: film } = await client(second, scene.user.cookie)<{ runId: string }>(
    'POST',
    `/api/projects/${projectId}/generate`,
    { quality: '720p' },
  );
  expect((await scene.over(film)).status).toBe('completed');
  const ends = (events: string[]) => events.filter((event) => event.startsWith('run.completed'));
  await vi.waitUntil(() => heard.every((events) => ends(events).length >= 2), { timeout: 10_000 });
  for (const events of heard) {
    expect(ends(events)).toHaveLength(2);
    expect(new Set(events).size).toBe(events.length);
    expect(events.toSorted()).toEqual(heard[0]!.toSorted());
  }
  await checkInstallation(stack, scene.user.id, { spent: 1, left: 2 });
});

it.each(['SIGKILL', 'SIGTERM'] as const)(
  'lets no client of an API that gets %s miss how its run ended',
  async (signal) => {
    const scenes = await Promise.all(Array.from({ length: USERS }, () => openScene(stack, library)));
    const clients = await Promise.all(
      scenes.flatMap((scene) =>
        Array.from({ length: SOCKETS_EACH }, async () => {
          const { socket } = await openEvents(stack, scene.user.cookie);
          const state = { snapshots: 0, over: new Set<string>(), running: [] as string[] };
          socket.on('snapshot', ({ runs }) => {
            state.snapshots += 1;
            state.running = runs.map(({ id }) => id);
          });
          socket.on('run.completed', ({ run }) => state.over.add(run.id));
          return { scene, state };
        }),
      ),
    );
    const runs = new Map<(typeof scenes)[number], string>();
    for (const scene of scenes) runs.set(scene, (await scene.process()).runId);
    const from = Date.now();
    stack.server.kill(signal);
    await ended(stack.server);
    expect(stack.server.exitCode).toBe(signal === 'SIGTERM' ? 0 : null);
    expect(Date.now() - from).toBeLessThan(20_000);
    // One run ends while nobody listens.
    expect((await scenes[0]!.over(runs.get(scenes[0]!)!)).status).toBe('completed');
    stack.server = await stack.startServer();
    await vi.waitUntil(() => clients.every(({ state }) => state.snapshots > 0), { timeout: 20_000 });
    await Promise.all(scenes.map((scene) => scene.over(runs.get(scene)!)));
    // By the event; or, as the page does, by asking for a run that the snapshot no longer has.
    await vi.waitUntil(
      () =>
        clients.every(({ scene, state }) => {
          const run = runs.get(scene)!;
          return state.over.has(run) || !state.running.includes(run);
        }),
      { timeout: 10_000 },
    );
    for (const scene of scenes) {
      const run = await scene.call<Run>('GET', `/api/runs/${runs.get(scene)}`);
      expect(run.status).toBe('completed');
    }
    for (const scene of scenes) await checkInstallation(stack, scene.user.id, { spent: 1, left: 2 });
  },
);
