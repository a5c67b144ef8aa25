import { describe, expect, it } from 'vitest';
import { barsIn } from '#film/framing/bars.ts';
import { barReader } from '../../../worker/media/bars.ts';

const SIZE = { width: 854, height: 480 };
/** The first and last column, and the first and last line, of a picture within the frame. */
type Box = [number, number, number, number];
interface Frame {
  any: Box;
  most: Box;
}
const sharp = (box: Box): Frame => ({ any: box, most: box });
const WIDE = sharp([0, 853, 60, 419]);
const NARROW = sharp([292, 561, 0, 479]);
const WHOLE = sharp([0, 853, 0, 479]);
const BLACK = sharp([853, 0, 479, 0]);
const times = (count: number, frame: Frame) => Array.from({ length: count }, () => frame);

/** Reads ffmpeg's log about two frames a second. */
function read(frames: Frame[], shotsMs: number[] = [], size = SIZE) {
  const reader = barReader(size);
  reader.line('[Parsed_scdet_5 @ 0x1] lavfi.scd.score: 20.1, lavfi.scd.time: 4.5');
  for (const [index] of frames.entries()) {
    for (const lines of ['rows', 'columns'] as const) report(reader, frames, index, lines);
  }
  return reader.result(shotsMs, frames.length * 500);
}

/**
 * Writes what ffmpeg reports about a frame's lines in one direction. In the other direction, the frame has a
 * sixteenth of its size.
 */
function report(
  reader: ReturnType<typeof barReader>,
  frames: Frame[],
  index: number,
  lines: 'rows' | 'columns',
): void {
  for (const name of ['any', 'most'] as const) {
    const [x1, x2, y1, y2] = frames[index]![name];
    const [across, along] = [lines === 'columns', lines === 'rows'];
    const box = `x1:${across ? x1 : 0} x2:${across ? x2 : 52} y1:${along ? y1 : 0} y2:${along ? y2 : 29}`;
    const at = `pts:${index} t:${index / 2} crop=0`;
    reader.line(`[cropdetect@${lines}-${name} @ 0x1] ${box} w:0 h:0 x:0 y:0 ${at}`);
  }
}

describe('bars of a shot', () => {
  it('bars of a shot are reported at two opposite sides or all four, with the blurred line at their edge', () => {
    const wide = { left: 0, top: 0.1271, right: 0, bottom: 0.1271, stable: true };
    expect(read(times(6, WIDE))).toEqual([{ startMs: 0, endMs: 3000, ...wide }]);
    expect(read(times(6, NARROW))).toMatchObject([{ left: 0.3431, right: 0.3431, top: 0, stable: true }]);
    expect(read(times(6, sharp([107, 746, 60, 419])))).toMatchObject([
      { left: 0.1265, right: 0.1265, top: 0.1271, bottom: 0.1271, stable: true },
    ]);
  });

  it('bars of a shot are reported if both directions of the frames are reported in another order', () => {
    const reader = barReader(SIZE);
    const frames = times(6, WIDE);
    for (const lines of ['columns', 'rows'] as const) {
      for (const [index] of frames.entries()) report(reader, frames, index, lines);
    }
    expect(reader.result([], 3000)).toEqual(read(frames));
  });

  // product 4.72
  it('bars of a shot are reported if they are narrow, at one side only, or of uneven widths', () => {
    expect(read(times(6, sharp([8, 845, 0, 479])))).toMatchObject([
      { left: 0.0105, right: 0.0105, top: 0, bottom: 0, stable: true },
    ]);
    expect(read(times(6, sharp([0, 843, 3, 479])))).toMatchObject([
      { left: 0, right: 0.0129, top: 0.0083, bottom: 0, stable: true },
    ]);
    expect(read(times(6, sharp([0, 853, 60, 400])))).toMatchObject([
      { left: 0, right: 0, top: 0.1271, bottom: 0.1667, stable: true },
    ]);
    // A tall picture between wide bars may also have narrow bars above and below.
    expect(read(times(6, sharp([292, 561, 4, 475])))).toMatchObject([
      { left: 0.3431, top: 0.0104, stable: true },
    ]);
  });

  it('bars of a shot are reported beside a narrow dark margin of the scene, which is no bar', () => {
    const scene = [4, 9, 30, 6, 50, 22].map((left) => sharp([left, 853, 60, 419]));
    expect(read(scene)).toMatchObject([{ left: 0, right: 0, top: 0.1271, bottom: 0.1271, stable: true }]);
  });

  it('bars of a shot are what is black in all frames, without an edge, if the shot is too dark', () => {
    const dark = [8, 60, 90].map((by) => sharp([by, 853 - by, by, 479 - by]));
    expect(read([...times(4, sharp([8, 845, 0, 479])), ...dark], [2000])).toMatchObject([
      { left: 0.0105, right: 0.0105, stable: true },
      { left: 0.0094, right: 0.0094, stable: false },
    ]);
  });

  it('bars of a shot are reported for each shot', () => {
    expect(read([...times(4, WIDE), ...times(4, WHOLE), ...times(4, NARROW)], [2000, 4000])).toMatchObject([
      { startMs: 0, endMs: 2000, top: 0.1271, left: 0, stable: true },
      { startMs: 2000, endMs: 4000, top: 0, left: 0, stable: false },
      { startMs: 4000, endMs: 6000, top: 0, left: 0.3431, stable: true },
    ]);
  });

  it('bars of a shot end where the picture begins, not where coding noise begins', () => {
    const noisy = { any: [0, 853, 57, 422], most: WIDE.most } satisfies Frame;
    expect(read(times(6, noisy))).toMatchObject([{ top: 0.1271, bottom: 0.1271, stable: true }]);
  });

  it('reports no bars if the picture has no sharp edge, as in a dark scene or around a text', () => {
    expect(read(times(6, { any: WIDE.any, most: [100, 753, 90, 390] }))).toBeUndefined();
    const dark = [0, 60, 110, 30].map((by) => sharp([by, 853 - by, by, 479 - by]));
    expect(read([...dark, ...dark])).toBeUndefined();
    expect(read(times(6, { any: [200, 653, 200, 279], most: BLACK.most }))).toBeUndefined();
    expect(read(times(6, sharp([300, 553, 150, 329])))).toBeUndefined();
    expect(read(times(6, BLACK))).toBeUndefined();
  });

  it('bars of a shot are not reported if a bar contains a logo or a caption at any time', () => {
    const captioned = { any: [0, 853, 60, 460], most: WIDE.most } satisfies Frame;
    expect(read([...times(8, WIDE), captioned])).toBeUndefined();
    expect(read(times(6, { any: [0, 853, 20, 419], most: WIDE.most }))).toBeUndefined();
  });

  // product 4.72
  it('reports no bars that are wide on one side, very uneven, a line or shown for a moment', () => {
    expect(read(times(6, sharp([0, 853, 60, 479])))).toBeUndefined();
    expect(read(times(6, sharp([0, 853, 20, 380])))).toBeUndefined();
    expect(read(times(6, sharp([0, 853, 140, 380])))).toBeUndefined();
    expect(read(times(6, sharp([8, 845, 60, 479])))).toBeUndefined();
    expect(read(times(6, sharp([0, 853, 2, 477])))).toBeUndefined();
    expect(read(times(2, WIDE))).toBeUndefined();
    // The picture or the whole frame is too small.
    expect(read(times(6, sharp([0, 853, 200, 279])))).toBeUndefined();
    expect(read(times(6, sharp([0, 63, 6, 29])), [], { width: 64, height: 36 })).toBeUndefined();
  });

  it('bars of a shot are reported despite fades and dark moments', () => {
    const dim = sharp([300, 600, 200, 300]);
    expect(read([BLACK, ...times(7, WIDE), dim, BLACK])).toMatchObject([{ top: 0.1271, stable: true }]);
    expect(read([...times(3, WIDE), ...times(4, dim)])).toBeUndefined();
  });
});

