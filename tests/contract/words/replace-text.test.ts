import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_TEXT } from '#contract/limits.ts';
import { type Editor, openEditor, openSpokenSection, TEXT } from '../../helpers/data/editor.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);

let edit: Editor;
beforeEach(async () => {
  edit = await openEditor(backend, app);
});

/**
 * Replaces text in the projects' sections, which are called 'Section 1' and have the text 'Text 1.', and so
 * on.
 */
const replace = (find: string, replacement: string, options: object = {}, language = 'en') =>
  edit.call('POST', edit.path(`/sections/replace?language=${language}`), { find, replacement, ...options });
const texts = async (language = 'en') =>
  (await edit.read(language)).sections.map(({ transcription }) => transcription);

describe('replacing all matches', () => {
  // product 24.3
  it('changes the titles and texts of all sections as one edit', async () => {
    const before = await edit.read();
    await edit.update(edit.project.sections[0]!.id, { transcription: 'A text, and another TEXT.' });
    const answer = await replace('text', 'word');
    expect(answer.json()).toEqual({ replaced: 4, sections: 3 });
    expect(await texts()).toEqual(['A word, and another word.', 'word 2.', 'word 3.']);
    expect((await edit.read()).history.undo).toBe('Replace "text" with "word"');
    expect((await replace('section', 'Part')).json()).toEqual({ replaced: 3, sections: 3 });
    expect(await edit.titles()).toEqual(['Part 1', 'Part 2', 'Part 3']);
    await edit.call('POST', edit.path('/undo'));
    await edit.call('POST', edit.path('/undo'));
    expect(await edit.titles()).toEqual(before.sections.map(({ title }) => title));
    expect(await texts()).toEqual(['A text, and another TEXT.', 'Text 2.', 'Text 3.']);
  });

  // product 24.2
  it('respects the requested case and whole words', async () => {
    expect((await replace('text', 'x', { matchCase: true })).json()).toEqual({ replaced: 0, sections: 0 });
    expect((await replace('Tex', 'x', { wholeWords: true })).json()).toEqual({ replaced: 0, sections: 0 });
    expect((await edit.read()).history.undo).toBeNull();
    expect((await replace('', 'x')).statusCode).toBe(400);
  });

  // product 24.3
  it('changes only the texts of the given language', async () => {
    const [one] = edit.project.sections;
    await edit.update(one!.id, { transcription: 'নদী, নদীর নদী।' }, 'bn');
    const answer = await replace('নদী', 'সাগর', { wholeWords: true }, 'bn');
    expect(answer.json()).toEqual({ replaced: 2, sections: 1 });
    expect((await texts('bn'))[0]).toBe('সাগর, নদীর সাগর।');
    expect(await texts()).toEqual(['Text 1.', 'Text 2.', 'Text 3.']);
    // Texts that do not exist in the language yet are not replaced.
    expect((await replace('Text', 'x', {}, 'bn')).json()).toEqual({ replaced: 0, sections: 0 });
  });

  // product 24.5
  it('is refused as a whole if a text would be too long, or a title empty', async () => {
    const [, two] = edit.project.sections;
    await edit.update(two!.id, { transcription: 'Text '.repeat(MAX_TEXT / 5).trim() });
    const before = await texts();
    const long = await replace('Text', 'Texts');
    expect([long.statusCode, long.json().message]).toEqual([
      422,
      'The text of "Section 2" would have more than 20000 characters. Nothing was replaced.',
    ]);
    expect(await texts()).toEqual(before);
    const empty = await replace('Section 3', '');
    expect([empty.statusCode, empty.json().message]).toEqual([
      422,
      '"Section 3" would have no title. Nothing was replaced.',
    ]);
  });
});

// product 24.5
it('can be limited to one match, unless that changed meanwhile', async () => {
  const [one] = edit.project.sections;
  await edit.update(one!.id, { transcription: 'Text, text and text.' });
  const only = { sectionId: one!.id, in: 'text', at: 6 };
  expect((await replace('text', 'word', { only })).json()).toEqual({ replaced: 1, sections: 1 });
  expect((await texts())[0]).toBe('Text, word and text.');
  const response = await replace('text', 'word', { only });
  expect([response.statusCode, response.json().message]).toEqual([
    409,
    'This text has changed in the meantime. Please check it again.',
  ]);
  expect((await replace('text', 'word', { only: { ...only, at: 15 } })).statusCode).toBe(200);
  // Each replacement is an edit of its own.
  await edit.call('POST', edit.path('/undo'));
  expect((await texts())[0]).toBe('Text, word and text.');
});

// product 24.6
it('corrects a misrecognised word: the original voice stays, and its times', async () => {
  const spoken = await openSpokenSection(backend, app);
  ({ edit } = spoken);
  const words = await edit.words(spoken.id);
  expect((await replace('four', 'fore')).json()).toEqual({ replaced: 1, sections: 1 });
  const section = (await edit.read()).sections.find(({ id }) => id === spoken.id);
  expect(section).toMatchObject({
    transcription: TEXT.replace('four', 'fore'),
    narrated: false,
    voice: 'original',
    voiceReason: 'corrected',
  });
  expect(await edit.words(spoken.id)).toEqual(words);
});

// product 24.6
it('keeps the original voice however many words of a text are replaced', async () => {
  const spoken = await openSpokenSection(backend, app);
  ({ edit } = spoken);
  const read = async () => (await edit.read()).sections.find(({ id }) => id === spoken.id);
  const before = await read();
  for (const [find, replacement] of [
    ['One', 'Won'],
    ['two', 'to'],
  ] as const) {
    await replace(find, replacement);
  }
  expect(await read()).toMatchObject({
    transcription: 'Won to, three four. Five six.',
    sound: 'auto',
    voice: 'original',
    voiceReason: 'other_text',
    narrated: false,
  });
  await edit.call('POST', edit.path('/undo'));
  expect(await read()).toMatchObject({
    transcription: TEXT.replace('One', 'Won'),
    sound: 'auto',
    voiceReason: 'corrected',
  });
  await edit.call('POST', edit.path('/undo'));
  expect(await read()).toEqual(before);
});

// product 24.6
it('leaves a narrated text narrated, and its audio setting unchanged', async () => {
  const spoken = await openSpokenSection(backend, app);
  ({ edit } = spoken);
  await edit.update(spoken.id, { transcription: 'Nothing that anybody said.', sound: 'narrated' });
  await replace('Nothing', 'All');
  const section = (await edit.read()).sections.find(({ id }) => id === spoken.id);
  expect(section).toMatchObject({ sound: 'narrated', narrated: true, voiceReason: 'chosen' });
});
