import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutsSchema } from '#contract/cuts.ts';
import { withCuts } from '#film/time/cuts.ts';
import type { Section } from '#contract/sections.ts';
import { FILLERS, findRemovals, planCuts } from '../../../client/src/features/edit/section/fillers.ts';

const section = (cuts: Section['cuts'] = []) => ({ startTime: 0, endTime: 60, cuts }) as unknown as Section;
/** Returns words with their starts and ends in seconds. */
const makeWords = (...words: [text: string, start: number, end: number][]) =>
  words.map(([text, start, end]) => ({ text, start, end, confidence: 1 }));
/** All audio between the words is silent. */
const SILENCES = [{ startMs: 0, endMs: 60_000 }];
const OPTIONS = { fillers: FILLERS.en, pauseMs: 800, silences: SILENCES };
const removalsIn = (
  words: ReturnType<typeof makeWords>,
  options: Parameters<typeof findRemovals>[2] = OPTIONS,
) =>
  findRemovals(section(), words, options).map(({ kind, text, part }) => [
    kind,
    text,
    part.startMs,
    part.endMs,
  ]);

describe('fillers', () => {
  // product 19.7
  it('fillers are found in any case and punctuation, including the pause after them', () => {
    const words = makeWords(
      ['So', 0, 0.3],
      ['Um,', 0.5, 0.9],
      ['You', 1.4, 1.5],
      ['know,', 1.5, 1.8],
      ['it', 1.9, 2],
    );
    expect(removalsIn(words, { ...OPTIONS, pauseMs: null })).toEqual([
      ['filler', 'Um,', 500, 1350],
      ['filler', 'You know,', 1400, 1850],
    ]);
  });

  it('fillers are not found inside other words or in incomplete phrases', () => {
    const words = makeWords(['umbrella', 0, 0.5], ['you', 0.6, 0.7], ['see', 0.7, 0.9], ['error', 1, 1.4]);
    expect(removalsIn(words, { ...OPTIONS, pauseMs: null })).toEqual([]);
  });

  // product 19.7
  it.each([
    ['hi', 'मतलब'],
    ['bn', 'মানে,'],
  ] as const)('are found in %s', (language, filler) => {
    const words = makeWords(['नदी', 0, 0.4], [filler, 0.5, 0.8], ['নদী', 0.9, 1.2]);
    expect(removalsIn(words, { ...OPTIONS, fillers: FILLERS[language], pauseMs: null })).toEqual([
      ['filler', filler, 500, 850],
    ]);
  });

  // product 19.7
  it('fillers have the words around them, and are marked if they may be ordinary speech', () => {
    const text = 'Do you know the answer My 35 mm lens knows what I mean um';
    const words = makeWords(
      ...text.split(' ').map((word, at): [string, number, number] => [word, at, at + 0.9]),
    );
    const removals = findRemovals(section(), words, { ...OPTIONS, pauseMs: null }).map(
      ({ text: filler, before, after, isOrdinary }) => [before, filler, after, isOrdinary],
    );
    expect(removals).toEqual([
      ['Do', 'you know', 'the answer My', true],
      ['answer My 35', 'mm', 'lens knows what', true],
      ['lens knows what', 'I mean', 'um', true],
      ['what I mean', 'um', '', false],
    ]);
  });

  // product 19.7
  it('fillers do not remove the pause after them from the list if they may be ordinary speech', () => {
    const words = makeWords(
      ['So', 0, 0.3],
      ['you', 0.4, 0.6],
      ['know', 0.6, 1],
      ['it', 3, 58],
      ['is', 58, 60],
    );
    expect(removalsIn(words)).toEqual([
      ['filler', 'you know', 400, 2950],
      ['pause', '', 1150, 2900],
    ]);
  });

  it('fillers are not found again after they are cut', () => {
    const words = makeWords(['So', 0, 0.3], ['um', 0.5, 0.9], ['it', 1.9, 2]);
    const cuts = findRemovals(section(), words, OPTIONS).map(({ part }) => part);
    expect(findRemovals(section(cuts), words, OPTIONS)).toEqual([]);
  });
});

