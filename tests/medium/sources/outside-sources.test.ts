import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Project } from '#contract/projects.ts';
import type { Video } from '#contract/videos.ts';
import { createUser } from '../../helpers/data/user.ts';
import { makeSpokenVideo } from '../../helpers/media/spoken-video.ts';
import { openEvents, startStack } from '../../helpers/processes/stack.ts';
import { client } from '../../helpers/processes/installation.ts';
import { SITES } from '../../helpers/outside/video-sites.ts';

const folder = await mkdtemp(join(tmpdir(), 'cutroom-samples-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
await makeSpokenVideo(folder, { name: 'valley-one', seconds: 8 });
const stack = await startStack({ SAMPLE_LIBRARY_DIR: folder, SEARCH_STANDINS: 'on' });
await Promise.all([stack.startStandins(), stack.startWorker()]);

// product 2.140
it('creates sections from a hit of each external site, in local mode from its stand-in', async () => {
  const user = await createUser(stack, { packs: [1] });
  const call = client(stack, user.cookie);
  const events = await openEvents(stack, user.cookie);
  const hits = await Promise.all(
    SITES.map((source) => call<Video[]>('GET', `/api/videos/search?query=valley&source=${source}`)),
  );
  expect(hits.map((page) => page.map((video) => video.source))).toEqual(SITES.map((id) => [id]));

  const completed = events.until('run.completed', ({ run }) => run.kind === 'processing');
  const { projectId } = await call<{ projectId: string }>('POST', '/api/projects/process', {
    videoIds: hits.flat().map((video) => video.id),
    projectTitle: 'From everywhere',
  });
  await completed;
  const { sections } = await call<Project>('GET', `/api/projects/${projectId}`);
  expect([...new Set(sections.map(({ video }) => video.source))].toSorted()).toEqual(SITES.toSorted());
});
