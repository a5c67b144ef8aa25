import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { atEnd } from '../../helpers/at-end.ts';
import { createUser } from '../../helpers/data/user.ts';
import { makeLibrary, openScene } from '../../helpers/processes/fault-scene.ts';
import { client, ended, freePort } from '../../helpers/processes/installation.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { processesNaming } from '../../helpers/processes/processes.ts';
import { openEvents, startStack } from '../../helpers/processes/stack.ts';
import { addTinyVideo, generateFilm } from '../../helpers/processes/tiny-project.ts';
import type { Video } from '#contract/videos.ts';
import { startS3 } from '../../helpers/storage/s3-server.ts';

const run = promisify(execFile);
const VIDEOS = ['valley', 'harbor', 'meadow', 'castle', 'bridge', 'forest'];

const library = await makeLibrary();
for (const name of VIDEOS) await addTinyVideo(library, name);
const s3 = await startS3();

/** Creates the folders of a machine, with its own copy of the library, and its own way to the bucket. */
async function openMachine() {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-machine-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const libraryDir = join(folder, 'library');
  await cp(library, libraryDir, { recursive: true, preserveTimestamps: true });
  const proxy = await s3.openProxy();
  const dataDir = join(folder, 'data');
  const environment = { LIBRARY_DIR: libraryDir, DATA_DIR: dataDir, ...s3.environment('', proxy) };
  return { dataDir, environment, proxy };
}
type Machine = Awaited<ReturnType<typeof openMachine>>;

const machines = await Promise.all(Array.from({ length: 5 }, openMachine));
const [firstNode, secondNode, ...workerMachines] = machines as [Machine, Machine, ...Machine[]];
const { DATA_DIR: _, ...shared } = firstNode.environment;
const stack = await startStack(shared);
const port = String(await freePort());
const second = { url: `http://localhost:${port}` };
await stack.startServer({ ...secondNode.environment, PORT: port });
const workers = await Promise.all(
  workerMachines.map(async (machine) => ({
    machine,
    process: await stack.startWorker({ ...machine.environment, WORKER_CONCURRENCY: '1', WORKER_SPARE: '1' }),
  })),
);

/** Returns how often a machine requested each file of the bucket. */
function fetchesOf({ proxy }: Machine): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { method, url } of proxy.requests) {
    if (method !== 'GET' || url.includes('list-type') || url.includes('X-Amz-Signature')) continue;
    counts.set(url, (counts.get(url) ?? 0) + 1);
  }
  return counts;
}

it('makes a film on machines without a shared disk while an API node and a worker are killed', async () => {
  const user = await createUser(stack, { packs: [3] });
  const scene = await openScene(stack, library);
  const first = client(stack, user.cookie);
  const call = client(second, user.cookie);
  const videoIds: string[] = [];
  for (const name of VIDEOS) {
    const [video] = await first<Video[]>('GET', `/api/videos/search?query=${name}`);
    videoIds.push(video!.id);
  }
  const { projectId, runId } = await first<{ projectId: string; runId: string }>(
    'POST',
    '/api/projects/process',
    { videoIds, projectTitle: 'Machines' },
  );
  expect((await scene.over(runId)).status).toBe('completed');
  // Then only the film has steps.
  await scene.allOver(projectId);

  const events = await openEvents(second, user.cookie);
  const completed = events.until('run.completed', ({ run: one }) => one.kind === 'generation');
  const filmRun = await generateFilm(first, projectId);
  // A worker whose temporary folder an ffmpeg process names has a step.
  const busy = await vi.waitUntil(
    () => workers.find(({ machine }) => processesNaming(join(machine.dataDir, 'tmp')).length > 0),
    { ...PATIENT, interval: 10 },
  );
  for (const child of [busy.process, stack.server]) {
    child.kill('SIGKILL');
    await ended(child);
  }
  await completed;
  const { tries, losses } = await scene.counts(filmRun);
  expect(tries).toBe(1);
  expect(losses).toBeLessThanOrEqual(1);

  const { finalVideoLink } = await call<{ finalVideoLink: string }>(
    'GET',
    `/api/projects/${projectId}/video-link?language=en`,
  );
  const film = join(busy.machine.dataDir, 'film.mp4');
  const { redirected, url } = await fetch(second.url + finalVideoLink);
  expect([redirected, new URL(url).origin]).toEqual([true, secondNode.proxy.url]);
  await run('ffmpeg', ['-v', 'error', '-xerror', '-i', url, '-c', 'copy', film]);
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'format=duration',
    '-of',
    'csv=p=0',
    film,
  ]);
  expect(Number(stdout)).toBeGreaterThan(VIDEOS.length * 3);
  const { credits } = await stack.db
    .selectFrom('users')
    .select('credits')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(credits).toBe(2);

  // Each machine fetched each file once, and wrote files only to the bucket.
  for (const machine of machines) {
    const repeated = [...fetchesOf(machine)].filter(([, count]) => count > 1);
    expect(repeated).toEqual([]);
  }
  for (const { dataDir } of [secondNode, ...workerMachines]) {
    expect(await readdir(dataDir)).not.toContain('objects');
  }
  const survivors = workers.filter((worker) => worker !== busy);
  for (const { process } of survivors) expect(process.exitCode).toBeNull();
});
