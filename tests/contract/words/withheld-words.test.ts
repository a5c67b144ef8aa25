import { beforeEach, describe, expect, it } from 'vitest';
import { filmPreviewSchema } from '#contract/film-preview.ts';
import { type Editor, openEditor, planFilm } from '../../helpers/data/editor.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db } = backend;

const TRANSCRIPT = 'Review the names of shit with your children.';
const LEFT = TRANSCRIPT.replace('shit', '—');

let edit: Editor;
/** ID of the second section, in which HEARD is recognized: a word a second from its start. */
let id: string;
beforeEach(async () => {
  edit = await openEditor(backend, app);
  const section = edit.project.sections[1]!;
  ({ id } = section);
  const words = TRANSCRIPT.split(' ').map((text, at) => ({
    text,
    startMs: 10_000 + at * 1000,
    endMs: 10_600 + at * 1000,
    confidence: text === 'shit' ? 0 : 0.9,
  }));
  const original = { ...(section.original as object), text: TRANSCRIPT };
  const values = { words: JSON.stringify(words), original: JSON.stringify(original) };
  await db.updateTable('sections').set(values).where('id', '=', id).execute();
  await db.updateTable('sectionTexts').set({ text: TRANSCRIPT }).where('sectionId', '=', id).execute();
});

const section = async (language = 'en') => (await edit.read(language)).sections.find((one) => one.id === id)!;
const filmed = async (language = 'en') =>
  (await planFilm(backend, edit, { language })).sections.find(({ sectionId }) => sectionId === id)!;
const captions = async () => {
  const { parts } = filmPreviewSchema.parse((await edit.call('GET', edit.path('/film-preview'))).json());
  const part = parts.find(({ sectionId }) => sectionId === id)!;
  return part.cues.flatMap(({ lines }) => lines).join(' ');
};
/** Returns an export without the numbers and times of its captions. */
const exported = async (format: string) =>
  (await edit.call('GET', edit.path(`/export/${format}?quality=720p`))).body
    .replaceAll(/(?:\d+\n)?[\d:.,]+ --> [^\n]*/g, ' ')
    .replaceAll(/\s+/g, ' ');
const confirm = (body: object = { start: 14, text: 'shit' }) =>
  edit.call('POST', `/api/sections/${id}/words/confirm`, body);

describe('a recognised swear word', () => {
  // product 11.23
  itInFullTier(
    'is marked in the transcript, and left out of captions and exports until it is confirmed',
    async () => {
      expect(await section()).toMatchObject({ transcription: TRANSCRIPT, voice: 'original' });
      const { words } = await edit.words(id);
      expect(words.filter(({ withheld }) => withheld)).toMatchObject([{ text: 'shit', confidence: 0 }]);
      expect((await filmed()).words.map(({ text }) => text).join(' ')).toBe(LEFT);
      expect(await captions()).toBe(LEFT);
      const formats = ['srt', 'vtt', 'txt', 'csv', 'otio'];
      for (const format of formats) {
        const text = await exported(format);
        expect([format, text.includes('shit'), text.includes('of — with')]).toEqual([format, false, true]);
      }
      expect((await confirm()).json()).toEqual({ sections: 1 });
      expect((await edit.words(id)).words.some(({ withheld }) => withheld)).toBe(false);
      expect(await captions()).toBe(TRANSCRIPT);
      for (const format of formats) expect(await exported(format)).toContain('of shit with');
    },
  );

  // product 11.23
  it('is left out of narrations and texts to translate until it is confirmed', async () => {
    expect((await filmed('hi')).narration).toMatchObject({ text: LEFT });
    await edit.update(id, { sound: 'narrated' });
    expect((await filmed()).narration).toMatchObject({ text: LEFT });
    await confirm();
    expect((await filmed()).narration).toMatchObject({ text: TRANSCRIPT });
    expect((await filmed('hi')).narration).toMatchObject({ text: TRANSCRIPT });
  });

  it('is left out of a text that was corrected elsewhere, beside cuts and after a trim', async () => {
    await edit.update(id, { transcription: TRANSCRIPT.replace('Review', 'Revise') });
    expect(await captions()).toBe(LEFT.replace('Review', 'Revise'));
    await edit.update(id, { cuts: [{ startMs: 11_000, endMs: 12_000 }] });
    expect(await captions()).toBe(LEFT.replace('Review the', 'Revise'));
    await edit.update(id, { endTime: 16 });
    expect(await captions()).toBe('Revise names of — with');
  });

  it('is no longer withheld once it is corrected', async () => {
    const corrected = TRANSCRIPT.replace('shit', 'shapes');
    await edit.update(id, { transcription: corrected });
    expect(await captions()).toBe(corrected);
  });

  // product 11.23
  it('is confirmed in every section of its video as one edit, which Undo reverts', async () => {
    await edit.call('POST', `/api/sections/${id}/duplicate`);
    const other = (await edit.read()).sections[2]!;
    expect((await confirm()).json()).toEqual({ sections: 2 });
    expect((await edit.words(other.id)).words.some(({ withheld }) => withheld)).toBe(false);
    expect((await edit.read()).history.undo).toBe('Confirm "shit"');
    await edit.call('POST', edit.path('/undo'));
    expect(await captions()).toBe(LEFT);
    await edit.call('POST', edit.path('/redo'));
    expect(await captions()).toBe(TRANSCRIPT);
  });

  it('is refused for confirmation if it is another word, or is already confirmed', async () => {
    expect((await confirm({ start: 13, text: 'of' })).statusCode).toBe(422);
    expect((await confirm({ start: 13, text: 'shit' })).statusCode).toBe(422);
    expect((await confirm()).statusCode).toBe(200);
    expect((await confirm()).json().message).toBe('"shit" no longer needs to be confirmed.');
  });

  it('stays withheld in an export of the account', async () => {
    const file = (await edit.call('GET', '/api/user/export')).json();
    const saved = file.projects[0].sections[1].words.find(([text]: [string]) => text === 'shit');
    expect(saved[3]).toBe(0);
  });
});
