import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makePlayable, openEditStage, rows } from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { gate } from '../../helpers/gate.ts';
import { paused, preview, press } from '../../helpers/browser/player.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const open = (sections = 6, before?: (page: Page) => Promise<unknown>) =>
  openEditStage(scene, scan, {
    sections,
    before: async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await before?.(page);
    },
  });

const box = async (of: Locator) => (await of.boundingBox())!;
const toggle = (page: Page) => page.getByRole('button', { name: /^(Collapse|Expand) the player$/ });
const picture = (page: Page) => preview(page).locator('[data-film-picture]');

/**
 * Moves a finger up by this many pixels from the middle of an element. Returns how far the page has scrolled.
 */
async function swipeUp(page: Page, from: Locator, pixels: number): Promise<number> {
  const finger = await page.context().newCDPSession(page);
  const { x, y, width, height } = await box(from);
  const at = (up: number) => ({ x: x + width / 2, y: y + height / 2 - up });
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', at(0));
  for (const part of [0.1, 0.25, 0.5, 0.75, 1]) await touch('touchMove', at(pixels * part));
  await touch('touchEnd');
  await finger.detach();
  return page.evaluate(() => window.scrollY);
}

// product 18.12
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

// product 18.12
it('becomes a bar once it was scrolled past, without moving the content below, and expands again', async () => {
  const { page } = await open();
  await rows(page).nth(1).click();
  const last = page.getByRole('textbox', { name: 'End' });
  await last.waitFor();
  const collapsed = page.getByRole('button', { name: 'Expand the player' });
  await page.evaluate(() => window.scrollTo(0, 0));
  const before = (await box(last)).y;
  /** Scrolls the list. Each step must scroll everything without the previous steps. */
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

// product 18.12
it('becomes a bar while a finger scrolls the list, down to its last section', async () => {
  const { page } = await open(14);
  const list = page.locator('#section-list');
  expect(await list.evaluate((all) => all.clientHeight === all.scrollHeight)).toBe(true);
  const last = rows(page).filter({ hasText: 'Section 14' });
  const isInView = (row: Locator) =>
    row.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  await page.evaluate(() => window.scrollTo(0, 400));
  for (let swipes = 0; swipes < 12; swipes++) {
    if ((await last.count()) > 0 && (await isInView(last))) break;
    const before = await page.evaluate(() => window.scrollY);
    const lastVisible = await rows(page).evaluateAll((all) =>
      all.findLastIndex((row) => row.getBoundingClientRect().bottom < window.innerHeight - 140),
    );
    expect(await swipeUp(page, rows(page).nth(lastVisible), 260)).toBeGreaterThan(before);
  }
  expect(await isInView(last)).toBe(true);
  expect((await box(preview(page))).height).toBeLessThan(64);
  // It expands, and the list is in view again.
  await last.click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
  const sections = page.getByRole('tab', { name: /^Sections/ });
  await sections.click();
  await expect.poll(() => isInView(last)).toBe(true);
  // A mouse opens the list when it presses the tab, and must not scroll it again when it releases the tab.
  await last.click();
  await sections.hover();
  await page.mouse.down();
  await expect.poll(() => isInView(last)).toBe(true);
  await page.mouse.up();
  expect(await isInView(last)).toBe(true);
});

// product 18.12
it('scrolls the page when a finger drags the seek bar vertically, without seeking', async () => {
  const { page } = await open();
  const position = page.getByRole('slider', { name: 'Position' });
  const track = position.locator('xpath=ancestor::*[@data-orientation][1]');
  expect(await swipeUp(page, track, 300)).toBeGreaterThan(100);
  expect(await position.getAttribute('aria-valuenow')).toBe('0');
});

// product 18.12
it('does not move when the number of sections to render becomes known', async () => {
  const planGate = gate();
  const { page } = await open(2, (opened) =>
    opened.route(/\/generation-plan/, async (route) => {
      await planGate.opened;
      await route.continue();
    }),
  );
  const before = await box(preview(page));
  planGate.open();
  await page.getByText('2 sections to render', { exact: true }).waitFor();
  expect(await box(preview(page))).toEqual(before);
});
