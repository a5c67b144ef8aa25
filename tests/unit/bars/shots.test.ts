import { expect, it } from 'vitest';
import { cutReader } from '../../../worker/media/log-lines.ts';

/** Returns the cuts of a video whose frames differ from the previous ones by these scores, by time in s. */
function cutsOf(...scores: [seconds: number, score: number][]): number[] {
  return readScores(scores).result();
}

function readScores(scores: [seconds: number, score: number][]) {
  const reader = cutReader();
  for (const [seconds, score] of scores) {
    reader.line(`[scdet @ 0x1] lavfi.scd.score: ${score.toFixed(3)}, lavfi.scd.time: ${seconds}`);
  }
  return reader;
}

it('finds a cut where a frame differs much from the one before', () => {
  expect(cutsOf([1, 1.2], [1.04, 12], [1.08, 9.9], [30.5, 10])).toEqual([1040, 30_500]);
});

// product 4.69
it('finds the changes of a still picture, such as the slides of a screen recording', () => {
  expect(cutsOf([9, 5.278], [14, 4.562], [60, 5.161], [63, 3.649])).toEqual([9000, 14_000, 60_000, 63_000]);
  // White slides with a few lines of text.
  expect(cutsOf([9.533, 1.01], [21, 11.068], [48, 2.998])).toEqual([9533, 21_000, 48_000]);
});

it('does not mistake movement, a fade or a small change for a cut', () => {
  expect(cutsOf([2, 0.6], [2.5, 4], [6, 5], [6.96, 0.5])).toEqual([]);
  // The keyframes of a noisy still picture at a low bitrate.
  expect(cutsOf([4.96, 0.657], [9.92, 0.626], [14.88, 0.61], [19.84, 0.652])).toEqual([]);
});

it('distinguishes hard cuts from the steps of a slow fade, which are cuts of a still picture', () => {
  const fade = readScores([
    [2.541, 1.18],
    [9, 12],
  ]);
  expect(fade.result()).toEqual([2541, 9000]);
  expect(fade.hard()).toEqual([9000]);
});
