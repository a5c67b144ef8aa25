import { expect, it, vi } from 'vitest';
import { restartUnderPages } from '../helpers/api-restart.ts';
import { checkInstallation } from '../helpers/check-installation.ts';
import { makeLibrary, openScene } from '../helpers/fault-scene.ts';
import { client, ended, freePort } from '../helpers/installation.ts';
import { openEvents, startStack } from '../helpers/stack.ts';

const USERS = 5;
const PAGES_EACH = 10;

const library = await makeLibrary();
const stack = await startStack({ LIBRARY_DIR: library });
const secondPort = String(await freePort());
const second = { url: `http://localhost:${secondPort}` };
const [, ...workers] = await Promise.all([
  stack.startServer({ PORT: secondPort }),
  stack.startWorker(),
  stack.startWorker(),
]);

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
  await vi.waitUntil(() => heard.every((events) => ends(events).length >= 2), { timeout: 60_000 });
  for (const events of heard) {
    expect(ends(events)).toHaveLength(2);
    expect(new Set(events).size).toBe(events.length);
    expect(events.toSorted()).toEqual(heard[0]!.toSorted());
  }
  await checkInstallation(stack, scene.user.id, { spent: 1, left: 2 });
});

it.each(['SIGKILL', 'SIGTERM'] as const)(
  'lets no page of an API that gets %s miss how its run ended',
  async (signal) => {
    const { userIds, deaf } = await restartUnderPages(stack, {
      library,
      users: USERS,
      pagesEach: PAGES_EACH,
      workers,
      async stop() {
        const from = Date.now();
        stack.server.kill(signal);
        await ended(stack.server);
        expect(stack.server.exitCode).toBe(signal === 'SIGTERM' ? 0 : null);
        expect(Date.now() - from).toBeLessThan(20_000);
      },
      async start() {
        stack.server = await stack.startServer();
      },
    });
    expect(deaf).toEqual([]);
    for (const id of userIds) await checkInstallation(stack, id, { spent: 1, left: 0 });
  },
);
