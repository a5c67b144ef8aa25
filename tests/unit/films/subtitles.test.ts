import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAss } from '../../../worker/subtitles/ass.ts';
import { sectionAss } from '../../../worker/subtitles/title.ts';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { UNFRAMED } from '#contract/placement.ts';
import { makeCues } from '#film/captions/cues.ts';
import { toSrt, toVtt } from '#film/captions/subtitle-formats.ts';
import { parseSubtitles } from '#text/subtitles/parse-subtitles.ts';
import { spokenSentences } from '../../../worker/narration/sentences.ts';

const WORDS = [
  'river',
  'a',
  'extraordinarily',
  'stone,',
  'bridge.',
  'নদীটি',
  'পাথরের',
  'सेतु।',
  'क्षत्रिय',
  'x'.repeat(60),
];

/** Returns the words of a speaker who speaks this many characters a second, with pauses. */
function speak(words: string[], rate: number, pauses: number[]) {
  let at = 150;
  return words.map((text, index) => {
    const startMs = at;
    const endMs = startMs + Math.round((text.length * 1000) / rate) + 60;
    at = endMs + (pauses[index % pauses.length] ?? 0);
    return { text, startMs, endMs };
  });
}
const spoken = fc
  .tuple(
    fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 120 }),
    fc.integer({ min: 8, max: 30 }),
    fc.array(fc.integer({ min: 0, max: 1500 }), { minLength: 1, maxLength: 7 }),
  )
  .map(([words, rate, pauses]) => speak(words, rate, pauses));
const joined = (lines: string[]) => lines.join(' ').replaceAll(/\s+/g, '');

describe('makeCues', () => {
  // product 19.16
  it('gives each speaker separate cues, however short', () => {
    const timed = ['Who is there?', 'Me.', 'And', 'I.'].map((text, at) => ({
      text,
      startMs: at * 400,
      endMs: at * 400 + 400,
      ...(at < 3 && { speaker: at === 1 ? 'Bob' : 'Ann' }),
    }));
    const cues = makeCues(timed, 9000);
    expect(cues.map(({ lines, speaker }) => [speaker, ...lines])).toEqual([
      ['Ann', 'Who is there?'],
      ['Bob', 'Me.'],
      ['Ann', 'And'],
      [undefined, 'I.'],
    ]);
    expect(parseSubtitles(Buffer.from(toVtt([{ ...cues[0]!, speaker: 'Ann & <Co>' }])))).toMatchObject([
      { text: 'Who is there?', speaker: 'Ann & <Co>' },
    ]);
  });

  it('preserves every word, with two lines of 42, one cue at a time, at a readable speed', () => {
    fc.assert(
      fc.property(spoken, (words) => {
        const endMs = words.at(-1)!.endMs * 2 + 3000;
        const cues = makeCues(words, endMs);
        expect(joined(cues.flatMap((cue) => cue.lines))).toBe(joined(words.map((word) => word.text)));
        let free = 0;
        for (const cue of cues) {
          expect(cue.lines.length).toBeLessThanOrEqual(2);
          for (const line of cue.lines) expect(line.length).toBeLessThanOrEqual(42);
          expect(cue.startMs).toBeGreaterThanOrEqual(free);
          expect(cue.endMs).toBeLessThanOrEqual(endMs);
          free = cue.endMs;
          const read = cue.lines.reduce((sum, line) => sum + line.length, 0);
          expect((read * 1000) / (cue.endMs - cue.startMs)).toBeLessThanOrEqual(20.001);
        }
      }),
    );
  });

  it('begins a cue with its first word, and ends it at a pause and at a sentence', () => {
    const cues = makeCues(
      [
        { text: 'The river begins as a small stream.', startMs: 150, endMs: 2400 },
        { text: 'In the spring the snow melts,', startMs: 2660, endMs: 4300 },
        { text: 'and the water runs fast.', startMs: 6000, endMs: 7500 },
      ],
      9000,
    );
    expect(cues.map((cue) => [cue.startMs, cue.lines.join(' ')])).toEqual([
      [150, 'The river begins as a small stream.'],
      [2660, 'In the spring the snow melts,'],
      [6000, 'and the water runs fast.'],
    ]);
    expect(cues[1]!.endMs).toBe(4900);
  });

  it('leaves no lone word of a sentence in a cue, nor in a line if another break fits', () => {
    const plain = fc
      .tuple(
        fc.array(fc.constantFrom('so', 'rivers', 'through', 'extraordinary', 'নদীটি', 'क्षत्रिय'), {
          minLength: 2,
          maxLength: 60,
        }),
        fc.integer({ min: 10, max: 25 }),
        fc.array(fc.constantFrom(0, 40, 200, 1200), { minLength: 1, maxLength: 7 }),
      )
      .map(([words, rate, pauses]) => speak([...words, 'valley.'], rate, pauses));
    fc.assert(
      fc.property(plain, (words) => {
        for (const { lines } of makeCues(words, words.at(-1)!.endMs * 2 + 3000)) {
          expect(lines.join(' ').split(' ').length).toBeGreaterThan(1);
          // Three words may be too long for two lines.
          if (lines.join(' ').split(' ').length < 4) continue;
          for (const line of lines) expect(line).toContain(' ');
        }
      }),
    );
  });

  it('does not separate the first word of speech from the next ones', () => {
    const cues = makeCues(
      [
        { text: 'And', startMs: 300, endMs: 600 },
        { text: 'so, my fellow Americans:', startMs: 1400, endMs: 3200 },
      ],
      5000,
    );
    expect(cues.map(({ lines }) => lines)).toEqual([['And so, my fellow Americans:']]);
  });

  it('follows late instead of dropping words of a fast speaker', () => {
    const words = speak(
      Array.from({ length: 30 }, () => 'hurrying,'),
      60,
      [0],
    );
    const cues = makeCues(words, words.at(-1)!.endMs);
    expect(joined(cues.flatMap((cue) => cue.lines))).toBe(joined(words.map((word) => word.text)));
    for (const [index, cue] of cues.entries())
      expect(cue.startMs).toBeGreaterThanOrEqual(cues[index - 1]?.endMs ?? 0);
  });
});

