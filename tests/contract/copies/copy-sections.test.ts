import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Section } from '#contract/sections.ts';
import { openEditor } from '../../helpers/data/editor.ts';
import { createProject } from '../../helpers/data/project.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend({ SECTIONS_PER_USER: '8' });
const app = await openTestApp(backend);

/** The fields that differ between a section and its copy. */
const OWN = new Set(['id', 'clipid', 'path', 'position', 'projectId', 'title']);
const shared = (section: Section) =>
  Object.fromEntries(Object.entries(section).filter(([name]) => !OWN.has(name)));

/** An editor, and another project of the same user. */
async function twoProjects() {
  const edit = await openEditor(backend, app);
  const other = await createProject(backend, edit.user.id, { sections: 2 });
  const to = other.projectId;
  const copy = (sectionIds: string[], headers: Record<string, string> = {}, projectId = to) =>
    edit.call('POST', edit.path('/sections/copy'), { sectionIds, projectId }, headers);
  const there = async (language = 'en') =>
    ((await edit.call('GET', `/api/projects/${to}?language=${language}`)).json() as { sections: Section[] })
      .sections;
  return { edit, to, copy, there, ids: edit.project.sections.map(({ id }) => id) };
}

describe('sections copied to another project', () => {
  // product 4.80
  it('adds copies at the end in order, with texts, words, settings and uploads, as one edit', async () => {
    const { edit, to, copy, there, ids } = await twoProjects();
    await edit.update(ids[2]!, { startTime: 22, speed: 1.5, transcription: 'My own' });
    await edit.update(ids[0]!, { videoURL: await edit.upload('image') });
    const before = (await edit.read()).sections;
    const answer = await copy([ids[2]!, ids[0]!]);
    expect([answer.statusCode, answer.json()]).toEqual([200, { copied: 2 }]);
    const after = await there();
    expect(after.map(({ title }) => title)).toEqual(['Section 1', 'Section 2', 'Section 1', 'Section 3']);
    expect(shared(after[3]!)).toEqual(shared(before[2]!));
    expect(after[2]).toMatchObject({ media: 'image', transcription: before[0]!.transcription });
    expect((await edit.words(after[3]!.id)).words).toEqual((await edit.words(ids[2]!)).words);
    // The first project may be deleted: the copy has its own upload.
    expect((await edit.read()).sections.map(({ id }) => id)).toEqual(ids);
    await edit.call('POST', `/api/projects/${to}/undo`);
    expect(await there()).toHaveLength(2);
    await edit.call('POST', `/api/projects/${to}/redo`);
    expect(await there()).toHaveLength(4);
  });

  // product 4.80
  it('copies sections once per idempotency key, and not beyond the cap of the account', async () => {
    const { copy, there, ids } = await twoProjects();
    const headers = { 'idempotency-key': randomUUID() };
    const twice = await Promise.all([copy(ids, headers), copy(ids, headers)]);
    expect(twice.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await there()).toHaveLength(5);
    const over = await copy(ids.slice(0, 1));
    expect(over.statusCode).toBe(422);
    expect(await there()).toHaveLength(5);
  });

  // product 4.80
  it('must be sections of one project of the caller, and are copied to another project of the caller', async () => {
    const { edit, to, copy, there, ids } = await twoProjects();
    const stranger = await openEditor(backend, app);
    const theirs = stranger.project.sections[0]!.id;
    expect((await copy([ids[0]!, theirs])).statusCode).toBe(409);
    expect((await copy([ids[0]!], {}, stranger.project.projectId)).statusCode).toBe(404);
    const body = { sectionIds: [theirs], projectId: to };
    expect((await stranger.call('POST', stranger.path('/sections/copy'), body)).statusCode).toBe(404);
    await edit.remove(ids[1]!);
    expect((await copy([ids[1]!])).statusCode).toBe(409);
    expect((await copy([ids[0]!], {}, edit.project.projectId)).statusCode).toBe(422);
    expect((await copy([])).statusCode).toBe(400);
    expect(await there()).toHaveLength(2);
  });
});
