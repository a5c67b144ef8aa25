import { createHash, randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { UploadResult } from '#contract/uploads.ts';
import { restartUnderPages } from '../../helpers/processes/api-restart.ts';
import { checkInstallation } from '../../helpers/processes/check-installation.ts';
import { makeLibrary } from '../../helpers/processes/fault-scene.ts';
import { client, ended } from '../../helpers/processes/installation.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { startStack } from '../../helpers/processes/stack.ts';

const USERS = 5;
const PAGES_EACH = 10;

const library = await makeLibrary();
const stack = await startStack({ LIBRARY_DIR: library });
const workers = await Promise.all([stack.startWorker(), stack.startWorker()]);

it('resumes an upload whose API was killed halfway', async () => {
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
  const reopened = await open({ objectPath });
  expect(reopened.offset).toBe(1_500_000);
  const url = `${stack.url}${reopened.uploadURL}&offset=${reopened.offset}`;
  const answer = await fetch(url, { method: 'PUT', body: file.subarray(reopened.offset) });
  const hash = createHash('sha256').update(file).digest('hex');
  expect([answer.status, answer.headers.get('etag')]).toEqual([200, `"${hash}"`]);
  expect(await readdir(folder)).toEqual([]);
});

it.each(['SIGKILL', 'SIGTERM'] as const)(
  'delivers the end of a run to every page of an API that was ended by %s',
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
