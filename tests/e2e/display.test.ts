import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import type { User } from '#contract/users.ts';
import { launchBrowser } from '../helpers/browser.ts';
import { changeAnswer, openScene } from '../helpers/page-scene.ts';
import { lookAtAll, overflowing } from '../helpers/screens/look.ts';
import { openScreens } from '../helpers/screens/open-screens.ts';
import { routeOf } from '../helpers/screens/screen.ts';

const LANES = 2;
const BACKGROUND = { light: 'rgb(249, 250, 251)', dark: 'rgb(13, 15, 21)' };

const scene = await openScene();
const { user, screens } = await openScreens(scene);
// As in the browser's own settings: twice the usual size.
const largeText = await launchBrowser('--blink-settings=defaultFontSize=32');
afterAll(() => largeText.close());

/** A context on a laptop's screen, signed in. */
async function signedIn(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: scene.url, viewport: { width: 1280, height: 800 } });
  const [name, value] = user.cookie.split('=') as [string, string];
  await context.addCookies([{ name, value, url: scene.url }]);
  return context;
}

for (const route of new Set(screens.map(routeOf))) {
  it(`shows ${route} with text of 200%, on a laptop and on a tablet`, async () => {
    const contexts = await Promise.all(Array.from({ length: LANES }, () => signedIn(largeText)));
    const found = await lookAtAll(
      contexts.map((context) => () => context.newPage()),
      screens.filter((screen) => routeOf(screen) === route),
      async (page) => {
        const size = await page.evaluate(() => getComputedStyle(document.body).fontSize);
        const wide = await overflowing(page);
        await page.setViewportSize({ width: 768, height: 1024 });
        const narrow = await overflowing(page);
        return [
          ...(size === '28px' ? [] : [`the text is ${size}`]),
          ...wide.map((line) => `1280: ${line}`),
          ...narrow.map((line) => `768: ${line}`),
        ];
      },
    );
    await Promise.all(contexts.map((context) => context.close()));
    expect(found).toEqual([]);
  });
}

describe('the theme', () => {
  const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  for (const [theme, system, shown] of [
    ['light', 'dark', 'light'],
    ['dark', 'light', 'dark'],
    ['system', 'dark', 'dark'],
    ['system', 'light', 'light'],
  ] as const) {
    it(`${theme} is set before the first paint where the system is ${system}`, async () => {
      const { page } = await scene.visit(user);
      await page.emulateMedia({ colorScheme: system });
      await changeAnswer<User>(page, /\/api\/auth\/user$/, (known) => ({
        ...known,
        settings: { ...known.settings, theme },
      }));
      // The class at each frame, from the first one on.
      await page.addInitScript(
        ([key, value]) => {
          localStorage.setItem(key!, value!);
          const seen = new Set<boolean>();
          Object.assign(window, { seen });
          const look = (): void => {
            if (document.body) seen.add(document.documentElement.classList.contains('dark'));
            requestAnimationFrame(look);
          };
          look();
        },
        ['cutroom.theme', theme],
      );
      // Nothing of the page's own code runs: what is seen then comes from the document alone.
      let start = (): void => {};
      const held = new Promise<void>((resolve) => (start = resolve));
      await page.route(/\/assets\/index-.*\.js$/, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto('/', { waitUntil: 'commit' });
      await expect.poll(() => background(page)).toBe(BACKGROUND[shown]);
      expect(await page.locator('#root > *').count()).toBe(0);
      start();
      await page.getByRole('heading', { name: 'Find Videos to Include' }).waitFor();
      expect(await background(page)).toBe(BACKGROUND[shown]);
      const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<boolean> }).seen]);
      expect(seen).toEqual([shown === 'dark']);
    });
  }

  it('follows the system while it is the choice, and is kept once it is chosen', async () => {
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
  });
});
