import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RangedWord, trimText, widenWords, wordsWithin } from '#text/transcript/spoken-text.ts';
import { withoutCutWords } from '#film/time/cut-text.ts';

const TOKENS = [
  'One',
  'two,',
  'three',
  'four.',
  'नदी',
  'बहती',
  'है।',
  'নদী',
  'বয়ে',
  'যায়।',
  '川が',
  '流れる。',
  'река',
];

/** Returns a word every second from second 0 on, half a second long. */
const makeWords = (texts: string[]): RangedWord[] =>
  texts.map((text, i) => ({ text, startMs: i * 1000, endMs: i * 1000 + 500 }));

const seconds = (start: number, end: number) => ({ startMs: start * 1000, endMs: end * 1000 });

/** The speech of a section, and a text of it that contains a few corrections. */
const anySection = fc.array(fc.constantFrom(...TOKENS), { minLength: 1, maxLength: 40 }).chain((texts) =>
  fc.record({
    words: fc.constant(makeWords(texts)),
    length: fc.constant(texts.length),
    corrected: fc
      .array(
        fc.record({
          at: fc.nat(texts.length - 1),
          text: fc.constantFrom('', 'Uhr', 'two words', 'ठीक', '—'),
        }),
        { maxLength: Math.floor(texts.length * 0.1) },
      )
      .map((changes) => {
        const next = [...texts];
        for (const { at, text } of changes) next[at] = text;
        return next.filter((text) => text !== '').join(' ');
      }),
  }),
);
const anyRange = (length: number) =>
  fc
    .tuple(fc.nat(length * 10), fc.nat(length * 10))
    .map(([a, b]) => ({ startMs: Math.min(a, b) * 100, endMs: Math.max(a, b) * 100 + 100 }));
const sectionAndRanges = anySection.chain((section) =>
  fc.record({
    section: fc.constant(section),
    ranges: fc.array(anyRange(section.length), { minLength: 1, maxLength: 4 }),
  }),
);

const tokens = (text: string) => text.split(/\s+/u).filter(Boolean);

