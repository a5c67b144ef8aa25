import { beforeEach, describe, expect, it } from 'vitest';
import { storeTranslation } from '#core/repositories/projects/sections.ts';
import { type Editor, openSpokenSection, TEXT } from '../../helpers/data/editor.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { refusedSubtitles } from '../../helpers/exchange/refused-subtitles.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);

let edit: Editor;
/** ID of the second section, from 10 to 20 s of the video, in which TEXT is spoken. */
let id: string;
beforeEach(async () => {
  ({ edit, id } = await openSpokenSection(backend, app));
});

/**
 * Has a cue for each of the three sections, which are 10 s long, and one after the video's end. The line ends
 * are CRLF.
 */
const SRT = [
  ['00:00:01,000 --> 00:00:03,000', 'The river begins'],
  ['00:00:11,000 --> 00:00:13,000', 'as a <i>small</i> stream'],
  ['00:00:12,500 --> 00:00:15,000', 'between the stones.'],
  ['00:00:21,000 --> 00:00:23,000', 'It grows.'],
  ['02:00:00,000 --> 02:00:01,000', 'After the end'],
]
  .map(([times, text], i) => `${i + 1}\r\n${times}\r\n${text}\r\n`)
  .join('\r\n');
const HINDI = 'WEBVTT\n\n00:11.000 --> 00:14.000\nनदी यहाँ शुरू होती है।\n';

const bring = (file: string | Uint8Array, more: object = {}, section = id) =>
  edit.call('POST', `/api/sections/${section}/subtitles`, {
    file: Buffer.from(file).toString('base64'),
    ...more,
  });
const texts = async (language = 'en') => (await edit.read(language)).sections.map((one) => one.transcription);
const wordsOf = async (section = id) => (await edit.words(section)).words.map(({ text }) => text).join(' ');
const BROUGHT = ['The river begins', 'as a small stream between the stones.', 'It grows.'];

describe('imported subtitles', () => {
  // product 14.13
  itInFullTier(
    'replace the words of every section of the video, at their times, as one edit that can be undone',
    async () => {
      const before = await texts();
      const answer = await bring(SRT);
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { sections: 3, language: 'en', outside: 1, unreadable: 0 },
      ]);
      expect(await texts()).toEqual(BROUGHT);
      expect(await wordsOf()).toBe(BROUGHT[1]);
      const { words } = await edit.words(id);
      expect(words[0]).toMatchObject({ text: 'as', start: 11, confidence: 1 });
      expect(words.every(({ start, end }, i) => end > start && start >= (words[i - 1]?.end ?? 0))).toBe(true);
      const section = (await edit.read()).sections[1]!;
      expect(section).toMatchObject({ textSource: 'original', narrated: false, changed: false });

      const { undo } = (await edit.read()).history;
      expect(undo).toBe('Import subtitles for a video');
      expect((await edit.call('POST', edit.path('/undo'))).statusCode).toBe(200);
      expect([await texts(), await wordsOf()]).toEqual([before, TEXT]);
      expect((await edit.call('POST', edit.path('/redo'))).statusCode).toBe(200);
      expect([await texts(), await wordsOf()]).toEqual([BROUGHT, BROUGHT[1]]);
    },
  );

  // product 14.13
  it('replace the words of only one section on request', async () => {
    const before = await texts();
    expect((await bring(SRT, { scope: 'section' })).json()).toEqual({
      sections: 1,
      language: 'en',
      outside: 3,
      unreadable: 0,
    });
    expect(await texts()).toEqual([before[0], BROUGHT[1], before[2]]);
    expect((await edit.read()).history.undo).toBe('Import subtitles for "Section 2"');
  });

  // product 14.14
  it('imported subtitles have the language of their script, or the given one', async () => {
    expect((await bring(HINDI)).json()).toMatchObject({ sections: 1, language: 'hi' });
    expect((await texts('hi'))[1]).toBe('नदी यहाँ शुरू होती है।');
    expect((await edit.read('hi')).sections[1]).toMatchObject({ textSource: 'original', narrated: false });
    expect((await edit.read('en')).sections[1]).toMatchObject({ textSource: 'untranslated' });
    expect((await bring(SRT, { language: 'Bengali' })).json()).toMatchObject({ language: 'bn' });
    expect((await edit.read('bn')).sections[1]).toMatchObject({ textSource: 'original' });
  });

  // product 14.15
  itInFullTier('imported subtitles follow later trims, which undoing them all reverts', async () => {
    await bring(SRT);
    await edit.update(id, { endTime: 13 });
    expect((await texts())[1]).not.toContain('stones');
    await edit.update(id, { endTime: 22.5 });
    expect((await texts())[1]).toBe('as a small stream between the stones. It grows.');
    for (let i = 0; i < 3; i += 1) await edit.call('POST', edit.path('/undo'));
    expect(await wordsOf()).toBe(TEXT);
    for (let i = 0; i < 3; i += 1) await edit.call('POST', edit.path('/redo'));
    expect(await wordsOf()).toBe('as a small stream between the stones. It grows.');
  });

  // product 14.16
  it('count cues without usable times, and leave all other text unchanged', async () => {
    const file = SRT.replace('00:00:21,000', '00:0O:21,OOO').replace('stream', 'stream\r\n\r\nthat runs');
    expect((await bring(file)).json()).toEqual({ sections: 2, language: 'en', outside: 1, unreadable: 1 });
    expect((await texts()).slice(0, 2)).toEqual([
      BROUGHT[0],
      'as a small stream that runs between the stones.',
    ]);
  });

  // product 14.15
  it('imported subtitles are what a reset restores', async () => {
    await bring(SRT);
    await edit.update(id, { transcription: 'Something else.' });
    await edit.reset(id);
    expect((await texts())[1]).toBe(BROUGHT[1]);
  });

  // product 14.16
  it.each([
    ['UTF-16', Buffer.from(`\uFEFF${SRT}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(SRT, 'utf16le')],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${SRT}`)],
    ['old line ends', Buffer.from(SRT.replaceAll('\r\n', '\r'))],
  ])('imported subtitles are read in %s', async (_, bytes) => {
    expect((await bring(bytes)).statusCode).toBe(200);
    expect(await texts()).toEqual(BROUGHT);
  });
});

