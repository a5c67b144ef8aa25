import { describe, expect, it } from 'vitest';
import { movedBy, playedBetween, playedFrom } from '../../../client/src/components/player/clock.ts';

const CUTS = [
  { startMs: 2000, endMs: 4000 },
  { startMs: 4500, endMs: 6000 },
];

describe('playedFrom', () => {
  it('returns the end of a cut for a second in it, and any other second itself', () => {
    expect([1.9, 2, 3.99, 4, 5].map((time) => playedFrom(time, CUTS))).toEqual([1.9, 4, 4, 4, 6]);
  });
});

describe('movedBy', () => {
  it('moves by seconds that are played, in both directions', () => {
    for (const [from, by, to] of [
      [1, 0.5, 1.5],
      [1, 1.25, 4.25],
      [1, 2, 6.5],
      [6.5, -2, 1],
      [4, -0.25, 1.75],
      [6, -0.5, 4],
      // Within a cut, from its end or its start.
      [3, 0.25, 4.25],
      [3, -0.25, 1.75],
    ] as const) {
      expect([from, by, movedBy(from, by, CUTS)]).toEqual([from, by, to]);
      expect(playedBetween(Math.min(from, to), Math.max(from, to), CUTS)).toBeLessThanOrEqual(Math.abs(by));
    }
  });
});
