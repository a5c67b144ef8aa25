import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DataExport } from '#contract/export.ts';
import type { Project } from '#contract/projects.ts';
import type { Video } from '#contract/videos.ts';
import { makeLibrary, openScene } from '../../helpers/processes/fault-scene.ts';
import { startStack } from '../../helpers/processes/stack.ts';
import { addTinyVideo } from '../../helpers/processes/tiny-project.ts';

/** A library of the stand-ins' own: the API and the worker know its files only by their links. */
const elsewhere = await makeLibrary();
const stack = await startStack();
const scene = await openScene(stack, elsewhere);
const linkTo = (name: string) => `${stack.url}/standins/media/${name}`;

for (const name of ['first', 'second', 'third']) await addTinyVideo(elsewhere, name);
await writeFile(join(elsewhere, 'broken.mp4'), 'not a video at all');
await stack.startStandins({ SAMPLE_LIBRARY_DIR: elsewhere });
await stack.startWorker({ YT_DLP_PATH: join(elsewhere, 'none') });

// product 4.53
it('creates sections from added links, reports unavailable ones, and takes one credit', async () => {
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
  const byVideo = new Map(project.sections.map(({ video }) => [video.id, video]));
  expect([...byVideo.keys()].toSorted()).toEqual([extracted.id, links[0]!.id].toSorted());
  // Its length is unknown.
  expect(byVideo.get(links[0]!.id)).toMatchObject({ title: 'Video from localhost', duration: 4 });
  const failed = new Map(project.failedVideos.map(({ id, message }) => [id, message]));
  expect(failed.get(links[1]!.id)).toBe('This file is not a video that can be read.');
  expect(failed.get(links[2]!.id)).toBe('There is no video at this link any more.');
  const { totalCredits } = await scene.call<{ totalCredits: number }>('GET', '/api/user/credits');
  expect(totalCredits).toBe(2);

  const list = await (await fetch(linkTo(''))).text();
  for (const name of ['first.mp4', 'second.mp4']) expect(list).toContain(`href="${linkTo(name)}"`);
});

it('is restored by an import into an account that never had it, and downloaded again', async () => {
  const { id } = await scene.call<Video>('POST', '/api/videos/extract', { url: linkTo('third.mp4') });
  const { runId } = await scene.call<{ runId: string }>('POST', '/api/projects/process', {
    videoIds: [id],
    projectTitle: 'To be taken along',
  });
  expect(await scene.over(runId)).toMatchObject({ status: 'completed' });
  const file = await scene.call<DataExport>('GET', '/api/user/export');
  const takenProjects = file.projects.filter(({ title }) => title === 'To be taken along');
  // A link to an internal address is reported and never requested.
  const inside = structuredClone(takenProjects[0]!);
  Object.assign(inside.videos[0]!, { link: 'http://127.0.0.1:80/secret.mp4', sourceId: 'inside' });
  inside.title = 'Inside';

  const other = await openScene(stack, elsewhere);
  const imported = await other.call('POST', '/api/user/import', {
    ...file,
    projects: [...takenProjects, inside],
  });
  expect(imported).toEqual({ projects: 2, skipped: 0 });
  const runs = await stack.db.selectFrom('runs').select('id').where('userId', '=', other.user.id).execute();
  expect(runs).toHaveLength(1);
  expect(await other.over(runs[0]!.id)).toMatchObject({ kind: 'preparation', status: 'completed' });

  const projects = await stack.db
    .selectFrom('projects')
    .select(['id', 'title', 'notices'])
    .where('userId', '=', other.user.id)
    .orderBy('title', 'desc')
    .execute();
  expect(projects.map(({ title, notices }) => [title, notices])).toEqual([
    ['To be taken along', []],
    ['Inside', ['The video "Third" is missing.']],
  ]);
  const { sections } = await other.call<Project>('GET', `/api/projects/${projects[0]!.id}`);
  expect(sections).not.toHaveLength(0);
  for (const { video, media } of sections) {
    expect([video.title, video.duration, video.source, media]).toEqual(['Third', 4, 'Manual', 'video']);
    expect(video.id).not.toBe(id);
  }
});
