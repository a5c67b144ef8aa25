import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAPTION_SIZES, PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { captionShape, lookOf } from '#film/captions/caption-look.ts';
import { drawnWidth } from '#film/captions/caption-lines.ts';
import { makeCues } from '#film/captions/cues.ts';
import { generatedInputs } from '../../helpers/tier.ts';

const TALL = { width: 1080, height: 1920 };
const PORTRAIT = { width: 1080, height: 1350 };
const WIDE = { width: 1920, height: 1080 };

const timedWords = (text: string, eachMs = 350) =>
  text.split(' ').map((word, at) => ({ text: word, startMs: at * eachMs, endMs: (at + 1) * eachMs }));
const linesOf = (text: string, picture = TALL, look = {}) =>
  makeCues(timedWords(text), 60_000, { ...PLAIN_CAPTIONS, ...look, ...picture }).map(({ lines }) => lines);
const counts = (text: string) => text.split(' ').length;

describe('lines of captions in a vertical film', () => {
  const TEXTS = [
    'The river begins as a small stream, and in the spring the snow melts.',
    'নদীটি একটি ছোট স্রোত হিসেবে শুরু হয়, আর বসন্তে ক্ষুদ্র বরফ গলে যায়।',
    'नदी एक छोटी धारा के रूप में शुरू होती है, और वसंत में बर्फ पिघलती है।',
  ];
  // product 21.9
  it.each(TEXTS)('lines of captions in a vertical film have three to five words: %s', (text) => {
    for (const picture of [TALL, PORTRAIT]) {
      const cues = linesOf(text, picture);
      expect(cues.flat().join(' ')).toBe(text);
      for (const line of cues.flat())
        expect([line, counts(line) >= 3 && counts(line) <= 5]).toEqual([line, true]);
    }
  });

  // product 21.9
  it('never have a lone word or one of two, however many a sentence has', () => {
    for (let count = 3; count <= 40; count += 1) {
      const text = `${'stone '.repeat(count - 1)}end.`;
      expect([count, Math.min(...linesOf(text).flat().map(counts)) >= 3]).toEqual([count, true]);
    }
  });

  // product 21.9
  it('lines of captions in a vertical film end at the end of a clause if the words allow it', () => {
    const cues = linesOf('When the snow melts, the river rises over the old stones of the bridge.');
    expect(cues).toEqual([
      ['When the snow melts,'],
      ['the river rises over the', 'old stones of the bridge.'],
    ]);
  });

  // product 21.9
  it('join a short sentence with its neighbour', () => {
    expect(linesOf('Yes. The river begins here.')).toEqual([['Yes. The river begins here.']]);
  });

  // product 21.9
  it('lines of captions in a vertical film are shown while their words are spoken', () => {
    const words = timedWords('The river begins as a small stream and then it runs down to the wide sea.');
    const cues = makeCues(words, 60_000, { ...PLAIN_CAPTIONS, ...TALL });
    let at = 0;
    for (const { startMs, lines } of cues) {
      expect(startMs).toBe(words[at]!.startMs);
      at += counts(lines.join(' '));
    }
    expect(at).toBe(words.length);
  });

  // product 21.9
  it('lines keep every word in order, fit into the picture, and have at most five words', () => {
    const word = fc.constantFrom(
      'so',
      'rivers',
      'extraordinary,',
      'WWWWWWWW',
      'valley.',
      'নদীটি',
      'ক্ষত্রিয়,',
      'सेतु।',
      'x'.repeat(90),
    );
    const look = fc.record({
      captionSize: fc.constantFrom(...CAPTION_SIZES),
      ground: fc.constantFrom('lines' as const, 'pill' as const),
      pauses: fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 5 }),
    });
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 60 }),
        look,
        (words, { captionSize, ground, pauses }) => {
          let at = 0;
          const timed = words.map((text, index) => {
            const startMs = at;
            at += 300 + pauses[index % pauses.length]!;
            return { text, startMs, endMs: startMs + 300 };
          });
          const style = { ...PLAIN_CAPTIONS, captionSize, ...lookOf(ground, true) };
          const cues = makeCues(timed, at + 60_000, { ...style, ...TALL });
          const { size, side } = captionShape(style, TALL);
          expect(
            cues
              .flatMap(({ lines }) => lines)
              .join('')
              .replaceAll(' ', ''),
          ).toBe(words.join(''));
          for (const { lines } of cues) {
            expect(lines.length).toBeLessThanOrEqual(2);
            for (const line of lines) {
              expect(counts(line)).toBeLessThanOrEqual(5);
              expect(drawnWidth(line) * size).toBeLessThanOrEqual(TALL.width - 2 * side + 0.01);
            }
          }
        },
      ),
      { numRuns: generatedInputs(200) },
    );
  });
});

describe('lines of captions in other films', () => {
  const text = 'In the spring the snow melts, and the river carries it down to the valley.';
  // product 21.9
  it('lines of captions in other films are as long as those of a track', () => {
    const track = makeCues(timedWords(text), 60_000).map(({ lines }) => lines);
    expect(linesOf(text, WIDE)).toEqual(track);
    expect(linesOf(text, WIDE, lookOf('pill', true))).toEqual(track);
    expect(counts(track[0]![0]!)).toBeGreaterThan(5);
  });

  // product 21.9
  it('fit into a square picture if they are highlighted', () => {
    const square = { width: 1080, height: 1080 };
    const look = { ...PLAIN_CAPTIONS, ...lookOf('lines', true) };
    const { size, side } = captionShape(look, square);
    for (const line of linesOf(text.toUpperCase(), square, look).flat()) {
      expect(drawnWidth(line) * size).toBeLessThanOrEqual(1080 - 2 * side);
    }
  });
});
