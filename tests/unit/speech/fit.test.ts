import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUALITIES } from '#contract/primitives.ts';
import { ASPECTS } from '#contract/shapes.ts';
import { estimatedLengthMs, MAX_SPEED, MAX_TEMPO } from '#film/time/section-length.ts';
import { excerptSchema } from '#contract/excerpt.ts';
import {
  MAX_SLOW,
  NO_ROOM,
  pictureFrames,
  planFit,
  roomAfter,
  type FitInput,
  voiceSpeed,
} from '#film/time/fit.ts';
import { filmSize, fitInside } from '#film/framing/size.ts';
import { framesToSamples } from '#film/time/timing.ts';

/** Returns the start of a video, up to this time in ms. */
const first = (endMs: number) => excerptSchema.parse({ startMs: 0, endMs });
const input = (more: Partial<FitInput>): FitInput => ({
  sectionMs: 5000,
  narration: null,
  room: NO_ROOM,
  frameRate: 30,
  ...more,
});
/** Returns a narration of this length at normal pace, recorded at the speed that the section needs. */
const recorded = (ownMs: number, sectionMs = 5000) => {
  const speed = voiceSpeed(ownMs, { excerpt: first(sectionMs), still: false });
  return { durationMs: Math.round(ownMs / speed), speed };
};

describe('voiceSpeed', () => {
  const speed = (ownMs: number, sectionMs: number, still = false) =>
    voiceSpeed(ownMs, { excerpt: first(sectionMs), still });
  it('requests no more speed than needed, up to 1.1, and none for a still', () => {
    expect(speed(4700, 5000)).toBe(1);
    expect(speed(4900, 5000)).toBe(1.06);
    expect(speed(9000, 5000, true)).toBe(1);
    expect(speed(9000, 5000)).toBe(1.1);
    expect(speed(9000, 100)).toBe(1.1);
  });
});

