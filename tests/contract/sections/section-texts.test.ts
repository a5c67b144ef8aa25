import { beforeEach, describe, expect, it } from 'vitest';
import type { Section } from '#contract/sections.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { type Editor, openSpokenSection, TEXT, WORDS } from '../../helpers/data/editor.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db } = backend;
let edit: Editor;
let id: string;

beforeEach(async () => {
  ({ edit, id } = await openSpokenSection(backend, app));
});

const readSecond = async (language = 'en') => (await edit.read(language)).sections[1]!;

const trim = async (startTime: number, endTime: number, language = 'en') =>
  (await edit.update(id, { startTime, endTime }, language)).json() as Section;

describe('a text in a language', () => {
  it('reports its origin, and is never shown as a text of another language', async () => {
    const created = (await edit.create({ title: 'Own', transcription: 'नदी' }, 'hi')).json() as Section;
    const own = async (language: string) =>
      (await edit.read(language)).sections.find((section) => section.id === created.id)!;
    expect(await own('hi')).toMatchObject({
      transcription: 'नदी',
      textSource: 'written',
      textLanguage: 'hi',
    });
    const other = { transcription: 'नदी', textSource: 'untranslated', textLanguage: 'hi' };
    expect(await own('en')).toMatchObject(other);
    await edit.update(created.id, { transcription: 'River' }, 'en');
    expect(await own('en')).toMatchObject({
      transcription: 'River',
      textSource: 'written',
      textLanguage: 'en',
    });
    expect(await own('hi')).toMatchObject({
      transcription: 'नदी',
      textSource: 'written',
      textLanguage: 'hi',
    });
  });

  it('belongs to the other language again when it is typed back', async () => {
    await edit.update(id, { transcription: `${TEXT} x` }, 'hi');
    expect((await edit.update(id, { transcription: TEXT }, 'hi')).json()).toMatchObject({
      transcription: TEXT,
      textSource: 'untranslated',
      textLanguage: 'en',
    });
  });

  it('stays a machine translation if a person types the same text over it', async () => {
    await db
      .insertInto('sectionTexts')
      .values({ sectionId: id, language: 'bn', text: 'এক দুই', translatedFrom: TEXT })
      .execute();
    expect((await edit.update(id, { transcription: TEXT }, 'bn')).json()).toMatchObject({
      transcription: TEXT,
      textSource: 'written',
      textLanguage: 'bn',
    });
  });

  it('of a custom section is searched in all languages', async () => {
    const created = (await edit.create({ title: 'Own', transcription: 'নদী' }, 'bn')).json() as Section;
    await edit.update(created.id, { transcription: '' }, 'en');
    const hindi = (await edit.read('hi')).sections.at(-1)!;
    expect(hindi).toMatchObject({ transcription: 'নদী', textSource: 'untranslated', textLanguage: 'bn' });
  });
});

describe('the words of a section', () => {
  it('the words of a section are returned by a separate call, and the project identifies their version', async () => {
    const body = (await edit.call('GET', edit.path(''))).body;
    for (const word of ['two,', 'cutWords', 'confidence']) expect(body.includes(`"${word}"`)).toBe(false);
    const before = await readSecond();
    expect(before).toMatchObject({ saysWords: true, wordsKey: expect.any(String) });
    const { words, cutWords, heard } = await edit.words(id);
    expect(words.map(({ text }) => text)).toEqual(WORDS);
    expect(words[1]).toEqual({ text: 'two,', start: 11.5, end: 12.5, confidence: 0.9 });
    expect(cutWords).toEqual([]);
    // The other sections have one word each.
    expect(heard.map(({ text }) => text)).toEqual(['text', ...WORDS, 'text']);
    await trim(13, 15);
    expect((await readSecond()).wordsKey).toBe(before.wordsKey);
    expect((await edit.words(id)).cutWords).toHaveLength(5);
    await trim(19.2, 20);
    expect(await readSecond()).toMatchObject({ saysWords: false, wordsKey: before.wordsKey });
  });

  it('can be cached by a browser, and include only nearby words', async () => {
    const { wordsKey } = await readSecond();
    const named = await edit.call('GET', `/api/sections/${id}/words?key=${wordsKey}`);
    expect(named.headers['cache-control']).toBe('private, max-age=300');
    const far = [{ text: 'far', startMs: 400_000, endMs: 400_500, confidence: 1 }];
    const [, , third] = edit.project.sections;
    await db
      .updateTable('sections')
      .set({ words: JSON.stringify(far) })
      .where('id', '=', third!.id)
      .execute();
    expect((await edit.words(id)).heard.map(({ text }) => text)).toEqual(['text', ...WORDS]);
  });

  it('the words of a section are omitted if replacement media are used', async () => {
    await edit.update(id, { videoURL: await edit.upload('video') });
    expect(await readSecond()).toMatchObject({ saysWords: false, wordsKey: null, spoken: null });
    expect(await edit.words(id)).toEqual({ words: [], cutWords: [], heard: [] });
  });
});
