import { describe, expect, it } from 'vitest';
import { type Mark, placeOfSection, placesOf } from '../../../worker/check/sources/picture-shift.ts';

const SIZE = { width: 16, height: 8 };
const RATE = 30;

/**
 * Returns a frame of a moving picture: a bright bar on a gradient, at a position that depends on the frame's
 * number.
 */
function frame(number: number): Uint8Array {
  const pixels = new Uint8Array(SIZE.width * SIZE.height);
  for (const [at] of pixels.entries()) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)];
    const near = Math.abs(x - 8 - 7 * Math.sin(number * 0.071 + y * 0.05));
    pixels[at] = 40 + x * 3 + Math.round(160 * Math.exp(-near)) + Math.round(30 * Math.sin(number * 0.017));
  }
  return pixels;
}
/** Returns a film that shows these frames of its video. */
function filmOf(contents: readonly (number | Uint8Array)[]) {
  const frames = new Uint8Array(contents.length * SIZE.width * SIZE.height);
  for (const [index, one] of contents.entries())
    frames.set(typeof one === 'number' ? frame(one) : one, index * SIZE.width * SIZE.height);
  return { frames, first: 0, frameRate: RATE, ...SIZE };
}
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
/** Returns marks for frames that the film should show under the same numbers, one every `step` frames. */
const marksOf = (from: number, to: number, step = 12): Mark[] =>
  range(from, to)
    .filter((number) => (number - from) % step === 0)
    .map((number) => ({ filmMs: (number * 1000) / RATE, pixels: frame(number) }));
const placeIn = (contents: readonly (number | Uint8Array)[], marks: Mark[]) =>
  placeOfSection(marks, placesOf(marks, filmOf(contents), [0, 1]));

describe('the position of a section in its film', () => {
  const marks = marksOf(0, 120);
  const grey = frame(0).fill(128);

  it('is as planned', () => {
    expect(placeIn(range(0, 120), marks)).toMatchObject({
      startShiftMs: 0,
      endShiftMs: 0,
      missingStartMs: 0,
      missingEndMs: 0,
      lastFoundMs: 3600,
    });
  });

  it.each([1, -2])('may differ by %i frames', (frames) => {
    expect(placeIn(range(frames, 120 + frames), marks)).toMatchObject({ startShiftMs: 0, endShiftMs: 0 });
  });

  it.each([300, 1000, -700])('is %i ms later', (ms) => {
    const first = Math.round((-ms * RATE) / 1000);
    expect(placeIn(range(first, first + 160), marks)).toMatchObject({ startShiftMs: ms, endShiftMs: ms });
  });

  it('ends early if the section plays faster', () => {
    const { startShiftMs, endShiftMs } = placeIn(
      range(0, 240).map((number) => number * 1.6),
      marksOf(0, 120, 10),
    );
    expect(startShiftMs).toBeLessThanOrEqual(0);
    expect(endShiftMs).toBeLessThan(-800);
  });

  it('reports a missing end or beginning', () => {
    const other = Array.from({ length: 45 }, () => grey);
    expect(placeIn([...range(0, 75), ...other], marks)).toMatchObject({
      startShiftMs: 0,
      missingStartMs: 0,
      missingEndMs: 800,
    });
    expect(placeIn([...other, ...range(45, 120)], marks)).toMatchObject({
      endShiftMs: 0,
      missingStartMs: 1200,
      missingEndMs: 0,
    });
  });

  it('is unknown if the whole section has other frames', () => {
    const other = Array.from({ length: 120 }, () => grey);
    const unknown = { startShiftMs: null, endShiftMs: null, missingStartMs: 0, missingEndMs: 0 };
    expect(placeIn(other, marks)).toMatchObject(unknown);
    expect(placeIn([], marks)).toMatchObject(unknown);
  });

  it('is unknown for a frozen video, and in place for one that repeats', () => {
    const still = Array.from({ length: 120 }, () => 5);
    const stillMarks = marks.map(({ filmMs }) => ({ filmMs, pixels: frame(5) }));
    expect(placeIn(still, stillMarks)).toMatchObject({ startShiftMs: null, endShiftMs: null });
    const loop = range(0, 120).map((number) => number % 15);
    const loopMarks = marks.map(({ filmMs }) => ({ filmMs, pixels: frame(((filmMs * RATE) / 1000) % 15) }));
    expect(placeIn(loop, loopMarks)).toMatchObject({ startShiftMs: 0, endShiftMs: 0 });
  });

  it('is found by the rows without text', () => {
    const written = range(0, 120).map((number) => frame(number).fill(number < 60 ? 235 : 16, 64));
    const places = placesOf(marks, filmOf(written), [0, 0.5]);
    expect(placeOfSection(marks, places)).toMatchObject({ startShiftMs: 0, endShiftMs: 0, missingEndMs: 0 });
  });
});
