import { describe, expect, it } from 'vitest';
import type { Placement } from '#contract/framing.ts';
import { renderSection } from '../../../worker/media/render.ts';
import {
  ffmpeg,
  firstPicture,
  makeSource,
  sectionOf,
  tempFolder,
  testFfmpeg,
} from '../../helpers/media/lavfi.ts';

const at = tempFolder();
const [WIDTH, HEIGHT] = [320, 180];
let made = 0;

/** A tall picture in three parts, from top to bottom red, green and blue. */
const TALL =
  'color=red:s=180x108[a];color=lime:s=180x108[b];color=blue:s=180x104[c];[a][b][c]vstack=inputs=3';

async function tallVideo(): Promise<string> {
  const path = at(`tall-${made++}.mp4`);
  await ffmpeg('-f', 'lavfi', '-i', TALL, '-t', '1', '-r', '30', '-pix_fmt', 'yuv420p', path);
  return path;
}

/** The colour of the first picture at a place, red, green and blue of 255. */
async function render(path: string, placement: Placement) {
  const outFile = at(`section-${made++}.mov`);
  const spec = await sectionOf(path, { startMs: 0, endMs: 500 }, { placement });
  const { frames } = await renderSection(spec, { ffmpeg: testFfmpeg(), outFile });
  expect(frames).toBe(15);
  const bytes = await firstPicture(outFile, 'rgb24');
  return {
    bytes,
    at: (x: number, y: number) => [...bytes.subarray((y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3)],
  };
}
/** Which of red, green and blue a colour has more than 60 of. */
const has = (color: number[]) => color.map((part) => part > 60);
const BLACK = [false, false, false];
const RED = [true, false, false];
const GREEN = [false, true, false];
const BLUE = [false, false, true];

describe('a picture of another shape than the film', () => {
  it('stands between black bars when it is fitted', async () => {
    const film = await render(await tallVideo(), { framing: 'fit', crop: 0.5 });
    expect(has(film.at(5, 90))).toEqual(BLACK);
    expect(has(film.at(160, 20))).toEqual(RED);
    expect(has(film.at(160, 160))).toEqual(BLUE);
  });

  it('stands whole on a darker blurred copy of its middle', async () => {
    const film = await render(await tallVideo(), { framing: 'blurred', crop: 0.5 });
    expect(has(film.at(160, 20))).toEqual(RED);
    expect(has(film.at(160, 160))).toEqual(BLUE);
    for (const x of [5, 315]) {
      // Its middle is green; so is the whole backdrop, darker than the picture.
      const [red, green, blue] = film.at(x, 90) as [number, number, number];
      expect(green).toBeGreaterThan(100);
      expect(green).toBeLessThan(200);
      expect(Math.max(red, blue)).toBeLessThan(60);
    }
  });

  it.each([
    [0, RED],
    [0.5, GREEN],
    [1, BLUE],
  ])('fills the film by the part at %s', async (crop, color) => {
    const film = await render(await tallVideo(), { framing: 'fill', crop });
    for (const [x, y] of [
      [2, 90],
      [160, 90],
      [317, 90],
    ] as const)
      expect(has(film.at(x, y))).toEqual(color);
  });

  it('is cut at its sides when it is wider', async () => {
    const path = at('wide.mp4');
    await ffmpeg(
      '-f',
      'lavfi',
      '-i',
      'color=red:s=400x100[a];color=blue:s=400x100[b];[a][b]hstack',
      '-t',
      '1',
      '-r',
      '30',
      '-pix_fmt',
      'yuv420p',
      path,
    );
    const left = await render(path, { framing: 'fill', crop: 0 });
    const right = await render(path, { framing: 'fill', crop: 1 });
    expect([has(left.at(310, 2)), has(right.at(10, HEIGHT - 2))]).toEqual([RED, BLUE]);
  });
});

it('is one picture in every framing when it has the shape of the film', async () => {
  const path = at('same.mp4');
  await makeSource(path, { picture: 'testsrc2=s=640x360:r=30', seconds: 1 });
  const fit = await render(path, { framing: 'fit', crop: 0 });
  const blurred = await render(path, { framing: 'blurred', crop: 0 });
  const fill = await render(path, { framing: 'fill', crop: 0 });
  expect(blurred.bytes.equals(fit.bytes)).toBe(true);
  expect(fill.bytes.equals(fit.bytes)).toBe(true);
});
