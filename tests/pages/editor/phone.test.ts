import type { Locator, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type EditVisit, makePlayable, openEditStage, rows } from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { textField } from '../../helpers/browser/player.ts';
import { casesOfTier, itInFullTier } from '../../helpers/tier.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const open = (options: Parameters<typeof openEditStage>[2] = {}) => openEditStage(scene, scan, options);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const form = (page: Page) => page.getByRole('region', { name: 'Selected section' });

describe('editor on a phone', () => {
  const box = async (of: Locator) => (await of.boundingBox())!;
  const bar = (page: Page) => page.getByRole('tablist', { name: 'Editor' }).locator('xpath=..');
  const sizes = [
    { width: 390, height: 844 },
    { width: 320, height: 640 },
    { width: 844, height: 390 },
  ];
  for (const size of casesOfTier(sizes)) {
    it(`shows its tabs beside Generate, and a form that covers no field, at ${size.width} x ${size.height}`, async () => {
      const { page } = await open({ before: ({ page: opened }) => opened.setViewportSize(size) });
      const [tabs, generate] = await Promise.all([
        box(page.getByRole('tablist', { name: 'Editor' })),
        box(button(page, 'Generate Video')),
      ]);
      expect(generate.y + generate.height).toBeLessThanOrEqual(size.height);
      const above = tabs.y + tabs.height <= generate.y;
      const isBeside = tabs.x + tabs.width <= generate.x;
      expect({ above, beside: isBeside }).toEqual({ above: size.height > 400, beside: size.height < 400 });
      await rows(page).nth(1).click();
      const tab = page.getByRole('tab', { name: 'Text and range' });
      expect(await tab.getAttribute('aria-selected')).toBe('true');
      const panel = page.getByRole('tabpanel', { name: 'Text and range' });
      expect(await panel.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await field(page, 'Title').inputValue()).toBe('Section 2');
      // Below the header: the preview with its form, or the form alone where there is no room for both.
      const preview = page.getByRole('region', { name: 'Preview', exact: true });
      const first = await box(size.height > 400 ? preview : form(page));
      expect(first.y).toBeGreaterThanOrEqual(56);
      expect(first.y).toBeLessThan(100);
      for (const each of await form(page).getByRole('textbox').all()) {
        await each.focus();
        const rowBox = await box(each);
        // In landscape a phone has no room for both: the bar hides.
        const lid = (await bar(page).isVisible()) ? (await box(bar(page))).y : size.height;
        expect(rowBox.y + rowBox.height).toBeLessThanOrEqual(lid);
      }
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.getByRole('tab', { name: /^Sections/ }).click();
      await rows(page).first().waitFor();
    });
  }

  itInFullTier('hides the bar over a focused field while the on-screen keyboard is open', async () => {
    const { page } = await open({
      before: ({ page: opened }) => opened.setViewportSize({ width: 390, height: 844 }),
    });
    await rows(page).first().click();
    const text = await textField(page);
    await text.click();
    expect(await bar(page).isVisible()).toBe(true);
    await page.setViewportSize({ width: 390, height: 400 });
    await bar(page).waitFor({ state: 'hidden' });
    await text.scrollIntoViewIfNeeded();
    const { y, height } = await box(text);
    expect(y + height).toBeLessThanOrEqual(400);
    await text.blur();
    await bar(page).waitFor();
  });
});

/** Another page of the same user on the same project, on a device with a touch screen. */
async function touched(visit: EditVisit, width: number, height: number): Promise<Page> {
  const context = await visit.context.browser()!.newContext({
    baseURL: scene.url,
    viewport: { width, height },
    hasTouch: true,
    isMobile: true,
    storageState: await visit.context.storageState(),
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`/?project=${visit.projectId}&stage=edit`);
  await rows(page).first().waitFor();
  return page;
}

/** Where an element begins and ends, below the header and above the bar at the bottom. */
const seenOf = (of: Locator) =>
  of.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const header = document.querySelector('header')!.getBoundingClientRect().bottom;
    const bar = document.querySelector('[aria-label=Editor]')!.parentElement!.getBoundingClientRect().top;
    return { share: (Math.min(bottom, bar) - Math.max(top, header)) / (bottom - top), top, bottom, bar };
  });

