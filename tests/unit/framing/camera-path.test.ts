import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CameraPath, cropAt, shotAt } from '#film/framing/camera.ts';
import { cameraPath, shotsOf } from '#film/framing/camera-path.ts';
import type { Part } from '#contract/cuts.ts';
import type { Face, FaceSample } from '#contract/subjects.ts';
import { generatedInputs } from '../../helpers/tier.ts';

const PICTURE = { width: 1280, height: 720 };
const TALL = { width: 9, height: 16 };
/** The share of the picture's width that a tall film shows. */
const VIEW = (9 * 9) / (16 * 16);
/** Sizes in pixels of a film of 1080 lines. */
const PIXELS = { view: 1080, spare: 1080 / VIEW - 1080 };
const FRAME_MS = 1000 / 30;

const sample = (atMs: number, ...faces: Partial<Face>[]): FaceSample => ({
  atMs,
  faces: faces.map((face) => ({ x: 0.5, y: 0.4, width: 0.08, height: 0.16, ...face })),
});
/** Returns a sample every second of a face whose centre depends on the time. */
const samplesOf = (seconds: number, at: (second: number) => number): FaceSample[] =>
  Array.from({ length: seconds }, (_, second) => sample(second * 1000, { x: at(second) }));
const shotsUntil = (endMs: number, ...cutsMs: number[]): Part[] =>
  shotsOf({ shotsMs: cutsMs, durationMs: endMs });

type Followed = Parameters<typeof cameraPath>[0];
const follow = (samples: FaceSample[], shots: Part[], options: Partial<Followed> = {}): CameraPath =>
  cameraPath({
    shots,
    samples,
    picture: PICTURE,
    film: TALL,
    bars: undefined,
    crop: 0.5,
    shotCrops: [],
    ...options,
  });
/** Returns where the camera is in each frame of a film of 1080 lines, in pixels of the film. */
const framesOf = (path: CameraPath, endMs: number): number[] =>
  Array.from({ length: Math.floor(endMs / FRAME_MS) }, (_, n) => cropAt(path, n * FRAME_MS) * PIXELS.spare);
const differences = (values: number[]): number[] =>
  values.slice(1).map((value, index) => value - values[index]!);
const largest = (values: number[]): number => Math.max(0, ...values.map(Math.abs));
/** Whether a face at a position in the picture is inside the middle 80% of what the film shows. */
const isInMiddle = (path: CameraPath, atMs: number, x: number, width = 0.08): boolean => {
  const left = cropAt(path, atMs) * (1 - VIEW);
  return x - width / 2 >= left + 0.1 * VIEW - 0.001 && x + width / 2 <= left + 0.9 * VIEW + 0.001;
};

