import { describe, expect, it } from 'vitest';
import { isEnough, tooShort, usableMs } from '#film/drafts/material.ts';

const minutes = (...lengths: number[]) => lengths.map((length) => length * 60_000);

describe('usableMs', () => {
  it('counts all of a video of up to a minute', () => {
    expect(usableMs([])).toBe(0);
    expect(usableMs([3_000, 59_500, 60_000])).toBe(122_500);
  });

  it('counts 20 s of each half minute of a longer video', () => {
    expect(usableMs(minutes(10, 5))).toBe(600_000);
    expect(usableMs([90_000, 30_000])).toBe(90_000);
  });

  it('counts at least four sections of a project, and never more than the videos have', () => {
    expect(usableMs([61_000])).toBe(61_000);
    expect(usableMs([75_000])).toBe(75_000);
  });

  // product 17.2
  it('divides 36 sections among long videos', () => {
    expect(usableMs(minutes(60))).toBe(36 * 20_000);
    expect(usableMs(minutes(60, 60, 60))).toBe(36 * 20_000);
    expect(usableMs([...minutes(60), 30_000])).toBeLessThanOrEqual(36 * 20_000 + 30_000);
  });
});

describe('a film of a requested length', () => {
  it('requires that many whole seconds of material', () => {
    expect(isEnough(59_600, 1)).toBe(true);
    expect(isEnough(59_400, 1)).toBe(false);
    expect(isEnough(85_000, 2)).toBe(false);
    expect(isEnough(300_000, 5)).toBe(true);
    expect(isEnough(2_500, 'all')).toBe(true);
    expect(isEnough(2_400, 'all')).toBe(false);
  });

  it('is refused with both lengths and what to do', () => {
    expect(tooShort(85_000, 2)).toBe(
      'These videos have 1:25 of usable material, which is too short for a film of 2 minutes. Choose a shorter film or add videos.',
    );
    expect(tooShort(9_000, 1)).toMatch(/have 0:09 of .* a film of 1 minute\. Choose a shorter film/);
    const hardlyAny =
      'These videos have 0:02 of usable material, and a film needs at least 0:03. Add videos.';
    expect([tooShort(2_000, 1), tooShort(2_000, 'all')]).toEqual([hardlyAny, hardlyAny]);
  });
});
