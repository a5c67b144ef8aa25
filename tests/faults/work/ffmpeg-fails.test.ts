import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findProgram } from '../../../bin/lib/processes.mjs';
import { checkInstallation } from '../../helpers/processes/check-installation.ts';
import { makeLibrary, openScene } from '../../helpers/processes/fault-scene.ts';
import { ended } from '../../helpers/processes/installation.ts';
import { startStack } from '../../helpers/processes/stack.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const library = await makeLibrary();
const stack = await startStack({ LIBRARY_DIR: library });
const mode = join(stack.dataDir, 'mode');
const pidFile = join(stack.dataDir, 'pid');
/** A file that exists once the worker with this process ID has started. */
const startedFile = (pid: number | string) => join(stack.dataDir, `started-${pid}`);

/**
 * Behaves like ffmpeg except for what the file `mode` requests. `poison` makes only one step deadly, since
 * the number of deaths that two such steps cause depends on their order.
 */
const FAKE = join(stack.dataDir, 'fake-ffmpeg');
await writeFile(
  FAKE,
  `#!/bin/sh
case "$(cat "${mode}" 2>/dev/null)" in
  deaf-once) rm "${mode}"; trap '' TERM; sleep 600 & echo $! > "${pidFile}"; wait; sleep 600 ;;
  crash-once) rm "${mode}"; kill -SEGV $$ ;;
  hang) echo $$ > "${pidFile}"; exec sleep 600 ;;
  poison) case "$*" in */scan-media-*)
    while [ -e "${mode}" ]; do [ -e "${startedFile('$PPID')}" ] && kill -KILL $PPID; sleep 0.1; done ;;
  esac ;;
esac
exec "${findProgram('ffmpeg')}" "$@"
`,
);
await chmod(FAKE, 0o755);
/** Starts a worker that ends with the test. */
async function start(env: Record<string, string> = {}): Promise<ChildProcess> {
  const worker = await stack.startWorker({ FFMPEG_PATH: FAKE, ...env });
  await writeFile(startedFile(worker.pid!), '');
  onTestFinished(() => {
    worker.kill('SIGKILL');
    return ended(worker);
  });
  return worker;
}

const isGone = (pid: number) => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

it('retries once after a hang, killing all of its processes, and after a crash', async () => {
  const scene = await openScene(stack, library);
  // On a slow machine, ffmpeg may be silent for a second or two.
  await start({ FFMPEG_STALL_MS: '4000' });
  for (const fault of ['deaf-once', 'crash-once']) {
    await writeFile(mode, fault);
    const { runId } = await scene.process();
    expect((await scene.over(runId)).status).toBe('completed');
    expect(existsSync(mode)).toBe(false);
    expect(await scene.counts(runId)).toEqual({ tries: 2, losses: 0 });
  }
  expect(isGone(Number(await readFile(pidFile, 'utf8')))).toBe(true);
  await checkInstallation(stack, scene.user.id, { spent: 2, left: 1 });
});

itInFullTier('fails a step that hangs twice, and runs the next job', async () => {
  const scene = await openScene(stack, library);
  await start({ FFMPEG_STALL_MS: '4000' });
  await writeFile(mode, 'hang');
  const stuck = await scene.process();
  expect(await scene.over(stuck.runId)).toMatchObject({ status: 'failed', errorCode: 'timeout' });
  expect(await scene.counts(stuck.runId)).toEqual({ tries: 2, losses: 0 });
  await rm(mode);
  const next = await scene.process();
  expect((await scene.over(next.runId)).status).toBe('completed');
  await checkInstallation(stack, scene.user.id, { spent: 1, left: 2 });
});

itInFullTier('fails a step that kills its worker five times, and runs the next job', async () => {
  const scene = await openScene(stack, library);
  await writeFile(mode, 'poison');
  const { runId } = await scene.process();
  const over = scene.over(runId);
  let worker = await start();
  const deaths: (NodeJS.Signals | null)[] = [];
  while (await Promise.race([over.then(() => false), ended(worker).then(() => true)])) {
    deaths.push(worker.signalCode);
    worker = await start();
  }
  expect(deaths).toEqual(Array(5).fill('SIGKILL'));
  expect(await over).toMatchObject({ status: 'failed', errorCode: 'crashed' });
  expect(await scene.counts(runId)).toEqual({ tries: 1, losses: 5 });
  await rm(mode);
  const next = await scene.process();
  expect((await scene.over(next.runId)).status).toBe('completed');
  await checkInstallation(stack, scene.user.id, { spent: 1, left: 2 });
});

itInFullTier('stops the work for a run that is cancelled', async () => {
  const scene = await openScene(stack, library);
  // A hanging ffmpeg would end by itself only after the test's time limit.
  await start({ FFMPEG_STALL_MS: '600000' });
  await writeFile(mode, 'hang');
  await rm(pidFile, { force: true });
  const { runId } = await scene.process();
  await vi.waitUntil(() => existsSync(pidFile), PATIENT);
  await rm(mode);
  await scene.call('POST', `/api/runs/${runId}/cancel`);
  const pid = Number(await readFile(pidFile, 'utf8'));
  await vi.waitUntil(() => isGone(pid), PATIENT);
  expect(await scene.statusOf(runId)).toBe('cancelled');
  await checkInstallation(stack, scene.user.id, { spent: 0, left: 3 });
});

itInFullTier('a worker that must stop during a render releases its step', async () => {
  const scene = await openScene(stack, library);
  const worker = await start({ FFMPEG_STALL_MS: '600000' });
  const { projectId, runId: processing } = await scene.process();
  expect((await scene.over(processing)).status).toBe('completed');
  await writeFile(mode, 'hang');
  await rm(pidFile, { force: true });
  const runId = await scene.film(projectId);
  await vi.waitUntil(() => existsSync(pidFile), PATIENT);
  worker.kill('SIGTERM');
  await ended(worker);
  expect(worker.exitCode).toBe(0);
  await rm(mode);
  await start();
  expect((await scene.over(runId)).status).toBe('completed');
  expect(await scene.counts(runId)).toEqual({ tries: 1, losses: 0 });
  await checkInstallation(stack, scene.user.id, { spent: 1, left: 2 });
});
