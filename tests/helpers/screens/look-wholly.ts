import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import '../tier.ts';
import { overflowing } from './look.ts';
import type { Screen } from './screen.ts';

const FULL = inject('tier') === 'full';
/** The sizes and themes of the current tier. */
const THEMES = FULL ? (['light', 'dark'] as const) : (['light'] as const);
const LAPTOP = { width: 1440, height: 900 };
const PHONES = FULL ? [{ width: 360, height: 780 }] : [];
/** At this width, nothing may overflow the page. */
const SMALLEST = { width: 320, height: 640 };
/** At these widths, nothing may overflow with text of twice the default size: a tablet, and a laptop. */
const WITH_LARGE_TEXT = [
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

/** All rules of axe, including one that is off by default: the size of targets. */
const EVERYTHING: axe.RunOptions = {
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
  preload: false,
};
/** Rules about colours: themes differ in nothing else. */
const COLOURS: axe.RunOptions = {
  resultTypes: ['violations'],
  preload: false,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** Minified, since it is sent to each page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Checks a screen by axe and for overflow at 320 px. The full tier checks it by axe in both themes, on a
 * laptop and on a phone, and for overflow with text of 200% too.
 * @returns the faults, each beginning with the width
 */
export async function lookWholly(
  page: Page,
  { size: laptop = LAPTOP }: Pick<Screen, 'size'> = {},
): Promise<string[]> {
  await page.evaluate(AXE);
  const wrong: string[] = [];
  for (const size of [laptop, ...PHONES]) {
    await page.setViewportSize(size);
    for (const theme of THEMES) {
      await wear(page, theme);
      const problems = await violations(page, theme === 'light' ? EVERYTHING : COLOURS);
      wrong.push(...problems.map((line) => `${size.width} ${theme}: ${line}`));
    }
  }
  await page.setViewportSize(SMALLEST);
  wrong.push(...(await overflowing(page)).map((line) => `${SMALLEST.width}: ${line}`));
  if (!FULL) return wrong;
  const restoreText = await enlargeText(page);
  for (const size of WITH_LARGE_TEXT) {
    await page.setViewportSize(size);
    wrong.push(...(await overflowing(page)).map((line) => `${size.width} at 200%: ${line}`));
  }
  await restoreText();
  return wrong;
}

async function wear(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await page.evaluate(async (dark) => {
    document.documentElement.classList.toggle('dark', dark);
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }, theme === 'dark');
}

/** Returns axe's findings on the current page: rule and element. */
const violations = (page: Page, options: axe.RunOptions): Promise<string[]> =>
  page.evaluate(async (options) => {
    const { violations: wrong } = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
    return wrong.flatMap(({ id, nodes }) =>
      nodes.map(
        (node) => `${id} at ${node.target.join(' ')} (${node.any[0]?.message ?? node.all[0]?.message ?? ''})`,
      ),
    );
  }, options);

/** Doubles the text size like the browser's own setting, until the returned function is called. */
async function enlargeText(page: Page): Promise<() => Promise<void>> {
  const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));
  const usual = await size();
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  const large = await size();
  if (large !== 2 * usual) throw new Error(`The text is of ${large} px, and was of ${usual}`);
  return async () => {
    await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
    await session.detach();
  };
}
