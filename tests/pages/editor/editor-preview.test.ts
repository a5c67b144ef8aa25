import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makePlayable } from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import {
  openPlaying,
  paused,
  press,
  preview,
  saved,
  selected,
  selectedIs,
  time,
  timeIs,
  words,
} from '../../helpers/browser/player.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const open = (options?: Parameters<typeof openPlaying>[2]) => openPlaying(scene, scan, options);

/** Puts the player near the end of the part: an arrow of its bar is 0.05 s. */
async function goNearEnd(page: Page): Promise<void> {
  const position = page.getByRole('slider', { name: 'Position' });
  await position.press('End');
  for (let step = 0; step < 8; step++) await position.press('ArrowLeft');
}

describe('the preview', () => {
  itInFullTier('plays the selected section only', async () => {
    const { page } = await open();
    await goNearEnd(page);
    await press(page, 'Play');
    await page.waitForFunction(() => {
      const { paused: stopped, currentTime } = document.querySelector('video')!;
      return stopped && currentTime >= 9.99;
    });
    expect(await time(page)).toBeCloseTo(10, 2);
    expect(await selected(page)).toBe('Section 1');
  });

  it('plays all sections in order before anything is rendered', async () => {
    const { page } = await open();
    await press(page, 'All sections in order');
    await goNearEnd(page);
    await press(page, 'Play');
    await selectedIs(page, 'Section 2');
    await expect.poll(() => paused(page)).toBe(false);
    expect(await time(page)).toBeGreaterThanOrEqual(10);
  });

  itInFullTier('follows a seek of the browser while it is paused, and stays in its part', async () => {
    const { page } = await open();
    const position = page.getByRole('slider', { name: 'Position' });
    const seekByBrowser = (to: number) =>
      page.evaluate((seconds) => void (document.querySelector('video')!.currentTime = seconds), to);
    await seekByBrowser(4);
    await expect.poll(() => position.getAttribute('aria-valuenow')).toBe('4');
    await preview(page).getByText('0:04 / 0:10').waitFor();
    // While a seek of the page itself is pending.
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('[data-word="2"]')!.click();
      document.querySelector('video')!.currentTime = 7;
    });
    await expect.poll(() => position.getAttribute('aria-valuenow')).toBe('7');
    await seekByBrowser(30);
    await timeIs(page, 10);
    expect(await position.getAttribute('aria-valuenow')).toBe('10');
    expect(await paused(page)).toBe(true);
  });

  itInFullTier('shows the picture of an edge that is dragged without going there', async () => {
    const { page } = await open();
    const position = page.getByRole('slider', { name: 'Position' });
    await words(page).nth(4).click();
    await timeIs(page, 5);
    const box = (await page.getByRole('slider', { name: 'Out point' }).boundingBox())!;
    const drag = (by: number) => page.mouse.move(box.x + 4 + by, box.y + 40);
    await drag(0);
    await page.mouse.down();
    const peeked = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const video = document.querySelector('video')!;
          video.addEventListener('seeked', () => resolve(video.currentTime), { once: true });
        }),
    );
    await drag(-40);
    expect(await peeked).not.toBeCloseTo(5, 1);
    const currentSecond = Number(await position.getAttribute('aria-valuenow'));
    expect(currentSecond).toBeCloseTo(5, 1);
    await page.keyboard.press('Escape');
    await timeIs(page, currentSecond);
  });

  itInFullTier('has the shape of the film, for videos and title cards', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: /^Film options/ }).click();
    await page.getByRole('radio', { name: 'Vertical 9:16' }).check();
    const shapeOf = async (locator: Locator) => {
      const { width, height } = (await locator.boundingBox())!;
      return width / height;
    };
    expect(await shapeOf(page.locator('video'))).toBeCloseTo(9 / 16, 2);
    await page.keyboard.press('Escape');
    await press(page, 'Add New Section');
    await page.getByRole('dialog').getByLabel('Title').fill('A card');
    await press(page, 'Add Section');
    const card = preview(page).getByRole('img', { name: 'A card' });
    await card.waitFor();
    expect(await shapeOf(card)).toBeCloseTo(9 / 16, 2);
  });
});

