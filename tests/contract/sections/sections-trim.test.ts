import { beforeEach, describe, expect, it } from 'vitest';
import { exportSchema } from '#contract/export.ts';
import { MAX_TEXT } from '#contract/limits.ts';
import type { Section } from '#contract/sections.ts';
import { generationPlanSchema } from '#contract/generation.ts';
import { findOwnProject } from '#core/repositories/projects/projects.ts';
import { freezeFilm } from '../../../server/services/films/freeze-film.ts';
import { addToDraft, shownWords, withDraft } from '../../../client/src/features/edit/section/drafts.ts';
import { duplicateProject } from '../../../server/services/projects/duplicate-project.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { type Editor, openSpokenSection, TEXT } from '../../helpers/data/editor.ts';
import { itInFullTier } from '../../helpers/tier.ts';

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

const film = async (language: 'en' | 'hi') => {
  const project = await findOwnProject(db, edit.project.projectId, edit.user.id);
  const request = { language, aspect: '16:9' as const, burnSubtitles: false };
  return (await freezeFilm(db, project!, request, { translates: () => false })).sections[1]!;
};

describe('trimming', () => {
  it('removes words outside the range from text, narration and captions', async () => {
    expect(await trim(11.2, 15.9)).toMatchObject({
      transcription: 'two, three four.',
      textSource: 'original',
      narrated: false,
    });
    expect((await edit.words(id)).words.map((word) => word.text)).toEqual(['two,', 'three', 'four.']);
    const hindi = await readSecond('hi');
    expect(hindi).toMatchObject({
      transcription: 'two, three four.',
      textSource: 'untranslated',
      textLanguage: 'en',
    });
    expect((await film('hi')).narration).toMatchObject({ text: 'two, three four.' });
    expect((await film('en')).narration).toBeNull();
    expect((await film('en')).words).toEqual([
      { text: 'two,', startMs: 300, endMs: 1300 },
      { text: 'three', startMs: 1800, endMs: 2800 },
      { text: 'four.', startMs: 3300, endMs: 4300 },
    ]);
  });

  itInFullTier('restores the words when the range is widened, and the whole text on Reset', async () => {
    await trim(13, 15);
    expect((await readSecond()).transcription).toBe('three');
    expect((await trim(10, 17)).transcription).toBe('One two, three four. Five');
    await trim(12.9, 15);
    expect(await trim(10, 20)).toMatchObject({
      transcription: TEXT,
      textSource: 'original',
      narrated: false,
    });
    await trim(13, 15);
    await edit.reset(id);
    expect(await readSecond()).toMatchObject({
      transcription: TEXT,
      startTime: 10,
      endTime: 20,
      changed: false,
    });
  });

  it('keeps a correction in a word that was trimmed away', async () => {
    await edit.update(id, { transcription: 'One two, three four. Five sicks.' });
    expect((await trim(10, 15.1)).transcription).toBe('One two, three four.');
    expect(await trim(10, 20)).toMatchObject({
      transcription: 'One two, three four. Five sicks.',
      textSource: 'written',
    });
  });

  it('keeps a text that was written by hand', async () => {
    await edit.update(id, { transcription: 'Something else altogether, in more words than were said.' });
    await edit.update(id, { transcription: 'अपना पाठ' }, 'hi');
    expect(await trim(10, 13)).toMatchObject({
      transcription: 'Something else altogether, in more words than were said.',
      textSource: 'written',
    });
    expect(await readSecond('hi')).toMatchObject({ transcription: 'अपना पाठ', textSource: 'written' });
  });

  it('treats a text that is sent with a range as the text of that range', async () => {
    const patch = { endTime: 15.1, transcription: 'One two, three four!' };
    expect((await edit.update(id, patch)).json().transcription).toBe('One two, three four!');
    expect((await trim(10, 20)).transcription).toBe('One two, three four! Five six.');
  });

  it('makes a machine translation out of date until the whole text is back', async () => {
    await db
      .insertInto('sectionTexts')
      .values({ sectionId: id, language: 'bn', text: 'এক দুই', translatedFrom: TEXT })
      .execute();
    expect(await trim(10, 13, 'bn')).toMatchObject({ transcription: 'One two,', textSource: 'untranslated' });
    expect(await trim(10, 20, 'bn')).toMatchObject({ transcription: 'এক দুই', textSource: 'translated' });
  });

  itInFullTier('leaves the text that the first part of a split there would have', async () => {
    const trimmed = await trim(10, 14.4);
    const { words } = await edit.words(id);
    await edit.call('POST', edit.path('/undo'));
    const [, first, second] = (await edit.split(id, 14.4)).json() as Section[];
    expect(first!.transcription).toBe(trimmed.transcription);
    expect((await edit.words(first!.id)).words).toEqual(words);
    expect(second!.transcription).toBe('four. Five six.');
    // The parts' texts follow their ranges too.
    expect((await trim(10, 16)).transcription).toBe('One two, three four.');
    const later = await edit.update(second!.id, { startTime: 12.9 });
    expect(later.json()).toMatchObject({ transcription: 'three four. Five six.', textSource: 'original' });
  });

  it('is undone and redone with its text', async () => {
    await trim(10, 13);
    await edit.call('POST', edit.path('/undo'));
    expect(await readSecond()).toMatchObject({ transcription: TEXT, endTime: 20 });
    await edit.call('POST', edit.path('/redo'));
    expect(await readSecond()).toMatchObject({ transcription: 'One two,', endTime: 13 });
    expect((await trim(10, 20)).transcription).toBe(TEXT);
  });

  it('is preserved in a copy and in an export', async () => {
    await trim(10, 13);
    const { projectId: copy } = await duplicateProject(backend, { userId: edit.user.id }, edit.project);
    const copied = (await edit.call('GET', `/api/projects/${copy}`)).json().sections[1] as Section;
    expect(copied.transcription).toBe('One two,');
    expect((await edit.update(copied.id, { endTime: 20 })).json().transcription).toBe(TEXT);

    const exported = exportSchema.parse((await edit.call('GET', '/api/user/export')).json());
    const project = exported.projects.find((each) => each.sections[1]!.endMs === 13_000)!;
    expect(project.sections[1]).toMatchObject({
      texts: [{ language: 'en', text: 'One two,' }],
      original: { wholeText: TEXT, kept: { inside: 'One two,', after: ' three four. Five six.' } },
    });
  });

  it('adds the words spoken beside the section when it is made longer', async () => {
    const [, , third] = edit.project.sections;
    const words = [{ text: 'Seven', startMs: 20_500, endMs: 21_000, confidence: 0.9 }];
    const set = { words: JSON.stringify(words) };
    await db.updateTable('sections').set(set).where('id', '=', third!.id).execute();
    const longer = await trim(10, 22);
    expect(longer).toMatchObject({ transcription: `${TEXT} Seven`, textSource: 'original', narrated: false });
    expect((await edit.words(id)).words.at(-1)).toMatchObject({ text: 'Seven', start: 20.5 });
    expect(await trim(10, 20)).toMatchObject({ transcription: TEXT, textSource: 'original' });
  });

  itInFullTier('refuses a range whose text would be too long', async () => {
    const [, , third] = edit.project.sections;
    const words = Array.from({ length: 3000 }, (_, index) => {
      const startMs = 20_500 + index;
      return { text: `word${index}`, startMs, endMs: startMs + 1, confidence: 0.9 };
    });
    const set = { words: JSON.stringify(words) };
    await db.updateTable('sections').set(set).where('id', '=', third!.id).execute();
    const answer = await edit.update(id, { startTime: 10, endTime: 24 });
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      expect.stringContaining(`would have more than ${MAX_TEXT} characters.`),
    ]);
    expect(await readSecond()).toMatchObject({ transcription: TEXT, endTime: 20 });
    // A text of two thousand words fits.
    expect((await trim(10, 22.5)).transcription).toMatch(/^One two, .* word1999$/);
  });

  itInFullTier('counts the shortened text in the plan', async () => {
    await trim(10, 13, 'hi');
    const answer = await edit.call('GET', edit.path('/generation-plan?language=hi'));
    expect(generationPlanSchema.parse(answer.json())).toMatchObject({ sections: 3, untranslated: 3 });
    await trim(13.9, 14.4, 'hi');
    const silent = await edit.call('GET', edit.path('/generation-plan?language=hi'));
    expect(generationPlanSchema.parse(silent.json())).toMatchObject({ untranslated: 2 });
  });
});

