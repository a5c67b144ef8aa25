import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { openScene } from '../helpers/page-scene.ts';
import { lookAtAll, overflowing } from '../helpers/screens/look.ts';
import { openScreens } from '../helpers/screens/open-screens.ts';
import { routeOf } from '../helpers/screens/screen.ts';

const LANES = 2;
const THEMES = ['light', 'dark'] as const;
const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 780 },
];
/** Nothing may stand out of the page there. */
const SMALLEST = { width: 320, height: 640 };

/** All that axe knows, and what it leaves out by itself: the size of targets. */
const EVERYTHING: axe.RunOptions = {
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
  preload: false,
};
/** Themes differ in nothing else. */
const COLOURS: axe.RunOptions = {
  resultTypes: ['violations'],
  preload: false,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

const scene = await openScene();
const { user, screens } = await openScreens(scene);

async function wear(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await page.evaluate(async (dark) => {
    document.documentElement.classList.toggle('dark', dark);
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }, theme === 'dark');
}

/** What axe finds wrong on the page as it is now: rule and place. */
const violations = (page: Page, options: axe.RunOptions): Promise<string[]> =>
  page.evaluate(async (asked) => {
    const { violations: wrong } = await (window as unknown as { axe: typeof axe }).axe.run(document, asked);
    return wrong.flatMap(({ id, nodes }) =>
      nodes.map(
        (node) => `${id} at ${node.target.join(' ')} (${node.any[0]?.message ?? node.all[0]?.message ?? ''})`,
      ),
    );
  }, options);

let checked = 0;
afterAll(() => {
  console.log(`axe: ${checked} of screen, state, theme and width; ${screens.length} screens in their states`);
});

for (const route of new Set(screens.map(routeOf))) {
  it(`is accessible in every state of ${route}, in both themes, from 320 px on`, async () => {
    const lanes = await Promise.all(Array.from({ length: LANES }, () => scene.visit(user)));
    const found = await lookAtAll(
      lanes.map(
        ({ context }) =>
          () =>
            context.newPage(),
      ),
      screens.filter((screen) => routeOf(screen) === route),
      async (page) => {
        await page.evaluate(axe.source);
        const wrong: string[] = [];
        for (const size of SIZES) {
          await page.setViewportSize(size);
          for (const theme of THEMES) {
            await wear(page, theme);
            const options = theme === 'light' ? EVERYTHING : COLOURS;
            wrong.push(...(await violations(page, options)).map((line) => `${size.width} ${theme}: ${line}`));
            checked += 1;
          }
        }
        await page.setViewportSize(SMALLEST);
        wrong.push(...(await overflowing(page)).map((line) => `${SMALLEST.width}: ${line}`));
        return wrong;
      },
    );
    expect(found).toEqual([]);
  });
}
