import { describe, expect, it } from 'vitest';
import { stepsOf } from '../../../worker/subjects/find-faces.ts';
import { decodeFaces, type FoundPlace, PLACE_COUNT } from '../../../worker/subjects/decode-faces.ts';

/**
 * The index of a grid cell that a face fills exactly: the cell has 64 pixels and is in the third column and
 * the second row.
 */
const PLACE = 3600 + 600 + (10 * 1 + 2) * 2;

describe('the faces that a model finds in a frame', () => {
  it('the faces that a model finds in a frame are at the positions in its grid', () => {
    expect(PLACE_COUNT).toBe(4420);
    expect(decodeFaces([[PLACE, 0.9, 0, 0, 0, 0]])).toEqual([
      { x: 80 / 320, y: 48 / 240, width: 64 / 320, height: 0.2667 },
    ]);
    // Moved right by half of the cell, and larger by half.
    const [moved] = decodeFaces([[PLACE, 0.9, 5, 0, Math.log(1.5) / 0.2, 0]]);
    expect(moved).toMatchObject({ x: 112 / 320, width: 96 / 320 });
  });

  it('returns each face once, however many cells find it, the largest first', () => {
    const small: FoundPlace = [0, 0.99, 0, 0, 0, 0];
    const foundPlaces: FoundPlace[] = [
      small,
      [PLACE, 0.8, 0.1, 0.1, 0, 0],
      [PLACE, 0.9, 0, 0, 0, 0],
      [PLACE, 0.7, 0, 0, 0.2, 0.2],
    ];
    expect(decodeFaces(foundPlaces)).toMatchObject([{ width: 64 / 320 }, { width: 0.0281 }]);
    expect(decodeFaces(foundPlaces)[0]).toMatchObject({ x: 0.25 });
  });

  it('omits faces below the minimum score, and places the others inside the frame', () => {
    expect(decodeFaces([])).toEqual([]);
    expect(decodeFaces([[PLACE, 0.69, 0, 0, 0, 0]])).toEqual([]);
    expect(decodeFaces([[PLACE_COUNT, 0.9, 0, 0, 0, 0]])).toEqual([]);
    const wild = [NaN, Infinity, -Infinity, 1e9, -1e9].flatMap((value): FoundPlace[] => [
      [PLACE, 0.9, value, 0, 0, 0],
      [PLACE, 0.9, 0, 0, value, 0],
      [PLACE, value, 0, 0, 0, 0],
    ]);
    for (const face of wild.flatMap((one) => decodeFaces([one]))) {
      for (const share of Object.values(face)) expect(share).toSatisfy((at: number) => at >= 0 && at <= 1);
    }
    const crowd = Array.from({ length: 300 }, (_, index): FoundPlace => [index * 3, 0.9, 0, 0, 0, 0]);
    expect(decodeFaces(crowd)).toHaveLength(5);
  });
});

describe('the frames that are searched for faces', () => {
  it('the frames that are searched for faces are one per second and the first of each shot', () => {
    // In steps of 200 ms, with a cut at 2 s and one within a step.
    expect(stepsOf({ durationMs: 4500, shotsMs: [2000, 3470] })).toEqual([0, 5, 10, 11, 15, 18, 20]);
  });

  it('skip a shot that is shorter than a step, and end with the video', () => {
    expect(stepsOf({ durationMs: 1000, shotsMs: [500, 600] })).toEqual([0, 4]);
    expect(stepsOf({ durationMs: 0, shotsMs: [] })).toEqual([]);
  });
});
