import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Spoken } from '#contract/jobs/generation.ts';
import { compareSpeech, placesOfTranscript, timeWords, withWordAt } from '#text/transcript/said-words.ts';

const TEN = 'One two three four five six seven eight nine ten.';
const HINDI = 'नदी यहाँ से एक छोटी धारा के रूप में शुरू';
const BENGALI = 'নদীটি এখান থেকে একটি ছোট স্রোত হিসেবে শুরু হয় আজ';

describe('a recognised word', () => {
  const text = 'Names of “shapes”, in a garden.';

  it('has its position in the text as long as the text contains it', () => {
    const places = placesOfTranscript(['names', 'of', 'shapes', 'shapes', 'garden'], text);
    const written = places.map((place) => place && text.slice(place.from, place.to));
    expect(written.filter((word) => word !== null)).toEqual(['Names', 'of', '“shapes”,', 'garden.']);
    expect(placesOfTranscript(['names', 'off'], text)[1]).toBeNull();
    expect(placesOfTranscript([], text)).toEqual([]);
  });

  it('is replaced between its punctuation, or removed', () => {
    const [, , place, end] = placesOfTranscript(['names', 'of', 'shapes', 'garden'], text);
    expect(withWordAt(text, place!, ' ships ')).toBe('Names of “ships”, in a garden.');
    expect(withWordAt(text, place!, '')).toBe('Names of in a garden.');
    expect(withWordAt(text, end!, '')).toBe('Names of “shapes”, in a.');
  });
});

describe('compareSpeech', () => {
  it('treats three corrected words of ten as a correction, and four as another text', () => {
    expect(compareSpeech(TEN, 'One too three for five sex seven eight nine ten.')).toBe('corrected');
    expect(compareSpeech(TEN, 'One too three for five sex seven ate nine ten.')).toBe('other');
    // Omitted and added words count as well.
    expect(compareSpeech(TEN, 'Two three four five six seven eight nine ten eleven twelve.')).toBe(
      'corrected',
    );
    expect(compareSpeech(TEN, 'Four five six seven eight nine ten.')).toBe('corrected');
    expect(compareSpeech(TEN, 'Five six seven eight nine ten.')).toBe('other');
    expect(compareSpeech(TEN, `${TEN} And so on.`)).toBe('corrected');
    expect(compareSpeech(TEN, `${TEN} And so it went.`)).toBe('other');
  });

  it('allows one correction however few words were recognised, but not of the only one', () => {
    expect(compareSpeech('one two three', 'one two tree')).toBe('corrected');
    expect(compareSpeech('one two', 'one too')).toBe('corrected');
    expect(compareSpeech('one two three', 'won two tree')).toBe('other');
    expect(compareSpeech('one', 'won')).toBe('other');
    expect(compareSpeech('one', 'one')).toBe('same');
  });

  it('ignores case, punctuation, space and how a letter is encoded', () => {
    expect(compareSpeech(TEN, 'one, TWO – three: four… “five” six;\nseven (eight) nine? Ten!')).toBe('same');
    expect(compareSpeech('It is a well-known café', 'It is a well known cafe\u0301')).toBe('same');
    expect(compareSpeech(`${HINDI}।`, HINDI.replaceAll(' ', '  '))).toBe('same');
    // The letter য় encoded as one character and as two, and an invisible joiner.
    expect(compareSpeech('হ\u09DF ক্ষ', 'হ\u09AF\u09BC ক্\u200Dষ')).toBe('same');
  });

  it.each([
    ['Hindi', HINDI],
    ['Bengali', BENGALI],
  ])('preserves whole words of %s, with all their marks', (_name, text) => {
    const words = text.split(' ');
    const altered = (changed: number) =>
      words.map((word, index) => (index < changed ? `${word}ा` : word)).join(' ');
    expect(words).toHaveLength(10);
    expect(compareSpeech(text, altered(0))).toBe('same');
    expect(compareSpeech(text, altered(3))).toBe('corrected');
    expect(compareSpeech(text, altered(4))).toBe('other');
  });

  it('separates words written without spaces', () => {
    expect(compareSpeech('今日はとても良い天気です', '今日はとても悪い天気です')).toBe('corrected');
  });

  it('handles an empty transcript and an empty text', () => {
    expect(compareSpeech('', 'Words')).toBe('other');
    expect(compareSpeech(TEN, '')).toBe('other');
    expect(compareSpeech('…', '🎉')).toBe('same');
  });

  it('uses the smallest number of changes', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 14 });
    const changes = (a: string[], b: string[]): number => {
      let row = Array.from({ length: b.length + 1 }, (_, j) => j);
      for (const [i, word] of a.entries()) {
        const next = [i + 1];
        for (let j = 1; j <= b.length; j += 1) {
          const same = word === b[j - 1] ? 0 : 1;
          next[j] = Math.min(row[j - 1]! + same, row[j]! + 1, next[j - 1]! + 1);
        }
        row = next;
      }
      return row[b.length]!;
    };
    fc.assert(
      fc.property(words, words, (a, b) => {
        const count = changes(a, b);
        const few = count * 10 <= a.length * 3 || (count === 1 && a.length > 1);
        const expected = count === 0 ? 'same' : few ? 'corrected' : 'other';
        expect(compareSpeech(a.join(' '), b.join(' '))).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });
});

