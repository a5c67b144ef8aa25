import { expect, it, vi } from 'vitest';
import { checkInstallation } from '../../helpers/processes/check-installation.ts';
import { makeLibrary, openScene } from '../../helpers/processes/fault-scene.ts';
import { client, freePort } from '../../helpers/processes/installation.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { openEvents, startStack } from '../../helpers/processes/stack.ts';

const library = await makeLibrary();
const stack = await startStack({ LIBRARY_DIR: library });
const secondPort = String(await freePort());
const second = { url: `http://localhost:${secondPort}` };
await Promise.all([stack.startServer({ PORT: secondPort }), stack.startWorker()]);

it('delivers each event once to every client of both nodes', async () => {
  const scene = await openScene(stack, library);
  const nodes = [stack, second];
  const sockets = await Promise.all([0, 1, 0, 1].map((node) => openEvents(nodes[node]!, scene.user.cookie)));
  const eventsPerPage = sockets.map(({ socket }) => {
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
  await vi.waitUntil(() => eventsPerPage.every((events) => ends(events).length >= 2), PATIENT);
  for (const events of eventsPerPage) {
    expect(ends(events)).toHaveLength(2);
    expect(new Set(events).size).toBe(events.length);
    expect(events.toSorted()).toEqual(eventsPerPage[0]!.toSorted());
  }
  await checkInstallation(stack, scene.user.id, { spent: 1, left: 2 });
});