describe('what the page shows of a trim before the response', () => {
  it.each([
    ['as spoken', TEXT],
    ['corrected', 'One two, tree four. Five six.'],
    ['by hand', 'Something else altogether, in more words than were said.'],
    ['left out', ''],
  ])("matches the server's response for a text that is %s", async (_, text) => {
    if (text !== TEXT) await edit.update(id, { transcription: text });
    await db
      .insertInto('sectionTexts')
      .values({ sectionId: id, language: 'bn', text: 'এক দুই', translatedFrom: text })
      .execute();
    for (const [language, startTime, endTime] of [
      ['en', 11.2, 15.9],
      ['hi', 10, 15],
      ['bn', 10, 15.001],
      ['bn', 11.2, 13.9],
      ['en', 16.6, 17.1],
      ['en', 10, 20],
    ] as const) {
      const patch = { startTime, endTime };
      const sectionWords = await edit.words(id);
      const here = withDraft(await readSecond(language), patch, { language, words: sectionWords });
      const answer = (await edit.update(id, patch, language)).json() as Section;
      const textFacts = ({ transcription, textSource, textLanguage, saysWords, spoken }: Section) => ({
        transcription,
        textSource,
        textLanguage,
        saysWords,
        spoken: spoken && { text: spoken.text },
      });
      expect([language, startTime, textFacts(here)]).toEqual([language, startTime, textFacts(answer)]);
      expect(shownWords(here, sectionWords)).toEqual((await edit.words(id)).words);
    }
  });

  it('includes what was typed before a trim, also in words that the trim removed', async () => {
    const place = { language: 'en' as const, words: await edit.words(id) };
    const section = await readSecond();
    let draft = addToDraft(section, {}, { transcription: 'One two, three four. Five sicks.' }, place);
    draft = addToDraft(section, draft, { endTime: 15.1 }, place);
    expect(draft).toEqual({
      typed: 'One two, three four. Five sicks.',
      transcription: 'One two, three four.',
      endTime: 15.1,
    });
    draft = addToDraft(section, draft, { transcription: 'One two, three four!' }, place);
    expect(withDraft(section, draft, place).transcription).toBe('One two, three four!');
    draft = addToDraft(section, draft, { endTime: 20 }, place);
    expect(draft.transcription).toBe('One two, three four! Five sicks.');
  });

  it('leaves the text of a range to the server while the words are loading', async () => {
    const place = { language: 'en' as const, words: null };
    const section = await readSecond();
    const typed = 'One two, three four. Five sicks.';
    let draft = addToDraft(section, {}, { transcription: typed }, place);
    draft = addToDraft(section, draft, { endTime: 15.1 }, place);
    expect(draft).toEqual({ typed, endTime: 15.1 });
    expect(withDraft(section, draft, place)).toMatchObject({ transcription: typed, endTime: 15.1 });
    const later = addToDraft(section, draft, { transcription: 'Another text' }, place);
    expect(addToDraft(section, later, { endTime: 14 }, place)).toEqual({
      typed,
      transcription: 'Another text',
      endTime: 14,
    });
  });
});
