import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type Placement, UNFRAMED } from '#contract/placement.ts';
import { zoomScale } from '#film/framing/framing.ts';
import { FRAMINGS } from '#contract/section-settings.ts';
import { sectionRenderer } from '../../helpers/films/section-renderer.ts';
import {
  ffmpeg,
  ffprobe,
  firstPicture,
  makeSource,
  sectionOf,
  tempFolder,
} from '../../helpers/media/lavfi.ts';

const at = tempFolder();
const renderFile = sectionRenderer(at);
const [WIDTH, HEIGHT] = [320, 180];

/** A tall picture in three parts, from top to bottom red, green and blue. */
const TALL =
  'color=red:s=180x108[a];color=lime:s=180x108[b];color=blue:s=180x104[c];[a][b][c]vstack=inputs=3';

async function tallVideo(): Promise<string> {
  const path = at('tall.mp4');
  await makeSource(path, { picture: TALL, seconds: 1, sound: null, args: ['-r', '30'] });
  return path;
}

/**
 * Renders the file with this placement. Returns the colour at a position of the first picture: red, green and
 * blue, 0 to 255.
 */
async function render(path: string, placement: Placement) {
  const { outFile, frames } = await renderFile(
    await sectionOf(path, { startMs: 0, endMs: 500 }, { placement }),
  );
  expect(frames).toBe(15);
  const bytes = await firstPicture(outFile, 'rgb24');
  return {
    bytes,
    at: (x: number, y: number) => [...bytes.subarray((y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3)],
  };
}
/** Returns whether red, green and blue are each above 60. */
const has = (color: number[]) => color.map((part) => part > 60);
const BLACK = [false, false, false];
const RED = [true, false, false];
const GREEN = [false, true, false];
const BLUE = [false, false, true];

describe('a video of another shape than the film', () => {
  // product 4.72
  it('is between black bars with fit', async () => {
    const film = await render(await tallVideo(), { ...UNFRAMED, framing: 'fit' });
    expect(has(film.at(5, 90))).toEqual(BLACK);
    expect(has(film.at(160, 20))).toEqual(RED);
    expect(has(film.at(160, 160))).toEqual(BLUE);
  });

  // product 4.72
  it('is on a darker blurred copy of its middle', async () => {
    const film = await render(await tallVideo(), { ...UNFRAMED, framing: 'blurred' });
    expect(has(film.at(160, 20))).toEqual(RED);
    expect(has(film.at(160, 160))).toEqual(BLUE);
    for (const x of [5, 315]) {
      // The picture's middle is green, and so is the whole backdrop, which is darker than the picture.
      const [red, green, blue] = film.at(x, 90) as [number, number, number];
      expect(green).toBeGreaterThan(100);
      expect(green).toBeLessThan(200);
      expect(Math.max(red, blue)).toBeLessThan(60);
    }
  });

  // product 4.72
  it.each([
    [0, RED],
    [0.5, GREEN],
    [1, BLUE],
  ])('fills the film with the part at %s', async (crop, color) => {
    const film = await render(await tallVideo(), { ...UNFRAMED, framing: 'fill', crop });
    for (const [x, y] of [
      [2, 90],
      [160, 90],
      [317, 90],
    ] as const)
      expect(has(film.at(x, y))).toEqual(color);
  });

  it('is cropped at its sides if it is wider', async () => {
    const path = at('wide.mp4');
    const picture = 'color=red:s=400x100[a];color=blue:s=400x100[b];[a][b]hstack';
    await makeSource(path, { picture, seconds: 1, sound: null, args: ['-r', '30'] });
    const leftCrop = await render(path, { ...UNFRAMED, framing: 'fill', crop: 0 });
    const right = await render(path, { ...UNFRAMED, framing: 'fill', crop: 1 });
    expect([has(leftCrop.at(310, 2)), has(right.at(10, HEIGHT - 2))]).toEqual([RED, BLUE]);
  });
});

describe.each(FRAMINGS)('the frames of a section, %s', (framing) => {
  const placement = { ...UNFRAMED, framing };
  /** Returns the times of its pictures, in frames of the film. */
  async function timesOf(spec: Awaited<ReturnType<typeof sectionOf>>): Promise<number[]> {
    const { outFile } = await renderFile(spec);
    const printed = await ffprobe(outFile, ...'-select_streams v -show_entries packet=pts_time'.split(' '));
    const times = printed
      .trim()
      .split(/\s+/)
      .map((time) => Number.parseFloat(time) * spec.frameRate);
    return times.map((time) => Math.round(time * 100) / 100).toSorted((a, b) => a - b);
  }
  const even = (count: number) => Array.from({ length: count }, (_, index) => index);

  it('frames follow one another evenly for an image', async () => {
    const image = at('tall.png');
    await ffmpeg('-f', 'lavfi', '-i', TALL, '-frames:v', '1', '-y', image);
    // From frame 122 on, a time that is computed by division instead of counting may be a frame early.
    const range = { startMs: 0, endMs: 10_000 };
    for (const zoom of ['none', 'in'] as const) {
      const spec = await sectionOf(image, range, {
        placement: { ...placement, zoom },
        imageFormat: 'png_pipe',
      });
      expect(await timesOf(spec)).toEqual(even(300));
    }
  });

  it('frames follow one another evenly if a video ends and its last frame is held', async () => {
    const path = await tallVideo();
    expect(await timesOf(await sectionOf(path, { startMs: 500, endMs: 2000 }, { placement }))).toEqual(
      even(45),
    );
  });
});

// product 4.72
it('are the same in every framing if the video has the shape of the film', async () => {
  const path = at('same.mp4');
  await makeSource(path, { picture: 'testsrc2=s=640x360:r=30', seconds: 1 });
  const fit = await render(path, { ...UNFRAMED, framing: 'fit', crop: 0 });
  const blurred = await render(path, { ...UNFRAMED, framing: 'blurred', crop: 0 });
  const fill = await render(path, { ...UNFRAMED, framing: 'fill', crop: 0 });
  expect(blurred.bytes.equals(fit.bytes)).toBe(true);
  expect(fill.bytes.equals(fit.bytes)).toBe(true);
});

describe('a slow zoom of an image', () => {
  /**
   * Returns where a white field begins and ends from left to right in each of the film's pictures, in pixels.
   */
  async function edges(zoom: Placement['zoom']): Promise<[number, number][]> {
    const image = at('field.png');
    const field = 'color=black:s=320x180,drawbox=x=110:y=0:w=100:h=180:c=white:t=fill';
    await ffmpeg('-f', 'lavfi', '-i', field, '-frames:v', '1', '-y', image);
    const placement = { ...UNFRAMED, zoom };
    const spec = await sectionOf(image, { startMs: 0, endMs: 1000 }, { placement, imageFormat: 'png_pipe' });
    const { outFile } = await renderFile(spec);
    await ffmpeg('-i', outFile, '-pix_fmt', 'gray', '-f', 'rawvideo', `${outFile}.raw`);
    const film = await readFile(`${outFile}.raw`);
    return Array.from({ length: film.length / (WIDTH * HEIGHT) }, (_, index) => {
      const white = [0, 0];
      const picture = film.subarray(index * WIDTH * HEIGHT, (index + 1) * WIDTH * HEIGHT);
      for (const [pixel, value] of picture.entries()) {
        white[pixel % WIDTH < WIDTH / 2 ? 0 : 1]! += value / 255 / HEIGHT;
      }
      return [WIDTH / 2 - white[0]!, WIDTH / 2 + white[1]!];
    });
  }

  // product 25.4
  it.each(['none', 'in', 'out'] as const)('moves by even steps of less than a pixel: %s', async (zoom) => {
    const edgesPerFrame = await edges(zoom);
    expect(edgesPerFrame.length).toBe(30);
    for (const [index, [left, right]] of edgesPerFrame.entries()) {
      const wide = 50 * zoomScale(zoom, index / edgesPerFrame.length);
      expect(Math.max(Math.abs(left - 160 + wide), Math.abs(right - 160 - wide))).toBeLessThan(0.25);
    }
  });
});
