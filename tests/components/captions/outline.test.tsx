import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { lookOf } from '#film/captions/caption-look.ts';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { CaptionText } from '../../../client/src/components/player/drawn/CaptionText.tsx';
import { paintPage } from '../../helpers/components/open-app.tsx';

/** Darker than this is the outline, 0 to 255. */
const DARK = 80;

/** Whether each pixel of a part of the page is dark, in rows. */
async function darkness(selector: string): Promise<boolean[][]> {
  const element = document.querySelector(selector)!;
  const base64 = await page.screenshot({ element, save: false });
  const image = new Image();
  image.src = `data:image/png;base64,${base64}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, image.width, image.height);
  return Array.from({ length: image.height }, (_, y) =>
    Array.from({ length: image.width }, (_, x) => data[(y * image.width + x) * 4]! < DARK),
  );
}

it('has a thick outline with round corners, as in the film', async () => {
  paintPage(true);
  const look = { ...PLAIN_CAPTIONS, ...lookOf('outline', false) };
  await render(
    <div data-sample style={{ background: 'white', padding: 60, width: 400 }}>
      <CaptionText lines={['H']} look={look} spoken={null} size="200px" />
    </div>,
  );
  await expect.element(page.getByText('H', { exact: true })).toBeVisible();
  const rows = await darkness('[data-sample]');
  const [top, bottom] = [
    rows.findIndex((row) => row.includes(true)),
    rows.findLastIndex((row) => row.includes(true)),
  ];
  const left = Math.min(...rows.map((row) => row.indexOf(true)).filter((x) => x >= 0));
  const near = Math.round((bottom - top) * 0.02);
  expect(rows[Math.round((top + bottom) / 2)]!.slice(left, left + near)).toContain(true);
  expect([rows[top + near]![left + near], rows[bottom - near]![left + near]]).toEqual([false, false]);
});
