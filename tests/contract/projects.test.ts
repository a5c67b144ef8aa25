import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { creditsSchema } from '#contract/credits.ts';
import { fetchMedia } from '#contract/jobs/processing.ts';
import {
  deletedProjectSchema,
  duplicateResultSchema,
  type Project,
  projectSchema,
  projectSummarySchema,
} from '#contract/projects.ts';
import { findSections } from '#core/repositories/sections.ts';
import { addFilm } from '../helpers/data/film.ts';
import { createVideos, openTestApp, openTestBackend } from '../helpers/services/backend.ts';
import { createUser } from '../helpers/data/user.ts';
import { createProject } from '../helpers/data/project.ts';

const backend = await openTestBackend();
const { db } = backend;
const app = await openTestApp(backend);

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A user of the test's own and its calls. */
async function signedIn(options?: { packs: number[] }) {
  const user = await createUser(backend, options);
  const call = (method: Method, url: string, payload?: object) =>
    app.inject({ method, url, headers: { cookie: user.cookie }, ...(payload && { payload }) });
  const list = async (query = '') =>
    projectSummarySchema.array().parse((await call('GET', `/api/user/videos${query}`)).json());
  const titles = async (query = '') => (await list(query)).map((project) => project.title);
  const read = async (id: string): Promise<Project> =>
    projectSchema.parse((await call('GET', `/api/projects/${id}`)).json());
  const deleted = async () =>
    deletedProjectSchema.array().parse((await call('GET', '/api/user/videos/deleted')).json());
  return { ...user, call, list, titles, read, deleted };
}

/** A project with this title, made so many days ago. */
async function createTitled(
  userId: string,
  title: string,
  { daysAgo = 0, sections = 1, description = '' } = {},
): Promise<string> {
  const { projectId } = await createProject(backend, userId, { sections });
  const created_at = new Date(Date.now() - daysAgo * 86_400_000);
  await db
    .updateTable('projects')
    .set({ title, description, created_at })
    .where('id', '=', projectId)
    .execute();
  return projectId;
}

async function insertRun(
  userId: string,
  projectId: string,
  kind: 'processing' | 'generation' | 'preparation',
  status: string,
  createdAt = new Date(),
): Promise<void> {
  const ended = status !== 'running';
  await db
    .insertInto('runs')
    .values({
      kind,
      project_id: projectId,
      user_id: userId,
      status,
      created_at: createdAt,
      finished_at: ended ? createdAt : null,
    })
    .execute();
}

describe('renaming', () => {
  it('keeps the title trimmed, and names the download after it', async () => {
    const { id: userId, call, read } = await signedIn();
    const { projectId } = await createProject(backend, userId);
    await addFilm(backend, { userId, projectId, bytes: randomBytes(100) });
    const answer = await call('PATCH', `/api/projects/${projectId}`, { title: '  Ünï বাংলা ' });
    expect(answer.json()).toMatchObject({ title: 'Ünï বাংলা' });
    const { finalVideoLink, films } = await read(projectId);
    const film = await app.inject({ method: 'HEAD', url: finalVideoLink! });
    expect(decodeURIComponent(String(film.headers['content-disposition']))).toContain('Ünï বাংলা.mp4');
    // Another name is no edit of the film.
    expect(films[0]!.edited).toBe(false);
  });

  it('refuses what is no title, in one sentence', async () => {
    const { id: userId, call, read } = await signedIn();
    const projectId = await createTitled(userId, 'Before');
    const wrong: [object, string][] = [
      [{ title: '   ' }, 'Please enter a title.'],
      [{ title: 'x'.repeat(201) }, 'A title has at most 200 characters.'],
      [{ title: 5 }, 'expected string'],
      [{ title: 'a\u0000b' }, 'Text must not contain the character NUL.'],
      [{ user_id: randomUUID() }, 'user_id'],
    ];
    for (const [body, message] of wrong) {
      const answer = await call('PATCH', `/api/projects/${projectId}`, body);
      expect([body, answer.statusCode]).toEqual([body, 400]);
      expect(answer.json().message).toContain(message);
    }
    expect((await read(projectId)).title).toBe('Before');
  });
});

