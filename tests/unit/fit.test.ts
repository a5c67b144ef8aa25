import { describe, expect, it } from 'vitest';
import {
  effectiveLength,
  MAX_SLOW,
  MAX_TEMPO,
  pictureFrames,
  planFit,
  type FitInput,
} from '#node/film/fit.ts';
import { fitInside } from '#node/film/size.ts';
import { framesToSamples } from '#node/film/timing.ts';

const input = (more: Partial<FitInput>): FitInput => ({
  sectionMs: 5000,
  narrationMs: null,
  availableAfterMs: 0,
  frameRate: 30,
  ...more,
});

describe('planFit', () => {
  it('leaves a section without narration at its own length in whole frames', () => {
    expect(planFit(input({ sectionMs: 5010 }))).toMatchObject({
      effectiveFrames: 150,
      effectiveMs: 5000,
      applied: [],
    });
    expect(planFit(input({ sectionMs: 5 })).effectiveFrames).toBe(1);
  });

  it('leaves the picture as it is when the narration fits', () => {
    expect(planFit(input({ narrationMs: 4700 }))).toMatchObject({
      effectiveFrames: 150,
      tempo: 1,
      applied: [],
    });
  });

  it('takes the least visible means first', () => {
    const steps = (narrationMs: number, availableAfterMs = 1000) =>
      planFit(input({ narrationMs, availableAfterMs })).applied;
    expect(steps(5500)).toEqual(['tempo']);
    expect(steps(6500)).toEqual(['tempo', 'extend']);
    expect(steps(7600)).toEqual(['tempo', 'extend', 'slow']);
    expect(steps(20_000)).toEqual(['tempo', 'extend', 'slow', 'freeze']);
    expect(steps(20_000, 0)).toEqual(['tempo', 'slow', 'freeze']);
  });

  it('stands a still for as long as its narration lasts at its own speed', () => {
    const plan = planFit(input({ sectionMs: 3000, narrationMs: 8000, still: true }));
    expect(plan).toMatchObject({ tempo: 1, slow: 1, effectiveMs: 8300, applied: ['freeze'] });
  });

  it('never cuts a narration, never slows it, never shortens a section, and accounts for every frame', () => {
    let seed = 7;
    const random = (to: number) => (seed = (seed * 48_271) % 2_147_483_647) % to;
    for (let i = 0; i < 3000; i++) {
      const given = input({
        sectionMs: 1 + random(20_000),
        narrationMs: 1 + random(60_000),
        availableAfterMs: random(3) * random(5000),
        frameRate: [24, 25, 30, 60][random(4)]!,
        still: random(5) === 0,
      });
      const plan = planFit(given);
      const exactMs = (plan.effectiveFrames * 1000) / given.frameRate;
      expect(exactMs).toBeGreaterThanOrEqual(150 + given.narrationMs! / plan.tempo - 0.001);
      expect(exactMs).toBeGreaterThanOrEqual(given.sectionMs - 500 / given.frameRate - 0.001);
      expect(plan.tempo).toBeGreaterThanOrEqual(1);
      expect(plan.tempo).toBeLessThanOrEqual(MAX_TEMPO);
      expect(plan.slow).toBeLessThanOrEqual(MAX_SLOW);
      expect(plan.extendMs).toBeLessThanOrEqual(given.availableAfterMs);
      const moving = pictureFrames(given.sectionMs, plan, given.frameRate);
      expect(moving + Math.round((plan.freezeMs * given.frameRate) / 1000)).toBe(plan.effectiveFrames);
      expect(effectiveLength(given)).toBe(plan.effectiveMs);
    }
  });
});

describe('framesToSamples', () => {
  it('refuses a rate that would drift', () => {
    expect(framesToSamples(7, 30)).toBe(11_200);
    expect(() => framesToSamples(7, 29.97)).toThrow(RangeError);
  });
});

describe('fitInside', () => {
  const film = { width: 1920, height: 1080 };
  it('keeps the shape, in even pixels', () => {
    expect(fitInside({ width: 640, height: 480 }, film)).toEqual({ width: 1440, height: 1080 });
    expect(fitInside({ width: 720, height: 1280 }, film)).toEqual({ width: 608, height: 1080 });
    expect(fitInside({ width: 2560, height: 1080 }, film)).toEqual({ width: 1920, height: 810 });
  });
  it('fills the box when nobody could see the difference', () => {
    expect(fitInside({ width: 854, height: 480 }, film)).toEqual(film);
    expect(fitInside({ width: 1922, height: 1080 }, film)).toEqual(film);
  });
});