describe('a text that follows its range', () => {
  it('is restored completely, whatever it was trimmed to before', () => {
    fc.assert(
      fc.property(sectionAndRanges, ({ section: { words, length, corrected }, ranges }) => {
        const whole = seconds(0, length);
        let from = whole;
        let now = { before: '', inside: corrected, after: '' };
        let trimmed: typeof now | null = null;
        for (const to of [...ranges, whole]) {
          const next = trimText({ text: now.inside, kept: trimmed, words, widened: words, from, to });
          expect(next).not.toBeNull();
          now = next!;
          trimmed = now;
          from = to;
          // No word is lost, duplicated or moved.
          expect(tokens(`${now.before} ${now.inside} ${now.after}`)).toEqual(tokens(corrected));
          const straight = trimText({ text: corrected, kept: null, words, widened: words, from: whole, to });
          expect(now.inside).toBe(straight!.inside);
        }
        expect(now.inside).toBe(corrected);
      }),
    );
  });

  it('has the words spoken in its range, and two adjacent ranges divide them', () => {
    fc.assert(
      fc.property(sectionAndRanges, ({ section: { words, length }, ranges: [range] }) => {
        const text = words.map((word) => word.text).join(' ');
        const from = seconds(0, length);
        const cut = (to: typeof from) => {
          const trimmed = trimText({ text, kept: null, words, widened: words, from, to })!;
          const expected = wordsWithin(words, to).map((word) => word.text);
          expect(tokens(trimmed.inside)).toEqual(expected);
          return expected;
        };
        const at = range!.startMs;
        expect([...cut({ startMs: 0, endMs: at }), ...cut({ startMs: at, endMs: length * 1000 })]).toEqual(
          words.map((word) => word.text),
        );
      }),
    );
  });

  it('preserves a correction that was trimmed away, and line breaks', () => {
    const words = makeWords(['The', 'river', 'begins', 'as', 'a', 'small', 'stream']);
    const text = 'The river\nbegins as a small Streem!';
    const shorter = trimText({
      text,
      kept: null,
      words,
      widened: words,
      from: seconds(0, 7),
      to: seconds(1, 6),
    })!;
    expect(shorter).toEqual({ before: 'The ', inside: 'river\nbegins as a small', after: ' Streem!' });
    const back = (typed: string) =>
      trimText({ text: typed, kept: shorter, words, widened: words, from: seconds(1, 6), to: seconds(0, 7) });
    expect(back(shorter.inside)).toEqual({ before: '', inside: text, after: '' });
    expect(back('river begins as a large')!.inside).toBe('The river begins as a large Streem!');
  });

  it('is unchanged if it is written by hand', () => {
    const words = makeWords(['The', 'river', 'begins', 'as', 'a', 'small', 'stream']);
    const trim = (text: string, kept: Parameters<typeof trimText>[0]['kept'] = null) =>
      trimText({ text, kept, words, widened: words, from: seconds(0, 7), to: seconds(0, 3) });
    expect(trim('Water comes from the mountains.')).toBeNull();
    expect(trim('')).toBeNull();
    expect(trim('Quite other words', { before: '', inside: 'The river begins', after: ' as' })).toBeNull();
    expect(trim('The rivers begin as a small stream')!.inside).toBe('The rivers begin');
    const none = { kept: null, words: [], widened: [], from: seconds(0, 7), to: seconds(0, 3) };
    expect(trimText({ text: 'A title', ...none })).toBeNull();
  });

  it('follows a range that was shortened before texts followed ranges', () => {
    const words = makeWords(['The', 'river', 'begins', 'as', 'a', 'small', 'stream']);
    const text = 'The river begins as a small stream.';
    expect(
      trimText({ text, kept: null, words, widened: words, from: seconds(0, 3), to: seconds(0, 4) })!.inside,
    ).toBe('The river begins as');
  });

  it('adds words spoken beyond its first range, once', () => {
    const all = makeWords(['zero', 'one', 'two', 'three', 'four', 'five']);
    const words = all.slice(2, 4);
    const to = seconds(1, 5);
    const widened = widenWords(words, [...all, ...all], to);
    expect(widened.map((word) => word.text)).toEqual(['one', 'two', 'three', 'four']);
    const trimmed = trimText({ text: 'Two three', kept: null, words, widened, from: seconds(2, 4), to })!;
    expect(trimmed.inside).toBe('one Two three four');
    expect(widenWords(words, all, seconds(2.6, 3))).toEqual(words);
  });
});

it('assigns a word that an edge cuts to the side of its middle', () => {
  const word = { text: 'cut', startMs: 1000, endMs: 1500 };
  expect(wordsWithin([word], { startMs: 1250, endMs: 2000 })).toEqual([word]);
  expect(wordsWithin([word], { startMs: 0, endMs: 1250 })).toEqual([]);
  expect(wordsWithin([word], { startMs: 1251, endMs: 2000 })).toEqual([]);
  expect(wordsWithin([word], { startMs: 0, endMs: 1251 })).toEqual([word]);
});

describe('a text', () => {
  const words = ['One', 'um,', 'two', 'नदी', 'है।', 'Last', 'word'].map((text, i) => ({
    text,
    startMs: i * 1000,
    endMs: i * 1000 + 800,
  }));
  const cut = (...at: number[]) => at.map((i) => words[i]!);
  const text = 'One um, two, नदी है। Last wort.';

  // product 19.9
  it('loses the words that are cut, and keeps the end of a sentence', () => {
    expect(withoutCutWords(text, words, cut(1))).toBe('One two, नदी है। Last wort.');
    expect(withoutCutWords(text, words, cut(1, 6))).toBe('One two, नदी है। Last.');
    expect(withoutCutWords(text, words, cut(3, 4))).toBe('One um, two। Last wort.');
    expect(withoutCutWords(text, words, cut(0, 1, 2, 3, 4))).toBe('Last wort.');
    expect(withoutCutWords(text, words, words)).toBe('');
  });

  it('is unchanged if no word is cut', () => {
    expect(withoutCutWords(text, words, [])).toBe(text);
    expect(withoutCutWords(text, words, [{ startMs: 850, endMs: 990 }])).toBe(text);
    expect(withoutCutWords(text, [], words)).toBe(text);
  });
});
