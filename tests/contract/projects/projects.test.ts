import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { creditsSchema } from '#contract/credits.ts';
import { fetchMedia } from '#contract/jobs/processing.ts';
import { duplicateResultSchema, type Project } from '#contract/projects.ts';
import { findSections } from '#core/repositories/projects/sections.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { createVideos, openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createProject } from '../../helpers/data/project.ts';
import { openMyVideos } from '../../helpers/calls/my-videos.ts';

const backend = await openTestBackend();
const { db } = backend;
const app = await openTestApp(backend);
const { signedIn, createTitled, insertRun } = openMyVideos(backend, app);

describe('renaming', () => {
  it('trims the title, and names the download after it', async () => {
    const { id: userId, call, read } = await signedIn();
    const { projectId } = await createProject(backend, userId);
    await addFilm(backend, { userId, projectId, bytes: randomBytes(100) });
    const answer = await call('PATCH', `/api/projects/${projectId}`, { title: '  Ünï বাংলা ' });
    expect(answer.json()).toMatchObject({ title: 'Ünï বাংলা' });
    const { finalVideoLink, films } = await read(projectId);
    const film = await app.inject({ method: 'HEAD', url: finalVideoLink! });
    expect(decodeURIComponent(String(film.headers['content-disposition']))).toContain('Ünï বাংলা.mp4');
    // Renaming is not an edit of the film.
    expect(films[0]!.edited).toBe(false);
  });

  it('refuses an invalid title, in one sentence', async () => {
    const { id: userId, call, read } = await signedIn();
    const projectId = await createTitled(userId, 'Before');
    const wrong: [object, string][] = [
      [{ title: '   ' }, 'Please enter a title.'],
      [{ title: 'x'.repeat(201) }, 'A title has at most 200 characters.'],
      [{ title: 5 }, 'expected string'],
      [{ title: 'a\u0000b' }, 'Text must not contain the character NUL.'],
      [{ userId: randomUUID() }, 'userId'],
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
  // product 1.17
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
      .insertInto('sectionTexts')
      .values({ sectionId: sections[2]!.id, language: 'hi', text: 'नमस्ते', translatedFrom: 'Text 3.' })
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
    const visibleFields = ({ sections }: Project) =>
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
    expect(visibleFields(copy)).toEqual(visibleFields(original));
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
      .selectFrom('projectVideos')
      .select('videoId')
      .where('projectId', '=', copy.id)
      .execute();
    expect(videos).toEqual([{ videoId }]);
    const credits = creditsSchema.parse((await call('GET', '/api/user/credits')).json());
    expect(credits.totalCredits).toBe(3);

    // An edit of one does not change the other.
    await call('PATCH', `/api/sections/${copy.sections[0]!.id}/update`, { title: 'Changed' });
    expect((await read(projectId)).sections[0]!.title).toBe('Section 3');
  });

  it('keeps uploads when the original is purged', async () => {
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
        userId,
        projectId,
        fileName: 'picture.png',
        objectKey: `uploads/${randomUUID()}`,
        bytes: 500,
        sha256,
        uploadedAt: new Date(),
        kind: 'image',
        fetchKey: sha256,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('sections')
      .set({ objectId: object.id, fetchKey: sha256, scanKey: null })
      .where('projectId', '=', projectId)
      .execute();
    const answer = await call('POST', `/api/projects/${projectId}/duplicate`);
    const { projectId: copyId } = duplicateResultSchema.parse(answer.json());
    await db.deleteFrom('projects').where('id', '=', projectId).execute();

    const { sections } = await read(copyId);
    expect(sections.map(({ media }) => media)).toEqual(['image', 'image']);
    // An upload in two sections is stored once for the copy, whose sections may use it again.
    const [path, ...others] = new Set(sections.map(({ videoURL }) => videoURL));
    expect(others).toEqual([]);
    const attached = await call('PATCH', `/api/sections/${sections[0]!.id}/update`, { videoURL: path });
    expect(attached.statusCode).toBe(200);
    const { thumbnailUrl } = sections[0]!.preview!;
    expect((await call('GET', thumbnailUrl)).rawPayload.equals(picture)).toBe(true);
    expect((await stranger.call('GET', thumbnailUrl)).statusCode).toBe(404);
  });

  // product 4.88
  it('refuses a title and a description that are too long, and names the limit', async () => {
    const { id: userId, call } = await signedIn();
    const projectId = await createTitled(userId, 'Short');
    const change = (body: object) => call('PATCH', `/api/projects/${projectId}`, body);
    const title = await change({ title: 'x'.repeat(201) });
    expect([title.statusCode, title.json().message]).toEqual([
      400,
      'title: A title has at most 200 characters.',
    ]);
    const description = await change({ description: 'x'.repeat(2001) });
    expect([description.statusCode, description.json().message]).toEqual([
      400,
      'description: A description has at most 2000 characters.',
    ]);
  });

  // product 4.88
  it('marks the title of a copy that is shortened, and shortens it by whole characters', async () => {
    const { id: userId, call, read } = await signedIn();
    const projectId = await createTitled(userId, '🎬'.repeat(100));
    const answer = await call('POST', `/api/projects/${projectId}/duplicate`);
    const { title } = await read(answer.json().projectId);
    expect(title).toBe(`${'🎬'.repeat(96)}… (copy)`);
  });

  it('waits until there is something complete to copy', async () => {
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
  it('hides a project and restores it unchanged', async () => {
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

  it('ends its running work, and returns the credit', async () => {
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

  // product 4.63
  it('can be undone for 30 days, only by its owner', async () => {
    const { id: userId, call, deleted } = await signedIn();
    const stranger = await signedIn();
    const projectId = await createTitled(userId, 'Old');
    await call('DELETE', `/api/projects/${projectId}`);
    expect((await stranger.call('POST', `/api/projects/${projectId}/restore`)).statusCode).toBe(404);
    expect(await stranger.deleted()).toEqual([]);
    const age = (days: number) =>
      db
        .updateTable('projects')
        .set({ deletedAt: new Date(Date.now() - days * 86_400_000) })
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
