import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkInstallation } from '../../helpers/processes/check-installation.ts';
import { makeLibrary, openScene } from '../../helpers/processes/fault-scene.ts';
import { findFaults } from '../../helpers/processes/find-faults.ts';
import { ended } from '../../helpers/processes/installation.ts';
import { mayMakeDisks, onSmallDisk } from '../../helpers/processes/small-disk.ts';
import { startStack } from '../../helpers/processes/stack.ts';

const library = await makeLibrary();
const stack = await startStack({ LIBRARY_DIR: library });

it.skipIf(!mayMakeDisks()).each([
  ['the store', 'objects', undefined],
  ['the temporary folder, under ffmpeg', 'tmp', 'scan-media-0'],
])('fails with a reason and returns the credit if %s is full', async (_, folder, from) => {
  const scene = await openScene(stack, library);
  const { runId } = await scene.process();
  if (from) {
    const fetcher = await stack.startWorker({ WORKER_QUEUES: 'fetch' });
    await scene.step(runId, from, ['queued']);
    fetcher.kill('SIGTERM');
    await ended(fetcher);
  }
  const worker = await stack.startWorker({}, onSmallDisk(join(stack.dataDir, folder), 64));
  onTestFinished(() => void worker.kill('SIGKILL'));
  const run = await scene.over(runId);
  expect(run).toMatchObject({
    status: 'failed',
    errorCode: 'disk_full',
    message: 'The disk of the server is full. Please try again later.',
  });
  // Read as the worker sees its folders, since they exist only in its namespace.
  const entries = await readdir(join(`/proc/${worker.pid}/root`, stack.dataDir, folder), {
    recursive: true,
    withFileTypes: true,
  });
  expect(entries.filter((entry) => entry.isFile()).map((entry) => entry.name)).toEqual([]);
  worker.kill('SIGTERM');
  await ended(worker);
  await checkInstallation(stack, scene.user.id, { spent: 0, left: 3 });
  expect((await findFaults(stack, [scene.user.id])).unnamed).toEqual([]);
});
