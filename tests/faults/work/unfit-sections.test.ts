import { chmod, copyFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { renderSection } from '#contract/jobs/generation.ts';
import type { Project } from '#contract/projects.ts';
import { findProgram } from '../../../bin/lib/processes.mjs';
import { makeLibrary, openScene } from '../../helpers/processes/fault-scene.ts';
import { decodeWhole } from '../../helpers/media/frames.ts';
import { ffmpeg } from '../../helpers/media/lavfi.ts';
import { startStack } from '../../helpers/processes/stack.ts';

const library = await makeLibrary();
// Repair by a timer must not hide a step that should continue immediately.
const stack = await startStack({ LIBRARY_DIR: library, RECONCILE_INTERVAL_MS: '600000' });
const mode = join(stack.dataDir, 'mode');
/** Behaves like ffmpeg, but renders sections that match no others while the file `mode` exists. */
const FAKE = join(stack.dataDir, 'fake-ffmpeg');
await writeFile(
  FAKE,
  `#!/bin/sh
if [ -e ${mode} ]; then case "$*" in *section.mov*)
  for argument do shift; [ "$argument" = left ] && argument=topleft; set -- "$@" "$argument"; done ;;
esac; fi
exec ${findProgram('ffmpeg')} "$@"
`,
);
await chmod(FAKE, 0o755);
await stack.startWorker({ FFMPEG_PATH: FAKE });

/** Creates a project of several sections and its film, and returns the files of its rendered sections. */
async function openFilm() {
  const scene = await openScene(stack, library);
  const { projectId, runId: processing } = await scene.process();
  expect((await scene.over(processing)).status).toBe('completed');
  const add = (title: string) =>
    scene.call('POST', `/api/projects/${projectId}/sections`, { title, transcription: '' });
  for (const title of ['One', 'Two', 'Three', 'Four']) await add(title);
  const read = () => scene.call<Project>('GET', `/api/projects/${projectId}`);
  const runId = await scene.film(projectId);
  expect((await scene.over(runId)).status).toBe('completed');
  return { scene, projectId, runId, read };
}

async function renderSteps(runId: string) {
  const rows = await stack.db
    .selectFrom('runSteps')
    .leftJoin('artifacts', 'artifacts.key', 'runSteps.artifactKey')
    .select(['runSteps.key', 'runSteps.state', 'runSteps.tries', 'runSteps.reused', 'artifacts.files'])
    .where('runId', '=', runId)
    .where('runSteps.job', '=', renderSection.name)
    .orderBy('position')
    .execute();
  return rows.map(({ files, ...row }) => {
    const [file] = (files ?? []) as { objectKey: string }[];
    return { ...row, path: file ? join(stack.dataDir, 'objects', file.objectKey) : '' };
  });
}

it('renders missing, cut off and mismatched sections again automatically, and uses no damaged one twice', async () => {
  const { scene, projectId, runId, read } = await openFilm();
  const [first, second, third, fourth, fifth] = await renderSteps(runId);
  await rm(second!.path);
  await truncate(third!.path, 2000);
  const unlike = join(stack.dataDir, 'unlike.mov');
  const encode = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-video_track_timescale',
    '15360',
    '-c:a',
    'copy',
  ];
  await ffmpeg('-i', fourth!.path, ...encode, unlike);
  await copyFile(unlike, fourth!.path);
  const sections = (await read()).sections;
  await scene.call('PATCH', `/api/sections/${sections[0]!.id}/update`, { title: 'Another title' });

  const secondRun = await scene.film(projectId);
  expect(await scene.over(secondRun)).toMatchObject({ status: 'completed', errorCode: null });
  const steps = await renderSteps(secondRun);
  expect(steps.map(({ state, tries, reused }) => [state, tries, reused])).toEqual([
    ['done', 1, true],
    ['done', 2, false],
    ['done', 2, false],
    ['done', 2, false],
    ['done', 1, true],
  ]);
  expect(steps.map(({ path }) => path === '')).toEqual(steps.map(() => false));
  expect([steps[0]!.path, steps[4]!.path]).toEqual([first!.path, fifth!.path]);
  for (const [index, old] of [second, third, fourth].entries()) {
    expect(steps[index + 1]!.path).not.toBe(old!.path);
  }
  const removedKeys = await stack.db.selectFrom('filesToRemove').select('objectKey').execute();
  for (const old of [second, third, fourth]) {
    expect(removedKeys.some(({ objectKey: key }) => old!.path.endsWith(key))).toBe(true);
  }
  for (const { path } of steps) await decodeWhole(path);
});

it('renders a section with early frames again before it renders its transition', async () => {
  const { scene, projectId, runId, read } = await openFilm();
  const [, second] = await renderSteps(runId);
  const uneven = join(stack.dataDir, 'uneven.mov');
  // As an earlier version rendered sections: all pictures after the first are a frame early.
  const early = ['pts', 'dts'].map((time) => `${time}=${time.toUpperCase()}-511*gt(N\\,0)`).join(':');
  await ffmpeg('-i', second!.path, '-c', 'copy', '-bsf:v', `setts=${early}`, uneven);
  await copyFile(uneven, second!.path);
  const { sections } = await read();
  const dip = { transition: 'dip', transitionSeconds: 1 };
  await scene.call('PATCH', `/api/sections/${sections[1]!.id}/update`, dip);

  const secondRun = await scene.film(projectId);
  expect(await scene.over(secondRun)).toMatchObject({ status: 'completed', errorCode: null });
  const steps = await renderSteps(secondRun);
  expect(steps.map(({ tries, reused }) => [tries, reused])).toEqual([
    [1, true],
    [2, false],
    [1, true],
    [1, true],
    [1, true],
  ]);
});

it('names a section that never fits, and explains what to do', async () => {
  const { scene, projectId, read } = await openFilm();
  const add = { title: 'The odd one', transcription: '' };
  await scene.call('POST', `/api/projects/${projectId}/sections`, add);
  await writeFile(mode, '');
  const runId = await scene.film(projectId);
  const run = await scene.over(runId);
  await rm(mode);
  expect(run).toMatchObject({ status: 'failed' });
  expect(run.message).toBe(
    'The section "The odd one" could not be rendered. Replace what it shows or delete it, then generate again.',
  );
  const { generation, sections } = await read();
  const odd = sections.find(({ title }) => title === 'The odd one')!;
  expect(generation).toMatchObject({ status: 'failed', failedSectionId: odd.id });

  // A failed rendering is not stored, so the next attempt renders it again.
  const next = await scene.film(projectId);
  expect((await scene.over(next)).status).toBe('completed');
});