describe('duplicating', () => {
  it('copies sections with texts, order and media; no film, no run, no link; and takes no credit', async () => {
    const { id: userId, call, read } = await signedIn({ packs: [3] });
    const { projectId, sections, videoId } = await createProject(backend, userId, { sections: 4 });
    await db
      .updateTable('projects')
      .set({ notices: JSON.stringify(['A notice.']) })
      .where('id', '=', projectId)
      .execute();
    const order = [sections[2]!, sections[0]!, sections[3]!, sections[1]!].map(({ id }) => id);
    await call('PATCH', `/api/projects/${projectId}/sections/reorder`, { sectionIds: order });
    await db
      .insertInto('section_texts')
      .values({ section_id: sections[2]!.id, language: 'hi', text: 'नमस्ते', translated_from: 'Text 3.' })
      .execute();
    await call('DELETE', `/api/sections/${sections[0]!.id}`);
    await addFilm(backend, { userId, projectId, bytes: randomBytes(100) });
    await call('POST', `/api/projects/${projectId}/share`);

    const answer = await call('POST', `/api/projects/${projectId}/duplicate`);
    const copy = await read(duplicateResultSchema.parse(answer.json()).projectId);
    const original = await read(projectId);
    expect(copy).toMatchObject({
      title: 'A project (copy)',
      description: original.description,
      status: 'draft',
      notices: ['A notice.'],
      films: [],
      finalVideoLink: null,
      processing: null,
      generation: null,
    });
    const shown = ({ sections }: Project) =>
      sections.map(
        ({ title, transcription, startTime, endTime, wordsKey, saysWords, preview, videoId, kind }) => ({
          title,
          transcription,
          startTime,
          endTime,
          wordsKey,
          saysWords,
          preview,
          videoId,
          kind,
        }),
      );
    expect(shown(copy)).toEqual(shown(original));
    expect(copy.sections.map(({ title, position }) => [title, position])).toEqual([
      ['Section 3', 0],
      ['Section 4', 1],
      ['Section 2', 2],
    ]);
    const ids = new Set(original.sections.map(({ id }) => id));
    expect(copy.sections.filter(({ id }) => ids.has(id))).toEqual([]);
    const [hindi] = await findSections(db, copy.id);
    expect(hindi!.texts).toMatchObject({ hi: { text: 'नमस्ते', translatedFrom: 'Text 3.' } });
    const videos = await db
      .selectFrom('project_videos')
      .select('video_id')
      .where('project_id', '=', copy.id)
      .execute();
    expect(videos).toEqual([{ video_id: videoId }]);
    const credits = creditsSchema.parse((await call('GET', '/api/user/credits')).json());
    expect(credits.totalCredits).toBe(3);

    // An edit of one is none of the other.
    await call('PATCH', `/api/sections/${copy.sections[0]!.id}/update`, { title: 'Changed' });
    expect((await read(projectId)).sections[0]!.title).toBe('Section 3');
  });

  it('keeps uploads when the original is deleted for good', async () => {
    const { id: userId, call, read } = await signedIn();
    const stranger = await signedIn();
    const { projectId } = await createProject(backend, userId, { sections: 2 });
    const sha256 = createHash('sha256').update(randomUUID()).digest('hex');
    const picture = randomBytes(500);
    await backend.artifacts.build(fetchMedia, sha256, userId, async (dir) => {
      await writeFile(join(dir, 'preview.jpg'), picture);
      return { data: { sha256, bytes: 500, fileName: 'still.png' }, files: ['preview.jpg'] };
    });
    const object = await db
      .insertInto('objects')
      .values({
        user_id: userId,
        project_id: projectId,
        file_name: 'picture.png',
        object_key: `uploads/${randomUUID()}`,
        bytes: 500,
        sha256,
        uploaded_at: new Date(),
        kind: 'image',
        fetch_key: sha256,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('sections')
      .set({ object_id: object.id, fetch_key: sha256, scan_key: null })
      .where('project_id', '=', projectId)
      .execute();
    const answer = await call('POST', `/api/projects/${projectId}/duplicate`);
    const { projectId: copyId } = duplicateResultSchema.parse(answer.json());
    await db.deleteFrom('projects').where('id', '=', projectId).execute();

    const { sections } = await read(copyId);
    expect(sections.map(({ media }) => media)).toEqual(['image', 'image']);
    // One upload in two sections is one upload of the copy's, which its sections may take again.
    const [path, ...others] = new Set(sections.map(({ videoURL }) => videoURL));
    expect(others).toEqual([]);
    const taken = await call('PATCH', `/api/sections/${sections[0]!.id}/update`, { videoURL: path });
    expect(taken.statusCode).toBe(200);
    const { thumbnailUrl } = sections[0]!.preview!;
    expect((await call('GET', thumbnailUrl)).rawPayload.equals(picture)).toBe(true);
    expect((await stranger.call('GET', thumbnailUrl)).statusCode).toBe(404);
  });

  it('keeps titles within their limit, by whole characters', async () => {
    const { id: userId, call, read } = await signedIn();
    const projectId = await createTitled(userId, '🎬'.repeat(100));
    const answer = await call('POST', `/api/projects/${projectId}/duplicate`);
    const { title } = await read(answer.json().projectId);
    expect(title).toBe(`${'🎬'.repeat(96)} (copy)`);
  });

  it('waits until there is something whole to copy', async () => {
    const { id: userId, call, list } = await signedIn();
    const empty = await createTitled(userId, 'Empty', { sections: 0 });
    const busy = await createTitled(userId, 'Busy');
    await insertRun(userId, busy, 'preparation', 'running');
    for (const id of [empty, busy]) {
      expect((await call('POST', `/api/projects/${id}/duplicate`)).statusCode).toBe(409);
    }
    expect(await list()).toHaveLength(2);
  });
});

describe('deleting', () => {
  it('puts a project away and brings it back as it was', async () => {
    const { id: userId, call, titles, read, deleted } = await signedIn();
    const projectId = await createTitled(userId, 'Away', { sections: 2 });
    await createTitled(userId, 'Stays');
    const before = await read(projectId);
    for (let i = 0; i < 2; i += 1) {
      expect((await call('DELETE', `/api/projects/${projectId}`)).statusCode).toBe(204);
    }
    expect(await titles()).toEqual(['Stays']);
    expect((await call('GET', `/api/projects/${projectId}`)).statusCode).toBe(404);
    expect(await deleted()).toEqual([{ id: projectId, title: 'Away', deletedAt: expect.any(String) }]);
    expect((await call('GET', '/api/user/stats')).json()).toMatchObject({ totalProjects: 1 });
    for (let i = 0; i < 2; i += 1) {
      expect((await call('POST', `/api/projects/${projectId}/restore`)).statusCode).toBe(204);
    }
    expect(await read(projectId)).toEqual(before);
    expect(await deleted()).toEqual([]);
  });

  it('ends what is at work for it, and gives the credit back', async () => {
    const { call, deleted } = await signedIn({ packs: [2] });
    const [videoId] = await createVideos(backend, 1);
    const body = { videoIds: [videoId], projectTitle: 'Half done' };
    const { projectId, runId } = (await call('POST', '/api/projects/process', body)).json();
    const other = (await call('POST', '/api/projects/process', { ...body, projectTitle: 'Other' })).json();
    const credits = async () =>
      creditsSchema.parse((await call('GET', '/api/user/credits')).json()).totalCredits;
    expect(await credits()).toBe(0);
    await call('DELETE', `/api/projects/${projectId}`);
    expect(await credits()).toBe(1);
    expect((await call('GET', `/api/runs/${runId}`)).json()).toMatchObject({ status: 'cancelled' });
    expect((await call('GET', `/api/runs/${other.runId}`)).json()).toMatchObject({ finishedAt: null });
    expect(await deleted()).toHaveLength(1);
  });

  it('can be undone for 30 days, by its owner alone', async () => {
    const { id: userId, call, deleted } = await signedIn();
    const stranger = await signedIn();
    const projectId = await createTitled(userId, 'Old');
    await call('DELETE', `/api/projects/${projectId}`);
    expect((await stranger.call('POST', `/api/projects/${projectId}/restore`)).statusCode).toBe(404);
    expect(await stranger.deleted()).toEqual([]);
    const age = (days: number) =>
      db
        .updateTable('projects')
        .set({ deleted_at: new Date(Date.now() - days * 86_400_000) })
        .where('id', '=', projectId)
        .execute();
    await age(30.01);
    expect(await deleted()).toEqual([]);
    const late = await call('POST', `/api/projects/${projectId}/restore`);
    expect([late.statusCode, late.json().message]).toEqual([
      404,
      'There is no such project, or it was deleted over 30 days ago.',
    ]);
    await age(29.99);
    expect(await deleted()).toHaveLength(1);
    expect((await call('POST', `/api/projects/${projectId}/restore`)).statusCode).toBe(204);
  });
});

describe('My Videos', () => {
  it('is sorted by age, by title as people sort, and by duration', async () => {
    const { id: userId, titles } = await signedIn();
    await createTitled(userId, 'part 10', { daysAgo: 4, sections: 1 });
    await createTitled(userId, 'Part 2', { daysAgo: 3, sections: 4 });
    await createTitled(userId, 'Éclair', { daysAgo: 2, sections: 2 });
    await createTitled(userId, 'zebra', { daysAgo: 1, sections: 3 });
    await createTitled(userId, 'ফুল', { daysAgo: 0, sections: 5 });
    const newest = ['ফুল', 'zebra', 'Éclair', 'Part 2', 'part 10'];
    expect(await titles()).toEqual(newest);
    expect(await titles('?sort=newest')).toEqual(newest);
    expect(await titles('?sort=oldest')).toEqual(newest.toReversed());
    expect(await titles('?sort=title')).toEqual(['Éclair', 'Part 2', 'part 10', 'zebra', 'ফুল']);
    expect(await titles('?sort=duration')).toEqual(['ফুল', 'Part 2', 'zebra', 'Éclair', 'part 10']);
  });

  it('is searched in titles and descriptions, for what was typed and no more', async () => {
    const { id: userId, titles, call } = await signedIn();
    await createTitled(userId, '100% wool', { daysAgo: 1 });
    await createTitled(userId, '1000 wools', { daysAgo: 2, description: 'From the under_score' });
    await createTitled(userId, 'back\\slash', { daysAgo: 3 });
    const search = (text: string) => titles(`?search=${encodeURIComponent(text)}`);
    expect(await search('WOOL')).toEqual(['100% wool', '1000 wools']);
    expect(await search('100%')).toEqual(['100% wool']);
    expect(await search('r_s')).toEqual(['1000 wools']);
    expect(await search('k\\s')).toEqual(['back\\slash']);
    expect(await search("' OR 1=1 --")).toEqual([]);
    expect((await call('GET', '/api/user/videos?search=%00')).statusCode).toBe(400);
    expect((await call('GET', '/api/user/videos?sort=size')).statusCode).toBe(400);
  });

  it('tells what state each project is in, and shows those of one state', async () => {
    const { id: userId, list, titles } = await signedIn();
    const hour = (ago: number) => new Date(Date.now() - ago * 3_600_000);
    const draft = await createTitled(userId, 'Draft', { daysAgo: 1 });
    await insertRun(userId, draft, 'processing', 'completed', hour(2));
    // An upload that could not be prepared spoils no project.
    await insertRun(userId, draft, 'preparation', 'failed', hour(1));
    const film = await createTitled(userId, 'Film', { daysAgo: 2 });
    await addFilm(backend, { userId, projectId: film, bytes: randomBytes(64), durationMs: 4000 });
    await insertRun(userId, film, 'generation', 'failed', hour(0));
    const failed = await createTitled(userId, 'Failed', { daysAgo: 3, sections: 0 });
    await insertRun(userId, failed, 'processing', 'failed', hour(3));
    const again = await createTitled(userId, 'Again', { daysAgo: 4 });
    await insertRun(userId, again, 'generation', 'failed', hour(2));
    await insertRun(userId, again, 'generation', 'running', hour(1));

    const states = (await list()).map(({ title, status, sectionCount, duration, run }) => [
      title,
      status,
      sectionCount,
      duration,
      run?.status ?? null,
    ]);
    expect(states).toEqual([
      ['Draft', 'draft', 1, 10, 'completed'],
      ['Film', 'completed', 1, 4, 'failed'],
      ['Failed', 'failed', 0, 0, 'failed'],
      ['Again', 'processing', 1, 10, 'running'],
    ]);
    expect(await titles('?filter=all')).toEqual(['Draft', 'Film', 'Failed', 'Again']);
    expect(await titles('?filter=completed')).toEqual(['Film']);
    expect(await titles('?filter=processing')).toEqual(['Again']);
    expect(await titles('?filter=failed')).toEqual(['Failed']);
  });
});
