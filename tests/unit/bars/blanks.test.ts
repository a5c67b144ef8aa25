import { describe, expect, it } from 'vitest';
import { findBlanks } from '../../../worker/media/blanks.ts';

const LOOKS = { width: 64, bytes: 64 * 36, perSecond: 2 };

/** A frame with vertical stripes, this much brighter and darker than its mean. */
const frame = (mean: number, contrast: number) =>
  Uint8Array.from({ length: LOOKS.bytes }, (_, pixel) => mean + (pixel % 2 === 0 ? contrast : -contrast));
const times = (count: number, one: Uint8Array) => Array.from({ length: count }, () => one);

function blanksOf(frames: Uint8Array[], hardCutsMs: number[] = []) {
  const joined = Uint8Array.from(frames.flatMap((one) => [...one]));
  return findBlanks(joined, LOOKS, { hardCutsMs, durationMs: frames.length * 500 });
}

const CLEAR = frame(120, 50);
const BLACK = frame(1, 1);
const WHITE = frame(254, 1);

describe('the blank parts of a video', () => {
  it('contain a fade from black, and a fade to black', () => {
    const fadeIn = [frame(15, 8), frame(50, 20), frame(90, 38)];
    const frames = [BLACK, BLACK, ...fadeIn, ...times(6, CLEAR), ...fadeIn.toReversed(), BLACK];
    // The examined frames are those before 250, 750, 1250 ms and so on.
    expect(blanksOf(frames)).toEqual([
      { startMs: 0, endMs: 2749 },
      { startMs: 5250, endMs: 7500 },
    ]);
  });

  it('contain black and white frames between cuts, and no frame beside them', () => {
    const frames = [...times(4, CLEAR), BLACK, BLACK, ...times(4, CLEAR), WHITE, frame(120, 20), CLEAR];
    expect(blanksOf(frames, [2000, 3000, 5000, 5500])).toEqual([
      { startMs: 1750, endMs: 3249 },
      { startMs: 4750, endMs: 5749 },
    ]);
  });

  it('contain no dark footage, no title on black and no plain colour', () => {
    const dark = frame(9, 5);
    expect(blanksOf(times(8, dark))).toEqual([]);
    expect(blanksOf([BLACK, ...times(8, dark)], [500])).toEqual([{ startMs: 0, endMs: 749 }]);
    expect(blanksOf([frame(9, 8), ...times(8, CLEAR), frame(120, 1)])).toEqual([]);
  });

  it('are all of a black video, and none of a video without frames', () => {
    expect(blanksOf(times(5, frame(0, 0)))).toEqual([{ startMs: 0, endMs: 2500 }]);
    expect(blanksOf([])).toEqual([]);
  });
});
