import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Project } from '#contract/projects.ts';
import type { Video } from '#contract/videos.ts';
import { makeLibrary, openScene } from '../helpers/fault-scene.ts';
import { startStack } from '../helpers/stack.ts';
import { addTinyVideo } from '../helpers/tiny-project.ts';

/** The stand-ins' own: the API and the worker know its files by their links alone. */
const elsewhere = await makeLibrary();
const stack = await startStack();
const scene = await openScene(stack, elsewhere);
const linkTo = (name: string) => `${stack.url}/standins/media/${name}`;

it('makes sections of what is added by its link, tells what could not be had, and takes one credit', async () => {
  await addTinyVideo(elsewhere, 'first');
  await addTinyVideo(elsewhere, 'second');
  await writeFile(join(elsewhere, 'broken.mp4'), 'not a video at all');
  await stack.startStandins({ SAMPLE_LIBRARY_DIR: elsewhere });
  await stack.startWorker({ YT_DLP_PATH: join(elsewhere, 'none') });

  const extracted = await scene.call<Video>('POST', '/api/videos/extract', { url: linkTo('first.mp4') });
  expect(extracted).toMatchObject({ title: 'First', duration: 4, source: 'Manual' });
  const picture = await fetch(stack.url + extracted.thumbnail, { headers: { cookie: scene.user.cookie } });
  expect(picture.headers.get('content-type')).toBe('image/jpeg');

  const links = ['second.mp4', 'broken.mp4', 'gone.mp4'].map((name) => ({
    id: `manual_${randomUUID()}_1`,
    url: linkTo(name),
  }));
  const { projectId, runId } = await scene.call<{ projectId: string; runId: string }>(
    'POST',
    '/api/projects/process',
    { videoIds: [extracted.id, ...links.map(({ id }) => id)], projectTitle: 'By links', links },
  );
  expect(await scene.over(runId)).toMatchObject({ status: 'completed' });

  const project = await scene.call<Project>('GET', `/api/projects/${projectId}`);
  const shown = new Map(project.sections.map(({ video }) => [video.id, video]));
  expect([...shown.keys()].toSorted()).toEqual([extracted.id, links[0]!.id].toSorted());
  // Nobody had told its length.
  expect(shown.get(links[0]!.id)).toMatchObject({ title: 'Video from localhost', duration: 4 });
  const failed = new Map(project.failedVideos.map(({ id, message }) => [id, message]));
  expect(failed.get(links[1]!.id)).toBe('This file is not a video that can be read.');
  expect(failed.get(links[2]!.id)).toBe('There is no video at this link any more.');
  const { totalCredits } = await scene.call<{ totalCredits: number }>('GET', '/api/user/credits');
  expect(totalCredits).toBe(2);

  const list = await (await fetch(linkTo(''))).text();
  for (const name of ['first.mp4', 'second.mp4']) expect(list).toContain(`href="${linkTo(name)}"`);
});
