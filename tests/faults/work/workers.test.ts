import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { checkInstallation } from '../../helpers/processes/check-installation.ts';
import { makeLibrary, openScene } from '../../helpers/processes/fault-scene.ts';
import { ended } from '../../helpers/processes/installation.ts';
import { freezeProcessNaming, processesNaming } from '../../helpers/processes/processes.ts';
import { seededRandom } from '../../helpers/seeded-random.ts';
import { openEvents, startStack } from '../../helpers/processes/stack.ts';
import { PATIENT } from '../../helpers/patient.ts';

const PROCESSING = [
  'fetch-media-0',
  'extract-sound-0',
  'scan-media-0',
  'hear-speech-0-0',
  'transcribe-media-0',
  'assemble-sections',
];
const FILM = ['render-section-0', 'join-film'];
/** Longer than a job's lock, in ms. */
const LOCK_MS = 2_000;

/** Enough credits for each video whose scan ends before it can be frozen. */
const CREDITS = 20;

const library = await makeLibrary();
const stack = await startStack({ LIBRARY_DIR: library, JOB_LOCK_MS: String(LOCK_MS) });
const workers = [await stack.startWorker()];

const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 100_000);

it(`loses nothing when a worker is killed at every step (seed ${SEED})`, async () => {
  const scene = await openScene(stack, library);
  const { projectId, runId } = await scene.process();
  // When each step starts, and when one of the steps has ended.
  const also = Math.floor(seededRandom(SEED)() * (PROCESSING.length + FILM.length));
  async function killAtEach(id: string, keys: string[], first: number): Promise<void> {
    for (const [index, key] of keys.entries()) {
      for (const states of [['active', 'done'], ['done']].slice(0, first + index === also ? 2 : 1)) {
        await scene.step(id, key, states);
        const victim = workers.pop()!;
        victim.kill('SIGKILL');
        await ended(victim);
        workers.push(await stack.startWorker());
      }
    }
    expect((await scene.over(id)).status).toBe('completed');
  }
  await killAtEach(runId, PROCESSING, 0);
  await killAtEach(await scene.film(projectId), FILM, PROCESSING.length);
  await checkInstallation(stack, scene.user.id, { spent: 1, left: 2 });
});

it('counts one result if two workers did the same step, and reports it once', async () => {
  workers.push(await stack.startWorker());
  const scene = await openScene(stack, library, CREDITS);
  let spent = 1;
  const { socket } = await openEvents(stack, scene.user.cookie);
  const completed: string[] = [];
  socket.on('run.completed', ({ run }) => completed.push(run.id));
  /**
   * Freezes a worker in the middle of a scan. Uses another video if that scan ended before its ffmpeg was
   * stopped.
   */
  async function freezeInScan(): Promise<{ runId: string; zombie: ChildProcess; ffmpeg: number }> {
    const { runId } = await scene.process();
    let frozen: { zombie: ChildProcess; ffmpeg: number } | undefined;
    const checkWorkers = async () => {
      const { state } = await scene.step(runId, 'scan-media-0', ['active', 'done']);
      for (const zombie of workers) {
        const ffmpeg = freezeProcessNaming(`-${zombie.pid}/scan-media-`);
        if (ffmpeg !== undefined) frozen = { zombie, ffmpeg };
      }
      return frozen !== undefined || state === 'done';
    };
    await vi.waitUntil(checkWorkers, { ...PATIENT, interval: 10 });
    if (frozen) return { runId, ...frozen };
    expect((await scene.over(runId)).status).toBe('completed');
    spent += 1;
    return freezeInScan();
  }
  const { runId, zombie, ffmpeg } = await freezeInScan();
  zombie.kill('SIGSTOP');
  onTestFinished(() => {
    for (const one of [zombie.pid!, ffmpeg]) if (existsSync(`/proc/${one}`)) process.kill(one, 'SIGCONT');
  });
  // The other worker takes the step over after the lock has expired, and ends the run.
  expect((await scene.over(runId)).status).toBe('completed');
  expect(await scene.counts(runId)).toEqual({ tries: 1, losses: 1 });
  zombie.kill('SIGCONT');
  process.kill(ffmpeg, 'SIGCONT');
  await checkInstallation(stack, scene.user.id, { spent, left: CREDITS - spent });
  const { projectId } = await stack.db
    .selectFrom('runs')
    .select('projectId')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  // The worker functions as before.
  expect((await scene.over(await scene.film(projectId!))).status).toBe('completed');
  await checkInstallation(stack, scene.user.id, { spent, left: CREDITS - spent });
  expect(completed.filter((id) => id === runId)).toHaveLength(1);
});

it('ends once if it is cancelled at any step, and a retry continues from there', async () => {
  const scene = await openScene(stack, library);
  const first = await scene.process();
  let { runId } = first;
  async function cancelAndRetry(key: string): Promise<void> {
    await scene.step(runId, key, ['active', 'done']);
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => scene.call<{ status: string }>('POST', `/api/runs/${runId}/cancel`)),
    );
    const statuses = new Set(answers.map((answer) => answer.status));
    expect(statuses.size).toBe(1);
    await vi.waitFor(() => expect(processesNaming(`${stack.dataDir}/tmp`)).toEqual([]), PATIENT);
    if (statuses.has('completed')) return;
    expect((await scene.over(runId)).status).toBe('cancelled');
    runId = (await scene.call<{ id: string }>('POST', `/api/runs/${runId}/retry`)).id;
  }
  for (const key of PROCESSING) await cancelAndRetry(key);
  expect((await scene.over(runId)).status).toBe('completed');
  await checkInstallation(stack, scene.user.id, { spent: 1, left: 2 });
  runId = await scene.film(first.projectId);
  for (const key of FILM) await cancelAndRetry(key);
  expect((await scene.over(runId)).status).toBe('completed');
  await checkInstallation(stack, scene.user.id, { spent: 1, left: 2 });
});