describe('an imported translation', () => {
  const translated = async (language = 'hi') =>
    (await edit.read(language)).sections.map(({ transcription, textSource }) => [transcription, textSource]);
  const OWN = ['नदी यहाँ शुरू होती है।', 'written'];

  // product 14.18
  it('becomes the text of its language in each section with a subtitle, without changing the transcript', async () => {
    const before = [await texts(), await wordsOf()];
    const whole = await translated();
    const answer = await bring(HINDI, { translation: true, language: 'hi' });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { sections: 1, language: 'hi', outside: 0, unreadable: 0 },
    ]);
    expect(await translated()).toEqual([whole[0], OWN, whole[2]]);
    expect([await texts(), await wordsOf()]).toEqual(before);
    expect((await edit.read('en')).sections[1]).toMatchObject({ textSource: 'original', narrated: false });
    expect((await edit.read()).history.undo).toBe('Import a translation for a video');
    await edit.call('POST', edit.path('/undo'));
    expect(await translated()).toEqual(whole);
    await edit.call('POST', edit.path('/redo'));
    expect((await translated())[1]).toEqual(OWN);
  });

  // product 14.18
  it('is imported for one section on request, in the given language', async () => {
    const more = { translation: true, language: 'bn', scope: 'section' };
    expect((await bring(SRT, more)).json()).toEqual({
      sections: 1,
      language: 'bn',
      outside: 3,
      unreadable: 0,
    });
    expect((await translated('bn')).map(([, source]) => source)).toEqual([
      'untranslated',
      'written',
      'untranslated',
    ]);
    expect((await edit.read()).history.undo).toBe('Import a translation for "Section 2"');
  });

  // product 14.19
  it('replaces a machine translation, and is not replaced by one', async () => {
    const machine = (text: string) => storeTranslation(backend.db, id, { language: 'hi', text, from: TEXT });
    await machine('मशीन');
    expect((await translated())[1]).toEqual(['मशीन', 'translated']);
    await bring(HINDI, { translation: true });
    await machine('फिर मशीन');
    expect((await translated())[1]).toEqual(OWN);
  });

  // product 14.19
  it('is out of date while the translated text differs, until it is corrected', async () => {
    await bring(HINDI, { translation: true });
    await edit.update(id, { transcription: 'Something else.' });
    expect((await translated())[1]).toEqual([OWN[0], 'outdated']);
    await edit.update(id, { transcription: TEXT });
    expect((await translated())[1]).toEqual(OWN);
    await edit.update(id, { transcription: 'Something else.' });
    await edit.update(id, { transcription: 'कुछ और।' }, 'hi');
    expect((await translated())[1]).toEqual(['कुछ और।', 'written']);
  });

  it('is removed by a reset', async () => {
    await bring(HINDI, { translation: true });
    await edit.reset(id);
    expect((await translated())[1]).toEqual([TEXT, 'untranslated']);
  });

  // product 14.18
  it('is refused in the spoken language', async () => {
    const answer = await bring(SRT, { translation: true, language: 'en' });
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      'This is the language spoken in the video, so the file can’t be a translation.',
    ]);
    expect((await edit.read()).history.undo).toBe(null);
  });
});

