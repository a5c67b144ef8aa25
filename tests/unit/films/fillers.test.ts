import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutsSchema, withCuts } from '#contract/cuts.ts';
import type { Section } from '#contract/sections.ts';
import { FILLERS, findRemovals } from '../../../client/src/features/edit/section/fillers.ts';

const section = (cuts: Section['cuts'] = []) => ({ startTime: 0, endTime: 60, cuts }) as unknown as Section;
/** Words with their starts and ends in seconds. */
const said = (...words: [text: string, start: number, end: number][]) =>
  words.map(([text, start, end]) => ({ text, start, end, confidence: 1 }));
const WANTED = { fillers: FILLERS.en, pauseMs: 800 };
const found = (words: ReturnType<typeof said>, wanted: Parameters<typeof findRemovals>[2] = WANTED) =>
  findRemovals(section(), words, wanted).map(({ kind, text, part }) => [
    kind,
    text,
    part.startMs,
    part.endMs,
  ]);

describe('fillers', () => {
  it('are words and phrases of the list, in any case and punctuation, with the pause after them', () => {
    const words = said(
      ['So', 0, 0.3],
      ['Um,', 0.5, 0.9],
      ['You', 1.4, 1.5],
      ['know,', 1.5, 1.8],
      ['it', 1.9, 2],
    );
    expect(found(words)).toEqual([
      ['filler', 'Um,', 500, 1350],
      ['filler', 'You know,', 1400, 1850],
    ]);
  });

  it('are no part of other words, and no phrase that is said in part', () => {
    expect(
      found(said(['umbrella', 0, 0.5], ['you', 0.6, 0.7], ['see', 0.7, 0.9], ['error', 1, 1.4])),
    ).toEqual([]);
  });

  it.each([
    ['hi', 'मतलब'],
    ['bn', 'মানে,'],
  ] as const)('are known in %s', (language, filler) => {
    const words = said(['नदी', 0, 0.4], [filler, 0.5, 0.8], ['নদী', 0.9, 1.2]);
    expect(found(words, { fillers: FILLERS[language], pauseMs: null })).toEqual([
      ['filler', filler, 500, 850],
    ]);
  });

  it('that are cut already are not found again', () => {
    const words = said(['So', 0, 0.3], ['um', 0.5, 0.9], ['it', 1.9, 2]);
    const cuts = findRemovals(section(), words, WANTED).map(({ part }) => part);
    expect(findRemovals(section(cuts), words, WANTED)).toEqual([]);
  });
});

describe('pauses', () => {
  const words = said(['The', 0.2, 0.5], ['river', 1.3, 1.8], ['begins', 2.59, 3], ['here', 6, 6.4]);

  it('are found from their least length on, and a breath of each stays', () => {
    expect(found(words)).toEqual([
      ['pause', '', 650, 1200],
      ['pause', '', 3150, 5900],
    ]);
    expect(found(words, { ...WANTED, pauseMs: 3000 })).toEqual([['pause', '', 3150, 5900]]);
    expect(found(words, { ...WANTED, pauseMs: null })).toEqual([]);
  });

  it('that are cut already are not found again', () => {
    const cuts = [{ startMs: 3150, endMs: 5900 }];
    expect(findRemovals(section(cuts), words, WANTED)).toHaveLength(1);
  });
});

it('takes nothing out of a word that stays, whatever the words and their times', () => {
  const word = fc.record({
    text: fc.constantFrom('um', 'uh', 'you', 'know', 'river', 'I', 'mean', 'the'),
    pause: fc.integer({ min: 0, max: 2000 }),
    length: fc.integer({ min: 60, max: 900 }),
  });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), fc.integer({ min: 300, max: 2000 }), (made, pauseMs) => {
      let at = 0;
      const words = made.map(({ text, pause, length }) => {
        const start = at + pause;
        at = start + length;
        return { text, start: start / 1000, end: at / 1000, confidence: 1 };
      });
      const removals = findRemovals(section(), words, { fillers: FILLERS.en, pauseMs });
      const parts = removals.map(({ part }) => part);
      const cuts = withCuts([], parts);
      expect(cutsSchema.safeParse(cuts).success).toBe(true);
      const touched = words.filter(({ start, end }) =>
        cuts.some((cut) => start * 1000 < cut.endMs && end * 1000 > cut.startMs),
      );
      expect(touched.filter(({ text }) => text === 'river' || text === 'the')).toEqual([]);
      expect(findRemovals(section(cuts), words, { fillers: FILLERS.en, pauseMs }).length).toBeLessThanOrEqual(
        removals.length,
      );
    }),
  );
});
