import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import type { Video } from '#contract/videos.ts';
import { patchSettings } from '#core/repositories/account/users.ts';
import { launchBrowser } from '../../helpers/browser/browser.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { createUser } from '../../helpers/data/user.ts';
import { casesOfTier } from '../../helpers/tier.ts';

const BACKGROUND = { light: 'rgb(249, 250, 251)', dark: 'rgb(13, 15, 21)' };

const scene = await openScene();
const user = await createUser(scene.backend);
// Doubles the text size like the browser's own setting.
const largeText = await launchBrowser('--blink-settings=defaultFontSize=32');
afterAll(() => largeText.close());

/** Opens a signed-in context on a laptop's screen. */
async function signedIn(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: scene.url, viewport: { width: 1280, height: 800 } });
  const [name, value] = user.cookie.split('=') as [string, string];
  await context.addCookies([{ name, value, url: scene.url }]);
  return context;
}

describe('theme', () => {
  const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  for (const [theme, system, shown] of [
    ['light', 'dark', 'light'],
    ['dark', 'light', 'dark'],
    ['system', 'dark', 'dark'],
    ['system', 'light', 'light'],
  ] as const) {
    // product 2.112
    it(`is set to ${theme} before the first paint if the system's theme is ${system}`, async () => {
      // A browser in which no one was signed in before.
      const { page } = await scene.visit(user);
      await page.emulateMedia({ colorScheme: system });
      await patchSettings(scene.backend.db, user.id, { theme });
      // The class in each frame, from the first one on.
      await page.addInitScript(() => {
        const seen = new Set<boolean>();
        Object.assign(window, { seen });
        const sample = (): void => {
          if (document.body) seen.add(document.documentElement.classList.contains('dark'));
          requestAnimationFrame(sample);
        };
        sample();
      });
      // Without the page's scripts, the theme depends on the document alone.
      let start = (): void => {};
      const gate = new Promise<void>((resolve) => (start = resolve));
      await page.route(/\/assets\/index-.*\.js$/, async (route) => {
        await gate;
        await route.continue();
      });
      await page.goto('/', { waitUntil: 'commit' });
      await expect.poll(() => background(page)).toBe(BACKGROUND[shown]);
      expect(await page.locator('#root > *').count()).toBe(0);
      start();
      await page.getByRole('heading', { name: 'Find Videos to Include' }).waitFor();
      expect(await background(page)).toBe(BACKGROUND[shown]);
      const themes = await page.evaluate(() => [...(window as unknown as { seen: Set<boolean> }).seen]);
      expect(themes).toEqual([shown === 'dark']);
    });
  }

  it('follows the system while that is chosen, and keeps a chosen theme', async () => {
    const { page } = await scene.visit(user);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/');
    const choose = async (name: string) => {
      await page.getByRole('button', { name: /Account: / }).click();
      const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/user/settings'));
      await page.getByRole('menuitemradio', { name }).click();
      expect((await saved).status()).toBe(200);
    };
    await choose('System');
    await expect.poll(() => background(page)).toBe(BACKGROUND.light);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => background(page)).toBe(BACKGROUND.dark);
    await page.keyboard.press('Escape');
    await choose('Light');
    await page.reload();
    await page.getByRole('heading', { name: 'Find Videos to Include' }).waitFor();
    expect(await background(page)).toBe(BACKGROUND.light);
    // The landing page after the sign-out.
    await page.context().clearCookies();
    await page.goto('/');
    await page.getByRole('link', { name: 'Get Started' }).first().waitFor();
    expect(await background(page)).toBe(BACKGROUND.light);
  });
});

describe('skeleton cards', () => {
  const videos: Video[] = Array.from({ length: 200 }, (_, index) => ({
    id: `library_${index}`,
    title: `The river ${index}, from its spring in the mountains down to the sea`,
    description: 'A day on the river with its boats, its bridges and its birds, from morning till night.',
    thumbnail: '/placeholder.svg',
    duration: 65,
    source: 'library',
    sourceId: String(index),
    views: 'Unknown',
    channel: 'Rivers of the world',
    createdAt: null,
    userId: null,
    license: 'CC BY 4.0',
  }));
  const widths = [
    { name: 'a laptop', width: 1440, browser: null },
    { name: 'a phone', width: 360, browser: null },
    { name: 'a laptop with text of 200%', width: 1440, browser: largeText },
  ];
  for (const { name, width, browser } of casesOfTier(widths)) {
    it(`skeleton cards are as large as the cards that replace them, also outside the window, on ${name}`, async () => {
      const { context } = browser ? { context: await signedIn(browser) } : await scene.visit(user);
      const page = await context.newPage();
      await page.setViewportSize({ width, height: 900 });
      const searches: Route[] = [];
      await page.route(/\/api\/videos\/search/, (route) => void searches.push(route));
      await page.goto('/?q=river');
      const skeletons = page.locator('.animate-pulse-soft');
      await skeletons.first().waitFor();
      const onTheirWay = await skeletons.evaluateAll((cards) => {
        const { top, height } = cards[0]!.getBoundingClientRect();
        return { top, height, gap: Number.parseFloat(getComputedStyle(cards[0]!.parentElement!).rowGap) };
      });
      await expect.poll(() => searches.length).toBe(1);
      await searches[0]!.fulfill({ json: videos });
      const list = page.getByRole('list', { name: 'Videos' });
      const card = (await list.getByRole('listitem').first().boundingBox())!;
      expect(card.y).toBeCloseTo(onTheirWay.top, 0);
      expect(card.height).toBeCloseTo(onTheirWay.height, 0);
      const row = await list.getByRole('presentation').first().getByRole('listitem').count();
      const rows = Math.ceil(videos.length / row);
      const total = rows * (card.height + onTheirWay.gap) - onTheirWay.gap;
      expect(Math.abs((await list.boundingBox())!.height - total)).toBeLessThan(rows / 10);
      if (browser) await context.close();
    });
  }
});