/** Returns a word every second, half a second long, from second 1 on. */
const makeWords = (text: string): Spoken[] =>
  text.split(' ').map((word, i) => ({ text: word, startMs: 1000 * (i + 1), endMs: 1000 * (i + 1) + 500 }));
const startOf = (words: Spoken[]) => Object.fromEntries(words.map((word) => [word.text, word.startMs]));

describe('timeWords', () => {
  it('gives recognised words their own times, whatever was corrected around them', () => {
    const transcript = makeWords('The reefer begins as a small stream hear');
    expect(timeWords('The river begins as a small stream here.', transcript, 10_000)).toEqual(
      makeWords('The river begins as a small stream here.'),
    );
    expect(timeWords(transcript.map(({ text }) => text).join(' '), transcript, 10_000)).toEqual(transcript);
  });

  it('replaces one word with several, and several with one', () => {
    const transcript = makeWords('We went icecream and for tea in town');
    const timed = timeWords('We went to eat ice cream and forty in town', transcript, 10_000);
    expect(timed.map(({ text }) => text).join(' ')).toBe('We went to eat ice cream and forty in town');
    expect(startOf(timed)).toMatchObject({
      went: 2000,
      to: 3000,
      and: 4000,
      forty: 5000,
      in: 7000,
      town: 8000,
    });
    expect(timed.find(({ text }) => text === 'cream')!.endMs).toBe(3500);
    expect(timed.find(({ text }) => text === 'forty')!.endMs).toBe(6500);
  });

  it('places an unrecognised word after the previous one, and leaves out missing words', () => {
    const transcript = makeWords('begins um as a small stream');
    const timed = timeWords('It begins as a very small stream, always', transcript, 10_000);
    expect(startOf(timed)).toMatchObject({
      It: 700,
      begins: 1000,
      as: 3000,
      a: 4000,
      very: 4500,
      small: 5000,
    });
    expect(timed.at(-1)).toEqual({ text: 'always', startMs: 6500, endMs: 6800 });
  });

  it.each([
    ['Hindi', HINDI],
    ['Bengali', BENGALI],
  ])('finds the words of %s again, and their danda', (_name, text) => {
    const words = text.split(' ');
    const put = words.with(2, `${words[2]}ा`).with(9, `${words[9]}।`).join(' ');
    expect(timeWords(put, makeWords(text), 12_000)).toEqual(makeWords(put));
  });

  it('spreads another text over the recognised words', () => {
    const timed = timeWords('নদীটি এখানে শুরু হয়', makeWords('The river begins as a small stream here'), 10_000);
    expect(timed[0]!.startMs).toBe(1000);
    expect(timed.at(-1)!.endMs).toBe(8500);
    expect(timed.map(({ text }) => text)).toEqual(['নদীটি', 'এখানে', 'শুরু', 'হয়']);
  });

  it('joins unspoken signs to a word, and spreads a text over silence', () => {
    const transcript = makeWords('one two');
    expect(timeWords('– One — two 🎉', transcript, 4000).map(({ text }) => text)).toEqual([
      '– One —',
      'two 🎉',
    ]);
    expect(timeWords('Nobody  speaks', [], 4000)).toEqual([
      { text: 'Nobody speaks', startMs: 0, endMs: 4000 },
    ]);
    expect(timeWords('🎉', transcript, 4000)).toEqual([{ text: '🎉', startMs: 0, endMs: 4000 }]);
    expect(timeWords(' ', transcript, 4000)).toEqual([]);
  });

  it('preserves every word of any text, in order of time, without overlaps', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c-d', 'it’s', 'नदी।', '–', 'হয়'), { maxLength: 12 });
    fc.assert(
      fc.property(words, words, (transcript, text) => {
        const timed = timeWords(
          text.join(' '),
          transcript.length > 0 ? makeWords(transcript.join(' ')) : [],
          20_000,
        );
        expect(timed.map((word) => word.text).join(' ')).toBe(text.join(' '));
        let free = 0;
        for (const { startMs, endMs } of timed) {
          expect(startMs).toBeGreaterThanOrEqual(free);
          expect(endMs).toBeGreaterThanOrEqual(startMs);
          free = endMs;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is fast for the largest number of words in a file', () => {
    const many = Array.from({ length: 5000 }, (_, i) => `w${i % 700}`);
    const other = many.map((word, i) => (i % 3 === 0 ? 'x' : word));
    const timed = timeWords(other.join(' '), makeWords(many.join(' ')), 9_000_000);
    expect(timed).toHaveLength(5000);
    expect(compareSpeech(many.join(' '), other.join(' '))).toBe('other');
  });
});
