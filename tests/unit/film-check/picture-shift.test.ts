import { describe, expect, it } from 'vitest';
import { type Mark, placeOfSection, placesOf } from '../../../worker/check/sources/picture-shift.ts';

const SIZE = { width: 16, height: 8 };
const RATE = 30;

/** A frame of a moving picture: a bright bar on a gradient, whose place follows from the frame's number. */
function frame(number: number): Uint8Array {
  const pixels = new Uint8Array(SIZE.width * SIZE.height);
  for (const [at] of pixels.entries()) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)];
    const near = Math.abs(x - 8 - 7 * Math.sin(number * 0.071 + y * 0.05));
    pixels[at] = 40 + x * 3 + Math.round(160 * Math.exp(-near)) + Math.round(30 * Math.sin(number * 0.017));
  }
  return pixels;
}
/** The film that shows these frames of its video. */
function filmOf(shown: readonly (number | Uint8Array)[]) {
  const frames = new Uint8Array(shown.length * SIZE.width * SIZE.height);
  for (const [index, one] of shown.entries())
    frames.set(typeof one === 'number' ? frame(one) : one, index * SIZE.width * SIZE.height);
  return { frames, first: 0, frameRate: RATE, ...SIZE };
}
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
/** Marks of the frames that the film should show as its own frames of the same number, one each `step`. */
const marksOf = (from: number, to: number, step = 12): Mark[] =>
  range(from, to)
    .filter((number) => (number - from) % step === 0)
    .map((number) => ({ filmMs: (number * 1000) / RATE, pixels: frame(number) }));
const placeIn = (shown: readonly (number | Uint8Array)[], marks: Mark[]) =>
  placeOfSection(marks, placesOf(marks, filmOf(shown), [0, 1]));

describe('the place of a section in its film', () => {
  const marks = marksOf(0, 120);
  const grey = frame(0).fill(128);

  it('is where it was promised', () => {
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

  it('ends early where the section plays faster', () => {
    const { startShiftMs, endShiftMs } = placeIn(
      range(0, 240).map((number) => number * 1.6),
      marksOf(0, 120, 10),
    );
    expect(startShiftMs).toBeLessThanOrEqual(0);
    expect(endShiftMs).toBeLessThan(-800);
  });

  it('lacks an end or a beginning that is nowhere', () => {
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

  it('is unknown where the whole section is other frames', () => {
    const other = Array.from({ length: 120 }, () => grey);
    const unknown = { startShiftMs: null, endShiftMs: null, missingStartMs: 0, missingEndMs: 0 };
    expect(placeIn(other, marks)).toMatchObject(unknown);
    expect(placeIn([], marks)).toMatchObject(unknown);
  });

  it('is unknown for a video that stands still, and in place for one that repeats', () => {
    const still = Array.from({ length: 120 }, () => 5);
    const stillMarks = marks.map(({ filmMs }) => ({ filmMs, pixels: frame(5) }));
    expect(placeIn(still, stillMarks)).toMatchObject({ startShiftMs: null, endShiftMs: null });
    const loop = range(0, 120).map((number) => number % 15);
    const loopMarks = marks.map(({ filmMs }) => ({ filmMs, pixels: frame(((filmMs * RATE) / 1000) % 15) }));
    expect(placeIn(loop, loopMarks)).toMatchObject({ startShiftMs: 0, endShiftMs: 0 });
  });

  it('is found by the rows without text', () => {
    const written = range(0, 120).map((number) => frame(number).fill(number < 60 ? 235 : 16, 64));
    const found = placesOf(marks, filmOf(written), [0, 0.5]);
    expect(placeOfSection(marks, found)).toMatchObject({ startShiftMs: 0, endShiftMs: 0, missingEndMs: 0 });
  });
});
