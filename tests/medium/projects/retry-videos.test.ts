import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Credits } from '#contract/credits.ts';
import type { Project } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import type { Video } from '#contract/videos.ts';
import { createUser } from '../../helpers/data/user.ts';
import { makeSpokenVideo } from '../../helpers/media/spoken-video.ts';
import { openEvents, startStack } from '../../helpers/processes/stack.ts';
import { client } from '../../helpers/processes/installation.ts';

const library = await mkdtemp(join(tmpdir(), 'cutroom-library-'));
afterAll(() => rm(library, { recursive: true, force: true }));
const [, lost] = await Promise.all([
  makeSpokenVideo(library, { name: 'valley one', seconds: 12 }),
  makeSpokenVideo(library, { name: 'valley two', seconds: 12, width: 480 }),
]);
const stack = await startStack({ LIBRARY_DIR: library });
await stack.startWorker();

// product 4.53
it('adds the videos that succeed, and those that failed later, for free', async () => {
  const user = await createUser(stack, { packs: [2] });
  const call = client(stack, user.cookie);
  const events = await openEvents(stack, user.cookie);
  const videos = await call<Video[]>('GET', '/api/videos/search?query=valley');
  const titles = videos.map((video) => video.title).toSorted();
  expect(titles).toEqual(['Valley one', 'Valley two']);

  await rename(lost, `${lost}.away`);
  const completed = events.until('run.completed', ({ run }) => run.kind === 'processing');
  const videoIds = videos.map((video) => video.id);
  const { projectId } = await call<{ projectId: string }>('POST', '/api/projects/process', {
    videoIds,
    projectTitle: 'Valleys',
  });
  await completed;
  const read = () => call<Project>('GET', `/api/projects/${projectId}`);
  const credits = async () => (await call<Credits>('GET', '/api/user/credits')).totalCredits;
  const first = await read();
  expect(new Set(first.sections.map((section) => section.video.title))).toEqual(new Set(['Valley one']));
  expect(first.failedVideos).toMatchObject([
    { title: 'Valley two', message: expect.stringMatching(/library/) },
  ]);
  expect(await credits()).toBe(1);
  const retry = () => call<Run>('POST', `/api/projects/${projectId}/videos/retry`);

  // It fails again: that is reported as before, nothing is lost, and nothing is charged.
  const failed = events.until('run.failed', ({ run }) => run.kind === 'preparation');
  await retry();
  await failed;
  expect(await read()).toMatchObject({
    status: 'draft',
    failedVideos: first.failedVideos,
    notices: first.notices,
  });

  await rename(`${lost}.away`, lost);
  const ready = events.until('run.completed', ({ run }) => run.kind === 'preparation');
  const runs = await Promise.all([retry(), retry(), retry()]);
  expect(new Set(runs.map((run) => run.id)).size).toBe(1);
  await ready;
  const last = await read();
  expect(last.failedVideos).toEqual([]);
  expect(last.sections.slice(0, first.sections.length).map((section) => section.id)).toEqual(
    first.sections.map((section) => section.id),
  );
  const added = last.sections.slice(first.sections.length);
  expect(added.length).toBeGreaterThan(0);
  expect(new Set(added.map((section) => section.video.title))).toEqual(new Set(['Valley two']));
  expect(last.sections.map((section) => section.position)).toEqual(last.sections.map((_, index) => index));
  expect(await credits()).toBe(1);
  await expect(retry()).rejects.toThrow('409');
});
