import { describe, expect, it } from 'vitest';
import { withoutShotCrop, withShotCrop } from '#film/framing/shot-crops.ts';
import { MAX_SHOT_CROPS, shotCropsSchema } from '#contract/subjects.ts';
import { shotCropsIn } from '#core/film/subjects.ts';

const SHOT = { startMs: 2000, endMs: 5000 };

describe('the shots that are framed by hand', () => {
  it('the shots that are framed by hand are in order, each once', () => {
    const crops = withShotCrop([{ atMs: 6000, crop: 0.5 }], SHOT, 0.2);
    expect(crops).toEqual([
      { atMs: 2000, crop: 0.2 },
      { atMs: 6000, crop: 0.5 },
    ]);
    // Another scan may have detected other cuts.
    expect(withShotCrop([{ atMs: 2500, crop: 0.1 }], SHOT, 0.9)).toEqual([{ atMs: 2000, crop: 0.9 }]);
    expect(withoutShotCrop(crops, SHOT)).toEqual([{ atMs: 6000, crop: 0.5 }]);
    expect(withoutShotCrop(crops, { startMs: 5000, endMs: Infinity })).toEqual([{ atMs: 2000, crop: 0.2 }]);
  });

  it('the shots that are framed by hand are limited in number for each section', () => {
    const full = Array.from({ length: MAX_SHOT_CROPS }, (_, index) => ({ atMs: 10_000 + index, crop: 0.5 }));
    expect(withShotCrop(full, SHOT, 0.2)).toEqual(full);
    expect(withShotCrop(full, { startMs: 10_000, endMs: 10_001 }, 0.2)[0]).toEqual({
      atMs: 10_000,
      crop: 0.2,
    });
    expect(shotCropsSchema.safeParse(full).success).toBe(true);
    expect(shotCropsSchema.safeParse([...full, { atMs: 20_000, crop: 0.5 }]).success).toBe(false);
  });

  it('render a section only if it, or a transition beside it, shows them', () => {
    const scan = { shotsMs: [10_000, 20_000, 30_000], durationMs: 60_000 };
    const all = [0, 10_000, 20_000, 30_000].map((atMs) => ({ atMs, crop: 0.1 }));
    const shownIn = (startMs: number, endMs: number) =>
      shotCropsIn({ startMs, endMs }, scan, all).map(({ atMs }) => atMs);
    expect(shownIn(14_500, 15_500)).toEqual([10_000]);
    expect(shownIn(18_000, 22_000)).toEqual([10_000, 20_000]);
    expect(shownIn(25_000, 29_000)).toEqual([20_000, 30_000]);
  });
});
