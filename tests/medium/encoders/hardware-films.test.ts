import { readFile } from 'node:fs/promises';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { generationInputSchema, renderSection } from '#contract/jobs/generation.ts';
import type { Project } from '#contract/projects.ts';
import type { AppConfig } from '#contract/app-config.ts';
import { readTracks } from '../../../worker/media/mov-boxes.ts';
import { writeHardwareFfmpeg } from '../../helpers/films/hardware-ffmpeg.ts';
import { decodeWhole } from '../../helpers/media/frames.ts';
import { makeLibrary, openScene } from '../../helpers/processes/fault-scene.ts';
import { ended } from '../../helpers/processes/installation.ts';
import { startStack } from '../../helpers/processes/stack.ts';
import { PATIENT } from '../../helpers/patient.ts';

const library = await makeLibrary();
const stack = await startStack({ LIBRARY_DIR: library });
const hardware = await writeHardwareFfmpeg(stack.dataDir);
const otherHardware = await writeHardwareFfmpeg(stack.dataDir, { name: 'other-hardware', refs: 3 });

/** Starts a worker of a machine with this hardware. */
const startWorker = (ffmpeg = hardware, env: Record<string, string> = {}) =>
  stack.startWorker({ FFMPEG_PATH: ffmpeg.path, VIDEO_ENCODER: 'nvenc', ...env });

async function stop(worker: ChildProcess) {
  worker.kill('SIGTERM');
  await ended(worker);
}

let scene: Awaited<ReturnType<typeof openScene>>;
let projectId: string;
let worker: ChildProcess;
beforeAll(async () => {
  worker = await startWorker();
  scene = await openScene(stack, library);
  const started = await scene.process();
  projectId = started.projectId;
  await scene.over(started.runId);
  for (const title of ['One', 'Two', 'Three']) await add(title);
  const { sections } = await scene.call<Project>('GET', `/api/projects/${projectId}`);
  const dip = { transition: 'dip', transitionSeconds: 1 };
  await scene.call('PATCH', `/api/sections/${sections[1]!.id}/update`, dip);
});

const add = (title: string) =>
  scene.call('POST', `/api/projects/${projectId}/sections`, { title, transcription: '' });

/** Waits for a film, and returns its encoder, and those of its sections. */
async function inspectFilm(runId: string) {
  const run = await scene.over(runId);
  expect(run).toMatchObject({ status: 'completed', errorCode: null });
  const steps = await stack.db
    .selectFrom('runSteps')
    .innerJoin('artifacts', 'artifacts.key', 'runSteps.artifactKey')
    .select(['runSteps.job', 'runSteps.reused', 'artifacts.data', 'artifacts.files'])
    .where('runId', '=', runId)
    .orderBy('position')
    .execute();
  const pathOf = (files: unknown) =>
    join(stack.dataDir, 'objects', (files as { objectKey: string }[])[0]!.objectKey);
  const rendered = steps.filter(({ job }) => job === renderSection.name);
  const encoders = rendered.map(({ data }) => renderSection.result.parse(data).encoder ?? 'x264');
  const sets = await Promise.all(
    rendered.map(async ({ files }) => {
      const tracks = await readTracks(pathOf(files));
      return tracks.find(({ kind }) => kind === 'vide')!.parameterSets;
    }),
  );
  // One film has the parameter sets of one encoder.
  expect(new Set(sets).size).toBe(1);
  const film = steps.find(({ job }) => job === 'join-film')!;
  await decodeWhole(pathOf(film.files));
  return {
    encoder: generationInputSchema.parse(run.input).encoder ?? 'x264',
    encoders: [...new Set(encoders)],
    reused: rendered.map(({ reused }) => reused),
    sets: sets[0]!,
  };
}

const makeFilm = async () => inspectFilm(await scene.film(projectId));
const warnings = async () => (await scene.call<AppConfig>('GET', '/api/config')).warnings;

it('makes a film with the hardware of its workers', async () => {
  expect(await makeFilm()).toMatchObject({ encoder: 'nvenc', encoders: ['nvenc'] });
  await add('Another');
  expect(await makeFilm()).toMatchObject({ encoders: ['nvenc'], reused: [true, true, true, true, false] });
});

it('renders the whole film with x264 if the hardware fails while it is made', async () => {
  await add('The failing one');
  await hardware.fail('next');
  expect(await makeFilm()).toMatchObject({ encoder: 'x264', encoders: ['x264'] });
  // The hardware works again, and its sections still exist.
  await add('After it');
  expect(await makeFilm()).toMatchObject({
    encoder: 'nvenc',
    encoders: ['nvenc'],
    // The hardware may have rendered the failed section for a second delivery of its job.
    reused: [true, true, true, true, true, expect.any(Boolean), false],
  });
});

it('renders the whole film with x264 if other hardware makes video that cannot be joined', async () => {
  await stop(worker);
  worker = await startWorker(otherHardware);
  await add('From another machine');
  expect(await makeFilm()).toMatchObject({ encoder: 'x264', encoders: ['x264'] });
});

it('continues a film with x264 on a worker without its hardware', async () => {
  await add('The last one of the hardware');
  await stop(worker);
  // Announced with its hardware, which then ends before the film begins.
  worker = await startWorker(hardware, { WORKER_QUEUES: 'render' });
  worker.kill('SIGKILL');
  await ended(worker);
  const runId = await scene.film(projectId);
  worker = await stack.startWorker();
  expect(await inspectFilm(runId)).toMatchObject({ encoder: 'x264', encoders: ['x264'] });
});

it('reports hardware that does not work, and encodes with x264', async () => {
  await stop(worker);
  await hardware.fail('broken');
  worker = await startWorker();
  const report = expect.stringContaining('video encoder "nvenc" does not work');
  await expect.poll(warnings, PATIENT).toContainEqual(report);
  const log = await readFile(join(stack.dataDir, `worker-${worker.pid}.log`), 'utf8');
  expect(log).toContain('hardware encoder does not work, using x264');
  expect(await makeFilm()).toMatchObject({ encoder: 'x264' });
});
