import { describe, expect, it } from 'vitest';
import type { Finding } from '#contract/film-check.ts';
import { planOf } from '../../../worker/check/plan.ts';
import { judgeLengths } from '../../../worker/check/sources/lengths.ts';
import type { SectionPlace } from '../../../worker/check/sources/picture-shift.ts';
import { filmOf } from '../../helpers/films/planned-film.ts';

/** Returns sections of 4 s and where each was found: shifted by this many ms as a whole, or as specified. */
function placed(...places: (number | null | Partial<SectionPlace>)[]) {
  return places.map((one, index) => {
    const [section] = planOf(...filmOf({}, { startMs: index * 4000 }));
    const shiftMs = typeof one === 'number' ? one : 0;
    const place = {
      startShiftMs: shiftMs,
      endShiftMs: shiftMs,
      missingStartMs: 0,
      missingEndMs: 0,
      lastFoundMs: null,
      ...(typeof one === 'object' && one),
    };
    return {
      section: { ...section!, sectionId: String(index) },
      place: one === null ? null : place,
      soundShiftMs: null as number | null,
    };
  });
}
/** Returns the sections whose length is wrong, and how long each of them is. */
const wrong = (sections: ReturnType<typeof placed>, filmShiftMs = 0, found: Finding[] = []) =>
  judgeLengths(sections, { filmShiftMs, found }).map((finding) =>
    finding.kind === 'wrong-length' ? [finding.sectionId, finding.actualMs] : [finding.kind],
  );

describe('judgeLengths', () => {
  it('finds nothing if everything is in place, or nothing is known', () => {
    expect(wrong(placed(0, 0, 0))).toEqual([]);
    expect(wrong(placed(0, 100, -100), 60)).toEqual([]);
    expect(wrong(placed(null, null, null))).toEqual([]);
    expect(wrong(placed({ startShiftMs: null, endShiftMs: null }, 0))).toEqual([]);
    expect(wrong([])).toEqual([]);
  });

  // product 15.13
  it('finds the section after which the film is early or late', () => {
    expect(wrong(placed(0, -1000, -1000), -1000)).toEqual([['0', 3000]]);
    expect(wrong(placed(0, 0, 500), 500)).toEqual([['1', 4500]]);
    expect(wrong(placed(0, null, -1000), -1000)).toEqual([['1', 3000]]);
  });

  it('finds a last section that ends early or late', () => {
    expect(wrong(placed(0, 0, 0), -1500)).toEqual([['2', 2500]]);
    expect(wrong(placed(null), 700)).toEqual([['0', 4700]]);
  });

  it('finds a section for which its film has less time than its excerpt takes', () => {
    const [section] = planOf(...filmOf({ endMs: 4000 }, { effectiveMs: 3000 }));
    const one = { section: { ...section!, sectionId: '0' }, place: null, soundShiftMs: null };
    expect(wrong([one])).toEqual([['0', 3000]]);
    const fit = { extend: 1, slow: 1.1, freeze: 0.5 };
    const [fitted] = planOf(...filmOf({ endMs: 4000, speed: 2 }, { effectiveMs: 3800, fit }));
    expect(wrong([{ ...one, section: fitted! }])).toEqual([]);
  });

  it('uses the audio if the video is frozen', () => {
    const sections = (...shifts: (number | null)[]) =>
      placed(null, null, null).map((one, index) => ({ ...one, soundShiftMs: shifts[index]! }));
    expect(wrong(sections(0, null, -1000), -1000)).toEqual([['1', 3000]]);
    expect(wrong(sections(0, -1000, -1000), -1000)).toEqual([['0', 3000]]);
    // Only the audio is late.
    expect(wrong(sections(300, 300, 300))).toEqual([]);
  });

  it('finds a section that is played faster', () => {
    expect(wrong(placed(0, { startShiftMs: 0, endShiftMs: -800 }, -1000), -1000)).toEqual([['1', 3000]]);
  });

  it('finds two sections, one too long and one too short', () => {
    expect(wrong(placed(0, -1000, 0), 0)).toEqual([
      ['0', 3000],
      ['1', 5000],
    ]);
  });

  it('reports the section whose beginning is missing', () => {
    expect(wrong(placed(-600, -600), -600)).toEqual([['0', 3400]]);
    expect(wrong(placed({ lastFoundMs: 3800 }, -1000), -1000)).toEqual([['1', 3000]]);
    expect(wrong(placed({ lastFoundMs: 2900 }, -1000), -1000)).toEqual([['0', 3000]]);
  });

  it('finds a missing end in a film of the right length', () => {
    expect(wrong(placed(0, { missingEndMs: 1200 }, 0))).toEqual([['1', 2800]]);
    expect(wrong(placed(0, { missingEndMs: 0, missingStartMs: 1000 }, 0))).toEqual([['1', 3000]]);
    expect(wrong(placed(0, { missingEndMs: 400 }, 0))).toEqual([]);
    const black = { kind: 'black', severity: 'fault', startMs: 6000, endMs: 8000, sectionId: '1' } as const;
    expect(wrong(placed(0, { missingEndMs: 1200 }, 0), 0, [black])).toEqual([]);
  });
});