describe('a file that cannot be imported', () => {
  // product 14.17
  it.each(refusedSubtitles(SRT))(
    'changes nothing and reports why: %s',
    async (_, file, sentence, more = {}) => {
      const before = [await texts(), await wordsOf()];
      const answer = await bring(file, more);
      expect([answer.statusCode, answer.json().message]).toEqual([422, expect.stringContaining(sentence)]);
      expect([await texts(), await wordsOf()]).toEqual(before);
      expect((await edit.read()).history.undo).toBe(null);
    },
  );

  // product 14.17
  it('retains all of a subtitle that is longer than a screen can show', async () => {
    const longText = Array.from({ length: 400 }, (_, i) => `word${i}`).join(' ');
    expect((await bring(`00:00:11,000 --> 00:00:19,000\n${longText}\n`)).statusCode).toBe(200);
    expect((await texts())[1]).toBe(longText);
  });

  // product 14.17
  it('is accepted after a section with too much text is split', async () => {
    const before = await texts();
    const longWords = Array.from({ length: 2600 }, (_, i) => `word${i}`.padEnd(8, 's'));
    const clock = (ms: number) => `00:00:${(ms / 1000).toFixed(3)}`;
    const long = Array.from({ length: 26 }, (_, i) => {
      const text = longWords.slice(i * 100, (i + 1) * 100).join(' ');
      return `${clock(10_000 + i * 380)} --> ${clock(10_380 + i * 380)}\n${text}\n`;
    }).join('\n');
    const answer = await bring(long);
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      'The subtitles in "Section 2" have more than 20000 characters. Please split this section first.',
    ]);
    expect(await texts()).toEqual(before);
    expect((await edit.split(id, 15)).statusCode).toBe(200);
    expect((await bring(long)).json()).toMatchObject({ sections: 2, outside: 0, unreadable: 0 });
    expect((await texts()).slice(1, 3).join(' ')).toBe(longWords.join(' '));
  });

  it('is refused for a card, an upload, a deleted section and another user', async () => {
    const card = (await edit.create({ title: 'A card' })).json().id;
    expect((await bring(SRT, {}, card)).statusCode).toBe(422);
    await edit.update(id, { videoURL: await edit.upload('image') });
    expect((await bring(SRT)).statusCode).toBe(422);
    await edit.remove(id);
    expect((await bring(SRT)).statusCode).toBe(404);
    const other = await createUser(backend);
    const [first] = edit.project.sections;
    const stolen = await app.inject({
      method: 'POST',
      url: `/api/sections/${first!.id}/subtitles`,
      headers: { cookie: other.cookie },
      payload: { file: Buffer.from(SRT).toString('base64') },
    });
    expect(stolen.statusCode).toBe(404);
    expect(
      (await edit.call('POST', `/api/sections/${first!.id}/subtitles`, { file: '%%%' })).statusCode,
    ).toBe(400);
  });
});