describe('the camera path', () => {
  // product 25.24
  it('rests on a face that moves a little, centred on it', () => {
    const path = follow(
      samplesOf(20, (second) => 0.6 + 0.02 * Math.sin(second)),
      shotsUntil(20_000),
    );
    expect(path).toEqual([
      { startMs: 0, points: [{ atMs: 0, crop: expect.closeTo((0.6 - VIEW / 2) / (1 - VIEW), 2) }] },
    ]);
  });

  // product 25.24
  it('jumps at a cut and nowhere else', () => {
    const path = follow(
      samplesOf(10, (second) => (second < 4 ? 0.3 : 0.7)),
      shotsUntil(10_000, 4000),
    );
    expect(path).toMatchObject([
      { startMs: 0, points: [{ atMs: 0 }] },
      { startMs: 4000, points: [{ atMs: 4000 }] },
    ]);
    expect(cropAt(path, 3999)).toBeLessThan(0.3);
    expect(cropAt(path, 4000)).toBeGreaterThan(0.7);
  });

  // product 25.24
  it('moves between positions slowly at both ends, with the face centred before and after', () => {
    const path = follow(
      samplesOf(12, (second) => (second < 6 ? 0.35 : 0.55)),
      shotsUntil(12_000),
    );
    const frames = framesOf(path, 12_000);
    const speeds = differences(frames);
    expect(Math.min(...speeds)).toBeGreaterThanOrEqual(0);
    // In pixels per frame: less than the film's width in a second, and without jerks.
    expect(largest(speeds)).toBeLessThan(1080 / 30);
    expect(largest(differences(speeds))).toBeLessThan(4);
    expect(isInMiddle(path, 4000, 0.35)).toBe(true);
    expect(isInMiddle(path, 8000, 0.55)).toBe(true);
  });

  // product 25.24
  it('keeps a person who walks through the frame in view at an even speed', () => {
    const at = (second: number) => 0.2 + 0.05 * second;
    const path = follow(samplesOf(13, at), shotsUntil(13_000));
    const speeds = differences(framesOf(path, 13_000)).slice(75, -90);
    const mean = speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length;
    expect(largest(speeds.map((speed) => speed - mean))).toBeLessThan(mean / 4);
    for (let second = 0; second < 12; second += 0.5) {
      expect(isInMiddle(path, second * 1000, at(second)), `at ${second} s`).toBe(true);
    }
  });

  // product 25.24
  it('follows the face that is largest and visible longest, and ignores a single detection', () => {
    const samples = Array.from({ length: 10 }, (_, second) =>
      sample(
        second * 1000,
        { x: 0.25, width: 0.05, height: 0.1 },
        { x: 0.7, width: 0.1, height: 0.2 },
        ...(second === 5 ? [{ x: 0.05, width: 0.3, height: 0.5 }] : []),
      ),
    );
    const path = follow(samples, shotsUntil(10_000));
    expect(path[0]!.points).toHaveLength(1);
    expect(isInMiddle(path, 0, 0.7, 0.1)).toBe(true);
  });

  it('rests while the face is not detected, and moves shortly before it is detected again', () => {
    const samples = Array.from({ length: 20 }, (_, second) => {
      if (second > 4 && second < 15) return sample(second * 1000);
      return sample(second * 1000, { x: second < 10 ? 0.3 : 0.7 });
    });
    const path = follow(samples, shotsUntil(20_000));
    expect(cropAt(path, 12_500)).toBeCloseTo(cropAt(path, 0), 3);
    expect(isInMiddle(path, 16_000, 0.7)).toBe(true);
  });

  // product 25.24
  it('fills the film with the chosen part in a shot without a face', () => {
    const samples = [sample(0, { x: 0.9 }), sample(1000, { x: 0.9 }), sample(2000), sample(3000)];
    const path = follow(samples, shotsUntil(4000, 2000), { crop: 0.3 });
    expect(cropAt(path, 1000)).toBeGreaterThan(0.8);
    expect(cropAt(path, 2000)).toBe(0.3);
    expect(cropAt(follow([], shotsUntil(4000), { crop: 0.3 }), 1000)).toBe(0.3);
  });

  // product 25.27
  it('stays where a shot was set by hand, and in no other shot', () => {
    const samples = samplesOf(9, () => 0.7);
    const usual = cropAt(follow(samples, shotsUntil(9000)), 0);
    const path = follow(samples, shotsUntil(9000, 3000, 6000), { shotCrops: [{ atMs: 4000, crop: 0.1 }] });
    expect([0, 2999, 3000, 5999, 6000].map((atMs) => cropAt(path, atMs))).toEqual([
      usual,
      usual,
      0.1,
      0.1,
      usual,
    ]);
    expect(shotAt(path, 5999)).toMatchObject({ startMs: 3000 });
  });

  it('uses the frame between black bars', () => {
    const bars = { left: 0.25, right: 0, top: 0, bottom: 0 };
    const path = follow(
      samplesOf(5, () => 0.625),
      shotsUntil(5000),
      { bars },
    );
    expect(cropAt(path, 0)).toBeCloseTo(0.5, 3);
  });

  it('follows vertically if a tall video fills a wide film', () => {
    const samples = [sample(0, { y: 0.2 }), sample(1000, { y: 0.2 })];
    const shape = { picture: { width: 720, height: 1280 }, film: { width: 16, height: 9 } };
    expect(cropAt(follow(samples, shotsUntil(2000), shape), 500)).toBeLessThan(0.1);
  });

  it("does not move a video with the film's shape", () => {
    const path = follow(
      samplesOf(5, () => 0.9),
      shotsUntil(5000),
      { film: { width: 16, height: 9 } },
    );
    expect(path).toEqual([{ startMs: 0, points: [{ atMs: 0, crop: 0.5 }] }]);
  });

  // product 25.24
  it('is smooth, slow and inside the frame for any faces', () => {
    const face = fc.record({
      x: fc.double({ min: 0, max: 1, noNaN: true }),
      y: fc.double({ min: 0, max: 1, noNaN: true }),
      width: fc.double({ min: 0, max: 1, noNaN: true }),
      height: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    const frames = fc.array(fc.array(face, { maxLength: 5 }), { maxLength: 60 });
    const away = { x: 0, y: 0, width: 0, height: 0 };
    // A case that was found once: the camera turns round at its highest speed.
    const turn = [[away], [{ ...away, x: 0.4034, width: 0.2945 }], [away]];
    fc.assert(
      fc.property(
        frames,
        fc.array(fc.integer({ min: 1, max: 59_999 }), { maxLength: 5 }),
        (faceLists, cuts) => {
          const samples = faceLists.map((faces, second) => ({ atMs: second * 1000, faces }));
          const shots = shotsUntil(60_000, ...[...new Set(cuts)].toSorted((a, b) => a - b));
          const path = follow(samples, shots);
          expect(path.map(({ startMs }) => startMs)).toEqual(shots.map(({ startMs }) => startMs));
          for (const { startMs, endMs } of shots) {
            const values: number[] = [];
            for (let atMs = startMs; atMs < endMs; atMs += FRAME_MS) values.push(cropAt(path, atMs));
            expect(values.every((crop) => crop >= 0 && crop <= 1)).toBe(true);
            const speeds = differences(values.map((crop) => crop * PIXELS.spare));
            expect(largest(speeds)).toBeLessThan(1080 / 30);
            expect(largest(differences(speeds))).toBeLessThan(8);
          }
        },
      ),
      { numRuns: generatedInputs(100), examples: [[turn, []]] },
    );
  });

  it('handles hours of jumping faces, and shots outside the video', () => {
    const hours = 4 * 3600;
    const samples = samplesOf(hours, (second) => (second * 0.618_034) % 1);
    const path = follow(samples, shotsUntil(hours * 1000));
    expect(path[0]!.points.length).toBeGreaterThan(100);
    expect(follow(samples.slice(0, 100), [])).toEqual([{ startMs: 0, points: [{ atMs: 0, crop: 0.5 }] }]);
    expect(follow(samples.slice(0, 100), shotsUntil(0, 0, 0))).toHaveLength(3);
    expect(cropAt([], 1000)).toBe(0.5);
  });
});
