import { beforeEach, expect, it } from 'vitest';
import { filmPreviewSchema } from '#contract/film-preview.ts';
import { translationInputSchema } from '#contract/jobs/translation.ts';
import type { Part } from '#contract/cuts.ts';
import { announceWorker } from '#core/queue/worker-registry.ts';
import { type Editor, openSpokenSection, TEXT } from '../../helpers/data/editor.ts';
import { readCsv } from '../../helpers/exchange/read-csv.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const info = { queues: [], transcriber: 'none', voice: 'none', titles: 'none', warnings: [] };
await announceWorker(
  backend.redis,
  backend.config.redisPrefix,
  () => ({ ...info, translator: 'bergamot@1', directions: ['en-hi'] }),
  backend.log,
);

/** The words 'two,', and 'four.' at the end of its sentence. */
const TWO = { startMs: 11_500, endMs: 12_900 };
const FOUR = { startMs: 14_500, endMs: 15_900 };
const LEFT = 'One three. Five six.';

let edit: Editor;
/** The ID of the section in which TEXT is spoken. */
let id: string;
beforeEach(async () => {
  ({ edit, id } = await openSpokenSection(backend, app));
});

const cut = (...cuts: Part[]) => edit.update(id, { cuts });

/** Returns the text that is read aloud, as the captions display it. */
async function captions(language = 'English') {
  const answer = await edit.call('GET', edit.path(`/film-preview?language=${language}`));
  const { parts } = filmPreviewSchema.parse(answer.json());
  const part = parts.find(({ sectionId }) => sectionId === id)!;
  return { narrated: part.narration !== null, text: part.cues.flatMap(({ lines }) => lines).join(' ') };
}

const section = async (language = 'en') => (await edit.read(language)).sections.find((one) => one.id === id)!;

// product 19.9
it('does not read words that are cut, and reads them again when they are restored', async () => {
  await edit.update(id, { sound: 'narrated' });
  expect(await captions()).toEqual({ narrated: true, text: TEXT });
  const long = (await section()).effectiveDuration;
  await cut(TWO, FOUR);
  expect(await captions()).toEqual({ narrated: true, text: LEFT });
  // The creator's text stays complete; the section lasts as long as the remaining speech.
  expect(await section()).toMatchObject({ transcription: TEXT, textSource: 'original' });
  expect((await section()).effectiveDuration).toBeLessThan(long);
  const [, row] = readCsv((await edit.call('GET', edit.path('/export/csv'))).body).slice(1);
  expect(row).toContain(LEFT);
  await cut();
  expect(await captions()).toEqual({ narrated: true, text: TEXT });
});

// product 19.9
it("ends sentences in the speaker's captions as in a narration", async () => {
  await cut(TWO, FOUR);
  expect(await captions()).toEqual({ narrated: false, text: LEFT });
  await edit.update(id, { transcription: TEXT.replace('three', 'tree') });
  expect(await captions()).toEqual({ narrated: false, text: 'One tree. Five six.' });
});

// product 19.9
it('reads a corrected text without the words that are cut', async () => {
  await edit.update(id, { sound: 'narrated', transcription: TEXT.replace('three', 'tree') });
  await cut(TWO, FOUR);
  expect((await captions()).text).toBe('One tree. Five six.');
});

// product 19.9
it('reads a text that was written by hand unchanged', async () => {
  const text = 'Nothing of this was ever said here, and all of it is read.';
  await edit.update(id, { transcription: text, sound: 'narrated' });
  await cut(TWO, FOUR);
  expect(await captions()).toEqual({ narrated: true, text });
});

// product 19.10
it('translates only what is left, and again after another cut', async () => {
  await cut(TWO);
  expect((await captions('Hindi')).text).toBe('One three four. Five six.');
  const { runId } = { runId: (await edit.call('POST', edit.path('/translate?language=hi'))).json().id };
  const run = await backend.db
    .selectFrom('runs')
    .select('input')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  await backend.engine.cancel(runId, edit.user.id);
  const requested = translationInputSchema
    .parse(run.input)
    .sections.find(({ sectionId }) => sectionId === id)!;
  expect(requested.text).toBe('One three four. Five six.');
  // The text that the run stores when it ends.
  const text = 'एक तीन चार। पाँच छह।';
  await backend.db
    .insertInto('sectionTexts')
    .values({ sectionId: id, language: 'hi', text, translatedFrom: requested.text })
    .execute();
  expect(await section('hi')).toMatchObject({ transcription: text, textSource: 'translated' });
  expect((await captions('Hindi')).text).toBe(text);
  await cut(TWO, FOUR);
  expect(await section('hi')).toMatchObject({ transcription: TEXT, textSource: 'untranslated' });
  expect((await captions('Hindi')).text).toBe(LEFT);
  // A text that was written in the language is preserved.
  await edit.update(id, { transcription: text }, 'hi');
  expect((await captions('Hindi')).text).toBe(text);
});
