import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { LISTED_CLIPS, type Project, projectSchema, projectSummarySchema } from '#contract/projects.ts';
import { insertProject } from '#core/repositories/projects/projects.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { createVideos, openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';

const backend = await openTestBackend();
const { db } = backend;
const app = await openTestApp(backend);

/** Signs in a user of the test's own, who reads the figures. */
async function signedIn() {
  const user = await createUser(backend);
  const get = async (url: string) => app.inject({ url, headers: { cookie: user.cookie } });
  const project = async (id: string): Promise<Project> =>
    projectSchema.parse((await get(`/api/projects/${id}`)).json());
  const videos = async () => (await get('/api/user/stats')).json().totalVideos as number;
  return { ...user, get, project, videos };
}

// product 2.105, 3.22
it('counts the processed videos, each once', async () => {
  const { id: userId, videos } = await signedIn();
  // Three videos were requested and are active, so none counts as processed yet.
  const [failing, empty, third] = await createVideos(backend, 3);
  const facts = { userId, title: 'At work', description: '' };
  const projectId = await insertProject(db, { ...facts, videoIds: [failing!, empty!, third!] });
  const run = await db
    .insertInto('runs')
    .values({ kind: 'processing', projectId, userId, status: 'running' })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await videos()).toBe(0);
  // One of the videos failed.
  await db
    .insertInto('runSteps')
    .values({
      runId: run.id,
      key: 'fetch-0',
      position: 0,
      job: 'fetch-media',
      stage: 'Fetching',
      state: 'failed',
      input: JSON.stringify({ videoId: failing }),
    })
    .execute();
  await db.updateTable('runs').set({ status: 'completed' }).where('id', '=', run.id).execute();
  expect(await videos()).toBe(2);
  // A second project of a known video, and a project of another video. Deleting a project subtracts nothing.
  await insertProject(db, { ...facts, videoIds: [empty!] });
  const other = await createProject(backend, userId);
  expect(await videos()).toBe(3);
  await db.updateTable('projects').set({ deletedAt: new Date() }).where('id', '=', other.projectId).execute();
  expect(await videos()).toBe(3);
});

it('counts each upload as a separate source, and a title card as none', async () => {
  const { id: userId, project } = await signedIn();
  const { projectId, sections } = await createProject(backend, userId, { sections: 4 });
  expect((await project(projectId)).sourceCount).toBe(1);
  const own = { userId, projectId };
  const uploads = await db
    .insertInto('objects')
    .values([
      { ...own, fileName: 'a.jpg', kind: 'image' },
      { ...own, fileName: 'b.jpg', kind: 'image' },
    ])
    .returning('id')
    .execute();
  const custom = { kind: 'custom', videoId: null, fetchKey: null, scanKey: null };
  const changes = [{ ...custom, objectId: uploads[0]!.id }, { ...custom, objectId: uploads[1]!.id }, custom];
  for (const [index, change] of changes.entries()) {
    await db.updateTable('sections').set(change).where('id', '=', sections[index]!.id).execute();
  }
  // Two pictures, a card, and the remaining video.
  expect((await project(projectId)).sourceCount).toBe(3);
  await addFilm(backend, { userId, projectId, bytes: randomBytes(100) });
  await db.deleteFrom('sections').where('id', '=', sections[3]!.id).execute();
  const { sourceCount, films } = await project(projectId);
  expect([sourceCount, films[0]!.sourceCount]).toEqual([2, 3]);
});

it('lists so few sections of a project that a thousand cards stay small', async () => {
  const { id: userId, get } = await signedIn();
  await createProject(backend, userId, { sections: 40 });
  const answer = await get('/api/user/videos');
  const [card] = projectSummarySchema.array().parse(answer.json());
  expect([card!.sectionCount, card!.clips.length]).toEqual([40, LISTED_CLIPS]);
  expect(card!.clips[1]).toEqual({ title: 'Section 2', startTime: 10, endTime: 20 });
  expect(answer.rawPayload.length).toBeLessThan(2500);
});
