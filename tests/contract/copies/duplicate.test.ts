import { beforeEach, describe, expect, it } from 'vitest';
import { type Section, sectionListSchema } from '#contract/sections.ts';
import { type Editor, openEditor } from '../../helpers/data/editor.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);

let edit: Editor;
beforeEach(async () => {
  edit = await openEditor(backend, app);
});

const duplicate = (id: string) => edit.call('POST', `/api/sections/${id}/duplicate`);
/** The fields that differ between a section and its duplicate. */
const OWN = new Set(['id', 'clipid', 'path', 'position', 'projectId', 'title']);
const shared = (section: Section) =>
  Object.fromEntries(Object.entries(section).filter(([name]) => !OWN.has(name)));

describe('a duplicate', () => {
  // product 4.79
  it('follows its section with the same range, texts, words and settings, as one edit', async () => {
    const { id } = edit.project.sections[1]!;
    await edit.update(id, { startTime: 11, speed: 1.5, volume: 0.5 });
    await edit.update(id, { transcription: 'Of my own' }, 'hi');
    const before = (await edit.read('hi')).sections;
    const answer = await duplicate(id);
    expect(answer.statusCode).toBe(200);
    const copy = sectionListSchema.parse(answer.json())[2]!;
    expect(copy.title).toBe('Section 2 (2)');
    const after = (await edit.read('hi')).sections;
    expect(after.map((section) => section.id).toSpliced(2, 1)).toEqual(before.map((section) => section.id));
    expect(shared(after[2]!)).toEqual(shared(before[1]!));
    expect((await edit.words(copy.id)).words).toEqual((await edit.words(id)).words);
    await edit.call('POST', edit.path('/undo'));
    expect(await edit.titles()).toEqual(['Section 1', 'Section 2', 'Section 3']);
    await edit.call('POST', edit.path('/redo'));
    expect(await edit.titles()).toEqual(['Section 1', 'Section 2', 'Section 2 (2)', 'Section 3']);
    // Changes to one do not affect the other.
    await edit.update(copy.id, { title: 'Mine' });
    expect(await edit.titles()).toEqual(['Section 1', 'Section 2', 'Mine', 'Section 3']);
  });

  // product 4.79
  it('stays when its section or the section it was split from is reset, and has its own reset', async () => {
    const { id } = edit.project.sections[1]!;
    const second = sectionListSchema.parse((await edit.split(id, 15)).json())[2]!;
    const copy = sectionListSchema.parse((await duplicate(second.id)).json())[3]!;
    expect((await edit.reset(id)).statusCode).toBe(200);
    expect((await edit.read()).sections.map((section) => section.id)).toContain(copy.id);
    expect((await edit.read()).sections.map((section) => section.id)).not.toContain(second.id);
    await edit.update(copy.id, { startTime: 17 });
    expect((await edit.reset(copy.id)).statusCode).toBe(200);
    expect((await edit.read()).sections.find((section) => section.id === copy.id)).toMatchObject({
      startTime: 15,
      endTime: 20,
    });
  });

  // product 4.79
  it('has a unique number in its title, also beside parts of a split and deleted sections', async () => {
    const { id } = edit.project.sections[1]!;
    await duplicate(id);
    const third = sectionListSchema.parse((await duplicate(id)).json())[2]!;
    expect(await edit.titles()).toEqual([
      'Section 1',
      'Section 2',
      'Section 2 (3)',
      'Section 2 (2)',
      'Section 3',
    ]);
    await edit.remove(third.id);
    await edit.split(id, 15);
    expect((await edit.titles()).slice(1, 3)).toEqual(['Section 2 (1)', 'Section 2 (4)']);
  });

  it('is refused for a deleted section', async () => {
    const { id } = edit.project.sections[0]!;
    await edit.remove(id);
    expect((await duplicate(id)).statusCode).toBe(404);
    expect(await edit.titles()).toEqual(['Section 2', 'Section 3']);
  });
});