describe('planFit', () => {
  it('leaves a section without narration at its own length, in whole frames', () => {
    expect(planFit(input({ sectionMs: 5010 }))).toMatchObject({
      effectiveFrames: 150,
      effectiveMs: 5000,
      applied: [],
    });
    expect(planFit(input({ sectionMs: 5 })).effectiveFrames).toBe(1);
  });

  it('leaves the video unchanged if the narration fits', () => {
    const plan = planFit(input({ narration: recorded(4700) }));
    expect(plan).toMatchObject({ effectiveFrames: 150, speed: 1, tempo: 1, applied: [] });
  });

  it('uses the least visible means first', () => {
    const steps = (ownMs: number, availableMs = 1000) =>
      planFit(input({ narration: recorded(ownMs), room: { availableMs, leastMs: 0 } })).applied;
    expect(steps(5000)).toEqual(['speed']);
    expect(steps(6000)).toEqual(['speed', 'tempo']);
    expect(steps(6600)).toEqual(['speed', 'tempo', 'extend']);
    expect(steps(8300)).toEqual(['speed', 'tempo', 'extend', 'slow']);
    expect(steps(20_000)).toEqual(['speed', 'tempo', 'extend', 'slow', 'freeze']);
    expect(steps(20_000, 0)).toEqual(['speed', 'tempo', 'slow', 'freeze']);
  });

  it('shows no fraction of a foreign shot', () => {
    const narration = recorded(6400);
    const after = (leastMs: number) => planFit(input({ narration, room: { availableMs: 4000, leastMs } }));
    expect(after(0).applied).toContain('extend');
    expect(after(1000).applied).not.toContain('extend');
    const long = planFit(input({ narration: recorded(9000), room: { availableMs: 4000, leastMs: 1000 } }));
    expect(long.extendMs).toBeGreaterThanOrEqual(1000);
  });

  // product 4.71
  it('shows a still as long as its narration, and never for no time', () => {
    const still = { sectionMs: 3000, still: true };
    const plan = planFit(input({ ...still, narration: { durationMs: 8000, speed: 1 } }));
    expect(plan).toMatchObject({ tempo: 1, slow: 1, effectiveMs: 8300, applied: [] });
    expect(planFit(input({ ...still, narration: { durationMs: 900, speed: 1 } })).effectiveMs).toBe(3000);
  });

  it('never cuts a narration, never slows it, never shortens a section, and accounts for every frame', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60_000 }),
        fc.integer({ min: 1, max: 120_000 }),
        fc.record({ availableMs: fc.integer({ min: 0, max: 9000 }), leastMs: fc.constantFrom(0, 1000) }),
        fc.constantFrom(24, 25, 30, 60),
        fc.boolean(),
        (sectionMs, ownMs, room, frameRate, still) => {
          const narration = still ? { durationMs: ownMs, speed: 1 } : recorded(ownMs, sectionMs);
          const plan = planFit({ sectionMs, narration, room, frameRate, still });
          const exactMs = (plan.effectiveFrames * 1000) / frameRate;
          expect(exactMs).toBeGreaterThanOrEqual(150 + narration.durationMs / plan.tempo - 0.001);
          expect(exactMs).toBeGreaterThanOrEqual(sectionMs - 500 / frameRate - 0.001);
          expect(plan.speed).toBeGreaterThanOrEqual(1);
          expect(plan.speed).toBeLessThanOrEqual(MAX_SPEED);
          expect(plan.tempo).toBeGreaterThanOrEqual(1);
          expect(plan.tempo).toBeLessThanOrEqual(MAX_TEMPO);
          expect(plan.slow).toBeLessThanOrEqual(MAX_SLOW);
          expect(plan.extendMs).toBeLessThanOrEqual(room.availableMs);
          if (still) return;
          const moving = pictureFrames(sectionMs, plan, frameRate);
          expect(moving + Math.round((plan.freezeMs * frameRate) / 1000)).toBe(plan.effectiveFrames);
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe('roomAfter', () => {
  const scan = { shotsMs: [4000, 9000], durationMs: 12_000 };
  it('ends at the next cut, or at the end of the video', () => {
    expect(roomAfter(first(2500), scan)).toEqual({ availableMs: 1500, leastMs: 0 });
    expect(roomAfter(first(10_000), scan)).toEqual({ availableMs: 2000, leastMs: 0 });
    expect(roomAfter(first(12_000), scan)).toEqual({ availableMs: 0, leastMs: 0 });
  });
  it('uses the whole next shot, or nothing from it, after an out point on a cut', () => {
    expect(roomAfter(first(4000), scan)).toEqual({ availableMs: 5000, leastMs: 1000 });
    expect(roomAfter(first(3980), scan)).toEqual({ availableMs: 5020, leastMs: 1000 });
  });
});

describe('framesToSamples', () => {
  it('refuses a rate that would drift', () => {
    expect(framesToSamples(7, 30)).toBe(11_200);
    expect(() => framesToSamples(7, 29.97)).toThrow(RangeError);
  });
});

describe('filmSize', () => {
  // product 4.81
  it('supports vertical and square films', () => {
    expect(filmSize('1080p', '16:9')).toMatchObject({ width: 1920, height: 1080 });
    expect(filmSize('720p', '9:16')).toMatchObject({ width: 720, height: 1280 });
    expect(filmSize('4k', '1:1')).toMatchObject({ width: 2160, height: 2160 });
    expect(filmSize('1080p', '4:5')).toMatchObject({ width: 1080, height: 1350 });
  });

  // product 4.81
  it.each(ASPECTS)('has even pixels, which colours require, in %s', (aspect) => {
    const sides = QUALITIES.flatMap((quality) => {
      const { width, height } = filmSize(quality, aspect);
      return [width, height];
    });
    expect(sides.filter((side) => side % 2 !== 0)).toEqual([]);
  });
});

describe('fitInside', () => {
  const film = { width: 1920, height: 1080 };
  it('preserves the aspect ratio, in even pixels', () => {
    expect(fitInside({ width: 640, height: 480 }, film)).toEqual({ width: 1440, height: 1080 });
    expect(fitInside({ width: 720, height: 1280 }, film)).toEqual({ width: 608, height: 1080 });
    expect(fitInside({ width: 2560, height: 1080 }, film)).toEqual({ width: 1920, height: 810 });
  });
  it('fills the box if the difference would be invisible', () => {
    expect(fitInside({ width: 854, height: 480 }, film)).toEqual(film);
    expect(fitInside({ width: 1922, height: 1080 }, film)).toEqual(film);
  });
});

it('estimates the length of a section like a plan of its narration', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60_000 }),
      fc.option(fc.integer({ min: 0, max: 900 }), { nil: null }),
      fc.boolean(),
      (sectionMs, characters, still) => {
        const text = characters === null ? null : 'a'.repeat(characters);
        const durationMs = Math.round(((characters ?? 0) / 14) * 1000);
        const narration = text === null ? null : { durationMs, speed: 1 };
        expect(estimatedLengthMs({ excerpt: first(sectionMs), text, still })).toBe(
          planFit({ sectionMs, narration, room: NO_ROOM, frameRate: 30, still }).effectiveMs,
        );
      },
    ),
  );
});
