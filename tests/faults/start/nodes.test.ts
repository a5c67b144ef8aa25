import { createHash, randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { UploadResult } from '#contract/uploads.ts';
import { restartUnderPages } from '../../helpers/processes/api-restart.ts';
import { checkInstallation } from '../../helpers/processes/check-installation.ts';
import { makeLibrary, openScene } from '../../helpers/processes/fault-scene.ts';
import { client, ended, freePort } from '../../helpers/processes/installation.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { openEvents, startStack } from '../../helpers/processes/stack.ts';

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
  await vi.waitUntil(() => heard.every((events) => ends(events).length >= 2), PATIENT);
  for (const events of heard) {
    expect(ends(events)).toHaveLength(2);
    expect(new Set(events).size).toBe(events.length);
    expect(events.toSorted()).toEqual(heard[0]!.toSorted());
  }
  await checkInstallation(stack, scene.user.id, { spent: 1, left: 2 });
});

it('goes on with a file whose API was killed in the middle of it', async () => {
  const user = await createUser(stack);
  const { projectId } = await createProject(stack, user.id);
  const file = randomBytes(2_000_000);
  const body = { projectId, fileName: 'film.mp4' };
  const open = (more: object = {}) =>
    client(stack, user.cookie)<UploadResult>('POST', '/api/objects/upload', { ...body, ...more });
  const { objectPath, uploadURL } = await open();
  const broken = request(stack.url + uploadURL, {
    method: 'PUT',
    headers: { 'content-length': String(file.length) },
  });
  const hungUp = new Promise((resolve) => broken.once('error', resolve));
  broken.write(file.subarray(0, 1_500_000));
  const folder = join(stack.dataDir, 'partial', user.id);
  await vi.waitFor(async () => {
    const [name] = await readdir(folder);
    expect((await stat(join(folder, name!))).size).toBe(1_500_000);
  }, PATIENT);
  stack.server.kill('SIGKILL');
  await hungUp;
  stack.server = await stack.startServer();
  const again = await open({ objectPath });
  expect(again.offset).toBe(1_500_000);
  const url = `${stack.url}${again.uploadURL}&offset=${again.offset}`;
  const answer = await fetch(url, { method: 'PUT', body: file.subarray(again.offset) });
  const hash = createHash('sha256').update(file).digest('hex');
  expect([answer.status, answer.headers.get('etag')]).toEqual([200, `"${hash}"`]);
  expect(await readdir(folder)).toEqual([]);
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
        stack.server.kill(signal);
        await ended(stack.server);
        expect(stack.server.exitCode).toBe(signal === 'SIGTERM' ? 0 : null);
      },
      async start() {
        stack.server = await stack.startServer();
      },
    });
    expect(deaf).toEqual([]);
    for (const id of userIds) await checkInstallation(stack, id, { spent: 1, left: 0 });
  },
);