describe('first screen of the editor', () => {
  for (const [width, height] of casesOfTier([
    [390, 844],
    [360, 640],
  ] as const)) {
    // product 2.135
    it(`shows the player and the first section at ${width} x ${height}, and has tabs that scroll their panel`, async () => {
      const page = await touched(await open({ sections: 6 }), width, height);
      const player = page.getByRole('region', { name: 'Preview', exact: true });
      const whole = [
        button(page, 'Back to Home'),
        page.getByRole('heading', { level: 1 }),
        button(page, 'Menu'),
        player,
      ];
      for (const one of whole) expect((await seenOf(one)).share).toBe(1);
      expect((await seenOf(rows(page).first())).share).toBe(1);

      const tab = page.getByRole('tab', { name: 'Text and range' });
      await tab.tap();
      const panel = page.getByRole('tabpanel', { name: 'Text and range' });
      await expect.poll(async () => (await seenOf(player)).top).toBeLessThan(90);
      const [above, below] = [await seenOf(player), await seenOf(panel)];
      expect(above.share).toBe(1);
      expect(below.top).toBeGreaterThanOrEqual(above.bottom);
      expect(below.bar - below.top).toBeGreaterThan(100);
      // Parts of the panel load late; before that, the page is too short to scroll on.
      await expect.poll(async () => (await panel.boundingBox())!.height).toBeGreaterThan(height);
      // Where the page is scrolled on, the same tab scrolls back to the beginning of its panel.
      await page.evaluate(() => window.scrollBy(0, 500));
      await tab.tap();
      await expect.poll(async () => (await seenOf(panel)).top).toBeCloseTo(below.top, 0);
      // The list appears at the same place, although the page was scrolled past its first rows.
      await page.evaluate(() => window.scrollBy(0, 500));
      await page.locator('[data-slim]').waitFor();
      await page.getByRole('tab', { name: /^Sections/ }).tap();
      await rows(page).first().waitFor();
      await page.locator('[data-slim]').waitFor({ state: 'detached' });
      const list = page.getByRole('tabpanel', { name: /^Sections/ });
      expect((await seenOf(list)).top).toBeCloseTo(below.top, 0);
    });
  }

  // product 2.135
  itInFullTier('has no keyboard shortcuts in the menu of a touch screen', async () => {
    const visit = await open();
    const page = await touched(visit, 390, 844);
    await button(page, 'Menu').tap();
    await button(page, 'Find and replace').waitFor();
    expect(await button(page, 'Keyboard shortcuts').isVisible()).toBe(false);
    // A narrow window has a keyboard.
    await visit.page.setViewportSize({ width: 390, height: 844 });
    await button(visit.page, 'Menu').click();
    await button(visit.page, 'Keyboard shortcuts').waitFor();
  });

  // product 2.136
  it('shows at least half of the player in windows that are zoomed to 200%', async () => {
    const { page } = await open({ sections: 6 });
    const player = page.getByRole('region', { name: 'Preview', exact: true });
    // Of 1280 x 720, 1440 x 900 and 1920 x 1080.
    for (const [width, height] of [
      [640, 360],
      [720, 450],
      [960, 540],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(async () => (await seenOf(player)).share).toBeGreaterThanOrEqual(0.5);
    }
  });
});

describe('editor on a small screen', () => {
  const small = (width = 360, height = 780) =>
    open({ sections: 6, before: ({ page }) => page.setViewportSize({ width, height }) });

  // product 2.68
  it('keeps the player in view, and tabs and Generate at the bottom', async () => {
    const { page } = await small();
    const player = page.getByRole('region', { name: 'Preview', exact: true });
    const generate = page.getByRole('button', { name: 'Generate Video' });
    await page.evaluate(() => window.scrollTo(0, 10_000));
    expect((await player.boundingBox())!.y).toBeGreaterThanOrEqual(56);
    expect((await generate.boundingBox())!.y).toBeGreaterThan(700);
    await page.getByRole('tab', { name: 'Text and range' }).click();
    for (const name of ['Mark in', 'Mark out', 'Split']) await page.getByRole('button', { name }).waitFor();
    await page.getByRole('region', { name: 'Previewed section' }).getByText('Video 1 · Tests').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  itInFullTier('gives the sound button one size in every row', async () => {
    const { page } = await small();
    const sound = async (name: string) =>
      (await rows(page)
        .getByText(name, { exact: true })
        .locator('xpath=ancestor::li')
        .getByRole('button', { name: `Sound of ${name}` })
        .boundingBox())!;
    const [selected, other] = [await sound('Section 1'), await sound('Section 2')];
    expect(selected.width).toBeGreaterThanOrEqual(28);
    expect([selected.width, selected.height]).toEqual([other.width, other.height]);
  });

  it('never hides the focus behind the player', async () => {
    const { page } = await small(360, 740);
    await rows(page).nth(5).focus();
    const bottom = await page
      .getByRole('region', { name: 'Preview', exact: true })
      .evaluate((element) => element.parentElement!.parentElement!.getBoundingClientRect().bottom);
    for (const row of [4, 3, 2, 1, 0]) {
      await rows(page).nth(row).focus();
      expect((await rows(page).nth(row).boundingBox())!.y).toBeGreaterThanOrEqual(bottom - 1);
    }
  });

  itInFullTier('scrolls the player away where there is little height', async () => {
    const { page } = await small(740, 360);
    await page.evaluate(() => window.scrollTo(0, 10_000));
    expect((await page.getByRole('region', { name: 'Preview', exact: true }).boundingBox())!.y).toBeLessThan(
      0,
    );
  });
});
