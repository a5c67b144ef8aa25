import { copyFile, mkdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type CameraPath, cropAt } from '#film/framing/camera.ts';
import { shotsOf } from '#film/framing/camera-path.ts';
import { UNFRAMED } from '#contract/placement.ts';
import { cameraOf } from '#core/film/subjects.ts';
import { rangeCamera } from '../../../worker/media/camera-filter.ts';
import { shapeFilters } from '../../../worker/media/picture-filters.ts';
import { renderSection } from '../../../worker/media/render.ts';
import { scanMedia } from '../../../worker/media/scan.ts';
import { chooseFaceDetector } from '../../../worker/subjects/face-detector.ts';
import { findFaces } from '../../../worker/subjects/find-faces.ts';
import { makeFaceVideo } from '../../helpers/films/drawn-face.ts';
import { ffmpeg, lumas, makeSource, sectionOf, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';
import { hasTestMedia, testMedia } from '../../helpers/media/test-media.ts';

const at = tempFolder();
const FILM = { width: 90, height: 160 };
/** The width to which a source of 320x180 is scaled, in pixels of the film. */
const SCALED = 284;
/** A picture whose columns become brighter from left to right. */
const COLUMNS = {
  // Half a level more, since `geq` rounds down.
  picture: "color=black:s=320x180:r=30,format=yuv420p,geq=lum='16.5+219*(X+0.5)/320':cb=128:cr=128",
  // A conversion of the matrix would make the picture two levels darker.
  args: '-color_range tv -colorspace bt709 -color_primaries bt709 -color_trc bt709'.split(' '),
};
let fileCount = 0;

/**
 * Returns where each frame of a rendered section is cropped, in pixels of the film, computed from the
 * brightness in its middle.
 */
async function placesIn(path: string): Promise<number[]> {
  // Measured between even columns, since `crop` would choose others instead of odd ones.
  const middle = await lumas(path, '78:80');
  return middle.map((luma) => ((luma - 16) / 219) * SCALED - FILM.width / 2);
}

const cameraAt = (...shots: [startMs: number, ...points: [atMs: number, crop: number][]][]): CameraPath =>
  shots.map(([startMs, ...points]) => ({
    startMs,
    points: points.map(([atMs, crop]) => ({ atMs, crop })),
  }));

describe('a section that follows its subject', () => {
  const camera = cameraAt([0, [500, 0.2], [1500, 0.6]], [2000, [2000, 0.9]]);
  const expectedCrop = (sourceMs: number) => cropAt(camera, sourceMs) * (SCALED - FILM.width);

  // product 25.24
  it.each([
    ['as it is', { startMs: 0, endMs: 3000 }, (n: number) => (n * 1000) / 30],
    ['from its middle', { startMs: 1000, endMs: 3000 }, (n: number) => 1000 + (n * 1000) / 30],
    ['at twice its speed', { startMs: 0, endMs: 3000, speed: 2 }, (n: number) => (n * 2000) / 30],
    [
      'without what is cut out of it',
      { startMs: 0, endMs: 3000, cuts: [{ startMs: 1000, endMs: 1800 }] },
      (n: number) => (n < 30 ? (n * 1000) / 30 : 800 + (n * 1000) / 30),
    ],
  ])("is cropped at its camera's position in each frame, %s", async (_, range, sourceAt) => {
    const source = at('columns.mkv');
    await makeSource(source, { ...COLUMNS, seconds: 3 });
    const outFile = at(`followed-${fileCount++}.mov`);
    const placement = { ...UNFRAMED, framing: 'follow' as const };
    const spec = await sectionOf(source, range, { ...FILM, placement, camera });
    await renderSection(spec, { ffmpeg: testFfmpeg(), outFile });
    const places = await placesIn(outFile);
    for (const [n, place] of places.entries()) {
      // Rounded to single pixels, then encoded; a frame beside the cut would be off by 50.
      expect(Math.abs(place - expectedCrop(sourceAt(n) + 1)), `frame ${n}`).toBeLessThan(2);
    }
    // The crop moves by single pixels, and never back.
    expect(places.every((place, n) => n === 0 || place > places[n - 1]! - 1.5)).toBe(true);
  });

  it('is cropped identically in the frames that the check of a film compares', async () => {
    const source = at('silent-columns.mkv');
    // With encoded audio, the first frame would begin 21 ms late.
    await makeSource(source, { ...COLUMNS, seconds: 3, sound: null });
    const placement = { ...UNFRAMED, framing: 'follow' as const };
    const { source: read } = await sectionOf(source, { startMs: 0, endMs: 1000 }, { ...FILM, placement });
    const range = { startMs: 1000, endMs: 2900 };
    const filters = shapeFilters(read!.video, FILM, placement, rangeCamera(camera, range)).slice(0, -1);
    const outFile = at(`range-${fileCount++}.mkv`);
    await ffmpeg(
      '-ss',
      '1',
      '-i',
      source,
      '-t',
      '1.9',
      '-vf',
      filters.join(','),
      '-an',
      '-c:v',
      'ffv1',
      outFile,
    );
    for (const [n, place] of (await placesIn(outFile)).entries()) {
      expect(Math.abs(place - expectedCrop(1000 + (n * 1000) / 30 + 1)), `frame ${n}`).toBeLessThan(2);
    }
  });

  it('fills the frame without a camera', async () => {
    const source = at('columns.mkv');
    await makeSource(source, { ...COLUMNS, seconds: 3 });
    const outFile = at(`filled-${fileCount++}.mov`);
    const placement = { ...UNFRAMED, framing: 'follow' as const, crop: 1 };
    const spec = await sectionOf(source, { startMs: 0, endMs: 500 }, { ...FILM, placement });
    await renderSection(spec, { ffmpeg: testFfmpeg(), outFile });
    const [place] = await placesIn(outFile);
    expect(Math.abs(place! - (SCALED - FILM.width))).toBeLessThan(2);
  });
});

describe('the face detector', () => {
  // product 25.24
  it.skipIf(!hasTestMedia())('finds a face that moves, and none elsewhere', async () => {
    const modelsDir = at('models');
    await mkdir(`${modelsDir}/ultraface`, { recursive: true });
    await copyFile(testMedia('models/ultraface-rfb-320.onnx'), `${modelsDir}/ultraface/model.onnx`);
    const { faces, problem } = await chooseFaceDetector(modelsDir);
    expect(problem).toBeNull();
    const path = at('face.mp4');
    const seconds = 6;
    await makeFaceVideo(path, { at: '250+t*100', seconds });
    const outDir = at('scan');
    await mkdir(outDir);
    const scan = await scanMedia({ ffmpeg: testFfmpeg(), source: path, outDir });
    const proxyPath = `${outDir}/proxy.mp4`;
    const samples = await findFaces({
      ffmpeg: testFfmpeg(),
      proxyPath,
      scan,
      detector: faces!,
      workDir: at(''),
    });
    expect(samples.map(({ atMs }) => atMs)).toEqual(
      Array.from({ length: seconds }, (_, second) => second * 1000),
    );
    for (const { atMs, faces: found } of samples) {
      expect(found, `at ${atMs} ms`).toHaveLength(1);
      expect(Math.abs(found[0]!.x * 1280 - (250 + atMs / 10))).toBeLessThan(20);
    }
    const placement = { ...UNFRAMED, framing: 'follow' as const };
    const camera = cameraOf(placement, scan, samples, { width: 9, height: 16 })!;
    expect(shotsOf(scan)).toHaveLength(1);
    for (let second = 0; second < seconds; second += 1) {
      const middle = cropAt(camera, second * 1000) * (1280 - 405) + 405 / 2;
      expect(Math.abs(middle - (250 + second * 100)), `at ${second} s`).toBeLessThan(0.4 * 405 - 60);
    }
  });
});