describe('subtitle files', () => {
  const cues = [
    { startMs: 0, endMs: 1500, lines: ['One & <two>', 'three'] },
    { startMs: 3_723_045, endMs: 3_725_000, lines: ['a --> b'] },
  ];
  it('match their formats', () => {
    expect(toVtt(cues)).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nOne &amp; &lt;two&gt;\nthree\n\n01:02:03.045 --> 01:02:05.000\na --&gt; b\n',
    );
    expect(toSrt(cues)).toBe(
      '1\n00:00:00,000 --> 00:00:01,500\nOne & <two>\nthree\n\n2\n01:02:03,045 --> 01:02:05,000\na → b\n',
    );
  });

  it('pass no commands of a creator to libass', () => {
    const ass = sectionAss(
      {
        subtitle: 'A {\\i1}second line',
        title: 'A {\\b1}title\\N',
        cues: [{ startMs: 1234, endMs: 5000, lines: ['{\\fs200}big', 'C:\\new'], words: [] }],
        look: PLAIN_CAPTIONS,
      },
      { width: 1920, height: 1080, lengthMs: 6000 },
      UNFRAMED,
    );
    const events = ass.split('\n').filter((line) => line.startsWith('Dialogue:'));
    const caption = events.find((line) => line.includes(',Caption,'));
    const title = events.find((line) => line.includes(',Title,'));
    expect(title).toContain('\\{\\\u2060i1\\}second line');
    expect(title).toContain('\\{\\\u2060b1\\}title\\\u2060N');
    expect(caption).toContain('0:00:01.23,0:00:05.00,Caption');
    expect(caption).toContain('\\{\\\u2060fs200\\}big\\N');
    expect(caption).not.toMatch(/(?<!\\)\{(?!\\fnNoto)/);
  });

  it("use each script's font", () => {
    const ass = toAss(
      {
        title: null,
        cues: [{ startMs: 0, endMs: 1, lines: ['নদী river नदी।'], words: [] }],
        look: PLAIN_CAPTIONS,
      },
      { width: 1280, height: 720, lengthMs: 1000 },
      UNFRAMED,
    );
    expect(ass).toContain(
      '{\\fnNoto Sans Bengali SemiBold\\fs52}নদী {\\fnNoto Sans SemiBold\\fs50}river {\\fnNoto Sans Devanagari SemiBold\\fs67}नदी।',
    );
  });
});

describe('spokenSentences', () => {
  it('splits texts in all three languages and loses nothing', () => {
    expect(spokenSentences('One. Two!  Three?', 'en')).toEqual(['One.', 'Two!', 'Three?']);
    expect(spokenSentences('नदी बहती है। पुल पुराना है।', 'hi')).toEqual(['नदी बहती है।', 'पुल पुराना है।']);
    expect(spokenSentences('নদী বয়ে যায়। সেতুটি পুরানো।', 'bn')).toEqual(['নদী বয়ে যায়।', 'সেতুটি পুরানো।']);
    expect(spokenSentences('… \n Hello — \n', 'en')).toEqual(['… Hello —']);
    expect(spokenSentences(' …! ', 'en')).toEqual([]);
  });
  it('finds the sentences of a line longer than one segmentation', () => {
    const sentences = Array.from({ length: 300 }, (_, i) => `This is sentence number ${i} of a long line.`);
    expect(spokenSentences(sentences.join(' '), 'en')).toEqual(sentences);
  });
  it('does not divide a character, and cuts a row of abbreviations', () => {
    const faces = `aa${'😀a'.repeat(2000)}`;
    const pieces = spokenSentences(faces, 'en');
    expect(pieces.join('')).toBe(faces);
    // No lone half of a surrogate pair.
    expect(pieces.filter((piece) => /\p{Cs}/u.test(piece))).toEqual([]);
    const short = spokenSentences('Dr. '.repeat(500), 'en');
    expect(short.join(' ')).toBe('Dr. '.repeat(500).trim());
    expect(Math.max(...short.map((piece) => piece.length))).toBeLessThanOrEqual(240);
  });
  it('divides long sentences between words', () => {
    const pieces = spokenSentences(`${'word '.repeat(300)}end`, 'en');
    expect(pieces.length).toBeGreaterThan(4);
    expect(pieces.join(' ')).toBe(`${'word '.repeat(300)}end`);
  });
});