describe('barsIn', () => {
  const shot = (startMs: number, endMs: number, top: number, stable = true) => ({
    startMs,
    endMs,
    left: 0,
    top,
    right: 0,
    bottom: top,
    stable,
  });
  const cut = (top: number) => ({ left: 0, top, right: 0, bottom: top });

  it('returns the bars that all shots of a section have', () => {
    const bars = [shot(0, 5000, 0.125), shot(5000, 9000, 0.127), shot(9000, 30_000, 0, false)];
    expect(barsIn({ startMs: 1000, endMs: 8000 }, { bars })).toEqual(cut(0.125));
  });

  // product 4.72
  it('returns no bars if the shots of a section have different ones or one has none', () => {
    const bars = [shot(0, 5000, 0.125), shot(5000, 9000, 0, false)];
    expect(barsIn({ startMs: 1000, endMs: 8000 }, { bars })).toBeUndefined();
    expect(barsIn({ startMs: 1000, endMs: 5000 }, { bars })).toEqual(cut(0.125));
    const uneven = [shot(0, 5000, 0.125), shot(5000, 9000, 0.2)];
    expect(barsIn({ startMs: 1000, endMs: 8000 }, { bars: uneven })).toBeUndefined();
    expect(barsIn({ startMs: 6000, endMs: 8000 }, { bars: uneven })).toEqual(cut(0.2));
  });

  // product 4.72
  it('returns no narrow bars if a shot of the section has none', () => {
    const bars = [shot(0, 5000, 0.01), shot(5000, 9000, 0, false)];
    expect(barsIn({ startMs: 0, endMs: 9000 }, { bars })).toBeUndefined();
    expect(barsIn({ startMs: 0, endMs: 5000 }, { bars })).toEqual(cut(0.01));
  });

  it('returns the bars of the other shots if one is too dark to show them', () => {
    const bars = [shot(0, 5000, 0.125), shot(5000, 9000, 0.3, false), shot(9000, 40_000, 0, false)];
    expect(barsIn({ startMs: 0, endMs: 9000 }, { bars })).toEqual(cut(0.125));
    expect(barsIn({ startMs: 4000, endMs: 9000 }, { bars })).toBeUndefined();
  });

  it('returns the bars of the video for a dark section if all other shots have the same', () => {
    const bars = [shot(0, 5000, 0.125), shot(5000, 9000, 0.3, false)];
    expect(barsIn({ startMs: 6000, endMs: 8000 }, { bars })).toEqual(cut(0.125));
  });

  it('returns no bars for a black part and for a scan without detected bars', () => {
    const bars = [shot(1000, 5000, 0.125), shot(5000, 30_000, 0, false)];
    expect(barsIn({ startMs: 0, endMs: 900 }, { bars })).toBeUndefined();
    expect(barsIn({ startMs: 0, endMs: 9000 }, {})).toBeUndefined();
  });
});
