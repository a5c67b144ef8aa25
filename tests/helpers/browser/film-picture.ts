import type { Page } from 'playwright-core';
import { firstPicture } from '../media/lavfi.ts';
import type { Aspect } from '#contract/shapes.ts';
import { type InkBox, inkApart, inkLines } from '../media/frames.ts';

/**
 * Returns the pixels of the film's frame on a page that are brighter than `limit`. The frame is stored at
 * `path` meanwhile.
 */
export async function inkOnPage(page: Page, path: string, limit: number): Promise<InkBox[]> {
  // Outside the rounded corners, the page must not be bright.
  await page.evaluate(() => document.documentElement.classList.add('dark'));
  const bytes = await page.locator('[data-film-picture]').screenshot({ path });
  // A PNG contains its size in the bytes 16 to 24.
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  return inkLines(await firstPicture(path, 'gray'), size, limit);
}

/** Chooses the film's shape in the editor. */
export async function chooseShape(page: Page, shape: string): Promise<void> {
  await page.getByRole('button', { name: /^Film options/ }).click();
  const options = page.getByRole('region', { name: 'Film options' });
  await options.getByRole('radio', { name: new RegExp(` ${shape}$`) }).check();
  await page.keyboard.press('Escape');
}

/** Letters are brighter than the video, an unlit word is not, and the box behind letters is darker. */
const LIT = 175;
const DARK = 75;
/**
 * The largest distance between the edges of equal lines, as a share of the frame. A thin comma is lost in a
 * narrow frame.
 */
const WITHIN: Record<string, number> = { '16:9': 0.012, '1:1': 0.02, '9:16': 0.025, '4:5': 0.025 };

/** The box around all letters, and the box around everything behind them. */
export interface Ink {
  bright: InkBox[];
  dark: InkBox[];
}
export async function inkIn(path: string, size: { width: number; height: number }): Promise<Ink> {
  const picture = withoutEdges(await firstPicture(path, 'gray'), size);
  const dark = Buffer.from(picture.map((value) => 255 - value));
  return { bright: around(inkLines(picture, size, LIT)), dark: around(inkLines(dark, size, 255 - DARK)) };
}

/** A page's frame may end within a pixel, so its edges are as grey as the rest. */
const withoutEdges = (picture: Buffer, { width, height }: { width: number; height: number }): Buffer =>
  Buffer.from(
    picture.map((value, at) => {
      const [x, y] = [at % width, Math.floor(at / width)];
      return Math.min(x, y, width - 1 - x, height - 1 - y) < 2 ? 128 : value;
    }),
  );

/** Returns the box around the boxes of all lines. */
function around([first, ...others]: InkBox[]): InkBox[] {
  if (!first) return [];
  const merge = (a: InkBox, b: InkBox) => ({
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
    top: Math.min(a.top, b.top),
    bottom: Math.max(a.bottom, b.bottom),
  });
  return [others.reduce(merge, first)];
}

/** Returns the ink of the film's frame on a page. The frame is stored at `path` meanwhile. */
export async function inkAroundOnPage(page: Page, path: string): Promise<Ink> {
  // A PNG contains its size in the bytes 16 to 24.
  const bytes = await page.locator('[data-film-picture]').screenshot({ path });
  return inkIn(path, { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) });
}

/** Describes how the ink of two frames differs. */
export const apart = (actual: Ink, expected: Ink, aspect: Aspect): string[] => [
  ...inkApart(actual.bright, expected.bright, WITHIN[aspect]!),
  ...inkApart(actual.dark, expected.dark, WITHIN[aspect]!),
];
