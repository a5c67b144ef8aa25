import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makePlayable, openEditStage, rows } from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { paused, preview, press } from '../../helpers/browser/player.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const open = () =>
  openEditStage(scene, scan, {
    sections: 6,
    before: ({ page }) => page.setViewportSize({ width: 390, height: 844 }),
  });

const box = async (of: Locator) => (await of.boundingBox())!;
const toggle = (page: Page) => page.getByRole('button', { name: /^(Collapse|Expand) the player$/ });
const picture = (page: Page) => preview(page).locator('[data-film-picture]');

it('becomes a bar by its button, which stays under the finger, and plays there', async () => {
  const { page } = await open();
  const [whole, button] = [await box(preview(page)), await box(toggle(page))];
  expect([button.width, button.height]).toEqual([44, 44]);
  await press(page, 'Collapse the player');
  const slim = await box(preview(page));
  expect(slim.height).toBeLessThan(64);
  expect((await box(picture(page))).width).toBe(96);
  expect(await box(toggle(page))).toEqual(button);
  await preview(page).getByText('0:00 / 0:10').waitFor();
  await preview(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => paused(page)).toBe(false);
  await preview(page).getByRole('button', { name: 'Pause', exact: true }).click();
  expect(await preview(page).getByRole('button', { name: 'Full screen' }).isVisible()).toBe(false);
  await press(page, 'Expand the player');
  expect(await box(preview(page))).toEqual(whole);
});

it('becomes a bar once it was scrolled past, without moving what is below it, and comes back', async () => {
  const { page } = await open();
  await rows(page).nth(1).click();
  const last = page.getByRole('textbox', { name: 'End' });
  await last.waitFor();
  const collapsed = page.getByRole('button', { name: 'Expand the player' });
  await page.evaluate(() => window.scrollTo(0, 0));
  const before = (await box(last)).y;
  /** Each step scrolls everything by itself alone. */
  let scrolled = 0;
  while (!(await collapsed.isVisible())) {
    scrolled = await page.evaluate(async () => {
      window.scrollBy(0, 40);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      return window.scrollY;
    });
    expect((await box(last)).y).toBeCloseTo(before - scrolled, 1);
  }
  expect((await box(preview(page))).height).toBeLessThan(64);
  expect((await box(preview(page))).y).toBeGreaterThanOrEqual(56);
  expect(scrolled).toBeGreaterThan(150);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.evaluate(() => window.scrollTo(0, 0));
  await collapsed.waitFor({ state: 'detached' });
  expect((await box(last)).y).toBeCloseTo(before, 1);
});
