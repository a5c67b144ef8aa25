import { describe, expect, it } from 'vitest';
import type { Bars } from '#contract/bars.ts';
import { type Placement, UNFRAMED } from '#contract/placement.ts';
import type { SectionSpec } from '../../../worker/media/render.ts';
import { sectionRenderer } from '../../helpers/films/section-renderer.ts';
import { ffmpeg, firstPicture, makeSource, sectionOf, tempFolder } from '../../helpers/media/lavfi.ts';

const at = tempFolder();
const renderFile = sectionRenderer(at);
/** The width of the film, in pixels. */
const WIDTH = 320;
let fileCount = 0;

/** Returns whether red, green and blue are each above 60. */
const has = (color: number[]) => color.map((part) => part > 60).join();
const BLACK = 'false,false,false';
const RED = 'true,false,false';
const GREEN = 'false,true,false';

/** A green picture with a red frame of 10 pixels. */
const framed = (width: number, height: number) =>
  `color=lime:s=${width}x${height},drawbox=c=red:t=10:w=${width}:h=${height}`;
const LETTERBOXED = `${framed(320, 136)},pad=320:180:0:22`;
const LETTERBOX: Bars = { left: 0, top: 22 / 180, right: 0, bottom: 22 / 180 };

async function makeVideo(picture: string): Promise<string> {
  const path = at(`video-${fileCount++}.mp4`);
  await makeSource(path, { picture, seconds: 1, sound: null, args: ['-r', '30'] });
  return path;
}

async function render(
  path: string,
  { bars, ...placement }: Partial<Placement>,
  more: Partial<SectionSpec> = {},
) {
  const spec = await sectionOf(path, { startMs: 0, endMs: 500 });
  const placed = { ...UNFRAMED, ...placement, ...(bars && { bars }) };
  const { outFile, frames } = await renderFile({ ...spec, placement: placed, ...more });
  expect(frames).toBe(15);
  const bytes = await firstPicture(outFile, 'rgb24');
  return (x: number, y: number) => [...bytes.subarray((y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3)];
}
/** Returns the colours along the middle column of a film's picture. */
const column = (pixelAt: (x: number, y: number) => number[], ys: number[]) =>
  ys.map((y) => has(pixelAt(160, y)));

describe('a video with black bars', () => {
  // product 4.72
  it('is shown whole and without the bars on the blurred background', async () => {
    const path = await makeVideo(LETTERBOXED);
    const barred = await render(path, { framing: 'blurred' });
    expect(column(barred, [2, 18])).toEqual([BLACK, BLACK]);
    const film = await render(path, { framing: 'blurred', bars: LETTERBOX });
    const ys = [2, 18, 24, 29, 36, 90, 144, 151, 156, 162, 177];
    const [first, second, ...own] = column(film, ys);
    expect([first, second]).not.toContain(BLACK);
    expect(own.slice(0, 7)).toEqual([RED, RED, GREEN, GREEN, GREEN, RED, RED]);
    expect(own.slice(7)).not.toContain(BLACK);
  });

  // product 4.72
  it('fills the film without the bars, cropped at the chosen position', async () => {
    const path = await makeVideo(LETTERBOXED);
    const bars = LETTERBOX;
    const middle = await render(path, { framing: 'fill', bars });
    expect(column(middle, [1, 10, 90, 169, 178])).toEqual([RED, RED, GREEN, RED, RED]);
    expect([has(middle(1, 90)), has(middle(318, 90))]).toEqual([GREEN, GREEN]);
    const leftCrop = await render(path, { framing: 'fill', crop: 0, bars });
    expect([has(leftCrop(3, 90)), has(leftCrop(316, 90))]).toEqual([RED, GREEN]);
    const right = await render(path, { framing: 'fill', crop: 1, bars });
    expect([has(right(3, 90)), has(right(316, 90))]).toEqual([GREEN, RED]);
  });

  it('is as large as the film if its content between the bars has the shape of the film', async () => {
    const path = await makeVideo(`${framed(240, 136)},pad=320:180:40:22`);
    const bars = { left: 40 / 320, top: 22 / 180, right: 40 / 320, bottom: 22 / 180 };
    const film = await render(path, { framing: 'fit', bars });
    expect(column(film, [1, 90, 178])).toEqual([RED, GREEN, RED]);
    expect([2, 25, 317].map((x) => has(film(x, 90)))).toEqual([RED, GREEN, RED]);
  });

  it('preserves its proportions if its pixels are not square or it is rotated', async () => {
    const bars = LETTERBOX;
    const ys = [26, 36, 90, 144, 154];
    const own = [RED, GREEN, GREEN, GREEN, RED];
    const flat = await makeVideo(`${LETTERBOXED},scale=160:180,setsar=2`);
    expect(column(await render(flat, { bars, framing: 'blurred' }), ys)).toEqual(own);
    const upright = await makeVideo(`${LETTERBOXED},transpose=clock`);
    const turned = at('turned.mp4');
    await ffmpeg('-i', upright, '-c', 'copy', '-metadata:s:v:0', 'rotate=90', turned);
    expect(column(await render(turned, { bars, framing: 'blurred' }), ys)).toEqual(own);
  });

  it('is cropped in the same way if its frames change their size', async () => {
    const parts = [at('first.ts'), at('second.ts')];
    const coding = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-t', '0.2'];
    await ffmpeg('-f', 'lavfi', '-i', `${LETTERBOXED},fps=30`, ...coding, parts[0]!);
    await ffmpeg('-f', 'lavfi', '-i', 'color=blue:s=160x90:r=30', ...coding, parts[1]!);
    const path = at('uneven.ts');
    await ffmpeg('-i', `concat:${parts.join('|')}`, '-c', 'copy', path);
    const film = await render(path, { framing: 'fill', bars: LETTERBOX });
    expect(column(film, [1, 90, 178])).toEqual([RED, GREEN, RED]);
  });

  // product 4.72
  it('is shown without the bars behind the title of a card', async () => {
    const path = await makeVideo('color=white:s=320x60,pad=320:180:0:60');
    const { source } = await sectionOf(path, { startMs: 0, endMs: 500 });
    const lightAtTop = async (bars?: Bars) => {
      const card = { source: null, backdrop: { ...source!, atMs: 0, bars } };
      return (await render(path, {}, card))(160, 2)[0];
    };
    expect(await lightAtTop()).toBeLessThan(60);
    expect(await lightAtTop({ left: 0, top: 60 / 180, right: 0, bottom: 60 / 180 })).toBeGreaterThan(85);
  });
});