describe('pauses', () => {
  const words = makeWords(['The', 0.2, 0.5], ['river', 1.3, 1.8], ['begins', 2.59, 3], ['here', 6, 59.9]);

  // product 19.7
  it('pauses are found from the minimum length on, and leave a breath', () => {
    expect(removalsIn(words)).toEqual([
      ['pause', '', 650, 1200],
      ['pause', '', 3150, 5900],
    ]);
    expect(removalsIn(words, { ...OPTIONS, pauseMs: 3000 })).toEqual([['pause', '', 3150, 5900]]);
    expect(removalsIn(words, { ...OPTIONS, pauseMs: null })).toEqual([]);
  });

  it('pauses are not found again after they are cut', () => {
    const cuts = [{ startMs: 3150, endMs: 5900 }];
    expect(findRemovals(section(cuts), words, OPTIONS)).toHaveLength(1);
  });

  // product 19.7
  it('pauses are also found before the first word and after the last one, but not without words', () => {
    const late = makeWords(['The', 10, 10.5], ['river', 10.6, 11], ['begins', 11, 20]);
    expect(removalsIn(late)).toEqual([
      ['pause', '', 0, 9900],
      ['pause', '', 20_150, 60_000],
    ]);
    const cuts = findRemovals(section(), late, OPTIONS).map(({ part }) => part);
    expect(findRemovals(section(cuts), late, OPTIONS)).toEqual([]);
    expect(removalsIn([])).toEqual([]);
  });

  // product 19.7
  it('pauses have their whole length and the words around them', () => {
    const [first] = findRemovals(section(), words, OPTIONS);
    expect(first).toMatchObject({ pauseMs: 800, before: 'The', after: 'river begins here' });
  });
});

describe('gaps with sound', () => {
  const words = makeWords(['The', 0, 0.5], ['river', 13, 13.5], ['begins', 13.6, 60]);
  const inGap = (silences?: { startMs: number; endMs: number }[], pauseMs = 800) =>
    findRemovals(section(), words, { fillers: [], pauseMs, silences }).map((one) => [
      one.kind,
      one.part.startMs,
      one.part.endMs,
      one.pauseMs,
      one.isOrdinary,
    ]);

  // product 19.7
  it('gaps with sound are not pauses, and are marked as optional', () => {
    expect(inGap([])).toEqual([['wordless', 650, 12_900, 12_500, true]]);
    expect(inGap([], 20_000)).toEqual([]);
  });

  // product 19.7
  it('gaps with sound are not pauses if the audio was not measured', () => {
    expect(inGap()).toEqual([['wordless', 650, 12_900, 12_500, true]]);
  });

  // product 19.7
  it('gaps with sound are listed apart from the surrounding silence, of which a breath stays', () => {
    const laughter = [
      { startMs: 700, endMs: 3000 },
      { startMs: 9000, endMs: 12_800 },
    ];
    expect(inGap(laughter)).toEqual([
      ['pause', 700, 2900, 2500, false],
      ['wordless', 3000, 9000, 6000, true],
      ['pause', 9150, 12_800, 4000, false],
    ]);
  });

  it('gaps with sound are not listed if they are clicks or belong to a word', () => {
    const clicks = [
      { startMs: 800, endMs: 4000 },
      { startMs: 4100, endMs: 12_700 },
    ];
    expect(inGap(clicks)).toEqual([['pause', 800, 12_700, 12_500, false]]);
  });

  // product 19.7
  it('gaps with sound are not removed with a filler, unlike silence', () => {
    const filler = makeWords(['So', 0, 0.3], ['um', 0.5, 0.9], ['it', 6, 60]);
    const parts = (silences: { startMs: number; endMs: number }[]) =>
      findRemovals(section(), filler, { ...OPTIONS, silences }).map(({ kind, part }) => [
        kind,
        part.startMs,
        part.endMs,
      ]);
    expect(parts([])).toEqual([
      ['filler', 500, 900],
      ['wordless', 1050, 5900],
    ]);
    expect(parts([{ startMs: 950, endMs: 2000 }])).toEqual([
      ['filler', 500, 2000],
      ['wordless', 2000, 5900],
    ]);
    expect(parts([{ startMs: 950, endMs: 6000 }])).toEqual([['filler', 500, 5950]]);
  });
});