describe('trimming', () => {
  /** Drags a handle by this many seconds of the strip, in its pixels. */
  async function drag(page: Page, name: 'In point' | 'Out point', bySeconds: number): Promise<void> {
    const box = async (edge: string) => (await page.getByRole('slider', { name: edge }).boundingBox())!;
    const [start, end] = [await box('In point'), await box('Out point')];
    // The handles are outside their edges: between them is the range, of 10 s.
    const perSecond = (end.x - (start.x + start.width)) / 10;
    const from = name === 'In point' ? start : end;
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + bySeconds * perSecond, y, { steps: 8 });
  }

  it('catches at words outside the section when a handle is dragged outwards', async () => {
    const { page, read } = await open();
    // The next section's first word ends at 11.5 s.
    await drag(page, 'Out point', 1.52);
    const trimmed = saved(page);
    await page.mouse.up();
    await trimmed;
    expect((await read()).sections[0]!.endTime).toBe(11.5);
  });

  itInFullTier('catches at nothing when that is switched off', async () => {
    const { page, read } = await open();
    await press(page, 'Snap to words');
    await drag(page, 'Out point', 1.52);
    const trimmed = saved(page);
    await page.mouse.up();
    await trimmed;
    const { endTime } = (await read()).sections[0]!;
    expect(endTime).not.toBe(11.5);
    expect(Math.abs(endTime - 11.52)).toBeLessThan(0.05);
  });

  itInFullTier('is given up by Escape', async () => {
    const { page, read } = await open();
    await drag(page, 'Out point', -3);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await page.getByText('All changes saved').waitFor();
    expect((await read()).sections[0]!.endTime).toBe(10);
  });

  itInFullTier('draws the sound of the video', async () => {
    const { page } = await open();
    const painted = () =>
      page
        .getByRole('region', { name: 'Trim' })
        .locator('canvas')
        .evaluate((canvas: HTMLCanvasElement) => {
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
          return data.some((value) => value > 0);
        });
    await expect.poll(painted).toBe(true);
  });
});

describe('editor keys', () => {
  // product 2.76, 2.78
  itInFullTier('plays and pauses with K and Space, and seeks by a second and by a frame', async () => {
    const { page } = await open();
    const key = (name: string) => page.keyboard.press(name);
    await key('k');
    await expect.poll(() => paused(page)).toBe(false);
    await key(' ');
    await expect.poll(() => paused(page)).toBe(true);
    const from = await time(page);
    await key('ArrowRight');
    await timeIs(page, from + 1, 0.01);
    await key('.');
    await timeIs(page, from + 1.04, 0.005);
    await key(',');
    await key('ArrowLeft');
    await timeIs(page, from, 0.01);
  });

  it('continues from the shown picture after a pause in the middle of a seek', async () => {
    const { page } = await open();
    const seeking = (is: boolean) =>
      page.evaluate((value) => {
        const video = document.querySelector('video')!;
        if (value) Object.defineProperty(video, 'seeking', { get: () => true, configurable: true });
        else Reflect.deleteProperty(video, 'seeking');
      }, is);
    await seeking(true);
    await page.keyboard.press('k');
    await expect.poll(() => time(page)).toBeGreaterThan(0.3);
    await page.keyboard.press('k');
    await expect.poll(() => paused(page)).toBe(true);
    await seeking(false);
    const from = await time(page);
    // On a slow machine, less than a second may remain.
    const end = Number(await page.getByRole('slider', { name: 'Position' }).getAttribute('aria-valuemax'));
    await page.keyboard.press('ArrowRight');
    await timeIs(page, Math.min(from + 1, end), 0.01);
  });
});