describe('selected removals', () => {
  const makeSection = (facts: Partial<Section>) =>
    ({ startTime: 0, endTime: 10, cuts: [], media: 'video', speed: 1, ...facts }) as unknown as Section;
  const removal = (startMs: number, endMs: number) => {
    const words = makeWords(
      ['So', startMs / 1000 - 0.1, startMs / 1000],
      ['um', startMs / 1000, endMs / 1000],
    );
    return { ...findRemovals(section(), words, { ...OPTIONS, pauseMs: null })[0]! };
  };

  // product 19.8
  it('saves its duration in the film, which is half of it at twice the speed', () => {
    const removals = [removal(2000, 3000), removal(4000, 5000)];
    const slow = makeSection({});
    const fast = makeSection({ speed: 2 });
    expect(planCuts([{ section: slow, removals }]).savedMs).toBe(2000);
    const plan = planCuts([
      { section: fast, removals },
      { section: slow, removals: [] },
    ]);
    expect(plan).toMatchObject({ savedMs: 1000, leftOut: [] });
    expect(plan.cuts).toEqual([{ section: fast, cuts: removals.map(({ part }) => part) }]);
  });

  // product 19.8
  it('skips only sections that would be too short or have too many cuts', () => {
    const short = makeSection({ endTime: 1.4 });
    const long = makeSection({ endTime: 2000 });
    const full = makeSection({
      endTime: 2000,
      cuts: Array.from({ length: 500 }, (_, at) => ({ startMs: 5000 + at * 1000, endMs: 5500 + at * 1000 })),
    });
    const removals = [removal(300, 1300)];
    const plan = planCuts([short, long, full].map((one) => ({ section: one, removals })));
    expect(plan.cuts.map(({ section: one }) => one)).toEqual([long]);
    expect(plan.leftOut).toEqual([
      { section: short, why: 'short' },
      { section: full, why: 'many' },
    ]);
    expect([plan.removals.length, plan.savedMs]).toEqual([1, 1000]);
  });
});

// product 19.7
it('never cuts into a word that stays, for any words and times', () => {
  const word = fc.record({
    text: fc.constantFrom('um', 'uh', 'you', 'know', 'river', 'I', 'mean', 'the'),
    pause: fc.integer({ min: 0, max: 2000 }),
    length: fc.integer({ min: 60, max: 900 }),
  });
  const pauses = fc.integer({ min: 300, max: 2000 });
  const silent = fc.option(
    fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 300, max: 2000 }))),
    { nil: undefined },
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), pauses, silent, (wordList, pauseMs, lengths) => {
      let at = 0;
      let until = 0;
      const silences = lengths?.map(([sound, length]) => {
        const startMs = until + sound;
        until = startMs + length;
        return { startMs, endMs: until };
      });
      const words = wordList.map(({ text, pause, length }) => {
        const start = at + pause;
        at = start + length;
        return { text, start: start / 1000, end: at / 1000, confidence: 1 };
      });
      const removals = findRemovals(section(), words, { fillers: FILLERS.en, pauseMs, silences });
      const parts = removals.map(({ part }) => part);
      const cuts = withCuts([], parts);
      expect(cutsSchema.safeParse(cuts).success).toBe(true);
      const touched = words.filter(({ start, end }) =>
        cuts.some((cut) => start * 1000 < cut.endMs && end * 1000 > cut.startMs),
      );
      expect(touched.filter(({ text }) => text === 'river' || text === 'the')).toEqual([]);
      const remainingRemovals = findRemovals(section(cuts), words, {
        fillers: FILLERS.en,
        pauseMs,
        silences,
      });
      expect(remainingRemovals.length).toBeLessThanOrEqual(removals.length);
    }),
  );
});
