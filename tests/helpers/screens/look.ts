import type { Page } from 'playwright-core';
import { forgetAnswers } from '../browser/answers.ts';
import type { Screen } from './screen.ts';

/** The size at which a screen is brought into its state. */
const SIZE = { width: 1440, height: 900 };
/** A screen that takes longer to appear counts as missing. */
const PATIENT_MS = 60_000;

/**
 * Shows all screens in turn, several concurrently, and collects the findings of `inspect`. A screen that does
 * not appear is a finding too. Screens share a page if they can, since a new page costs as much as a check.
 */
export async function checkAll(
  lanes: (() => Promise<Page>)[],
  screens: Screen[],
  inspect: (page: Page, screen: Screen) => Promise<string[]>,
): Promise<string[]> {
  const waiting = [...screens];
  const problems: string[] = [];
  const work = async (newPage: () => Promise<Page>) => {
    let page: Page | undefined;
    for (let screen = waiting.shift(); screen; screen = waiting.shift()) {
      page ??= await openForScreens(newPage);
      let isSpent = screen.ownPage ?? false;
      try {
        await page.setViewportSize(screen.size ?? SIZE);
        await screen.before?.(page);
        await page.goto(screen.path);
        await screen.shown(page);
        problems.push(...(await inspect(page, screen)).map((line) => `${screen!.name}: ${line}`));
      } catch (error) {
        isSpent = true;
        problems.push(`${screen.name}: ${String(error).split('\n').slice(0, 4).join(' ')}`);
      }
      // Fails held calls, which would otherwise go to the server once their rules are removed.
      await page.goto('/favicon.svg');
      await forgetAnswers(page);
      if (isSpent) {
        await page.close();
        page = undefined;
      }
    }
    await page?.close();
  };
  await Promise.all(lanes.map(work));
  return problems;
}

async function openForScreens(newPage: () => Promise<Page>): Promise<Page> {
  const page = await newPage();
  page.setDefaultTimeout(PATIENT_MS);
  // Moving elements would be measured in mid-transition.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Restores the state of a new page.
  await page.addInitScript(() => {
    sessionStorage.clear();
    localStorage.clear();
  });
  return page;
}

/** The frames in which a page settles. An open menu is repositioned only after the window has changed. */
const FRAMES_TO_REST = 30;

/**
 * Returns elements that overflow the page to the right, or their window, and cannot be scrolled to, and
 * numbers that are cut off in their fields.
 */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(async (frames) => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const findOverflow = (): string[] => {
      const width = document.documentElement.clientWidth;
      const out = [...document.querySelectorAll('a, button, input, select, textarea, h1, h2, h3, p, video')]
        .filter((element) => {
          const { left, right, width: own } = element.getBoundingClientRect();
          return own > 1 && (right > width + 1 || left < -1) && !scrolls(element.parentElement);
        })
        .map((element) => `${element.tagName} “${(element.textContent || element.ariaLabel)?.slice(0, 40)}”`);
      const cut = [...document.querySelectorAll<HTMLInputElement>('input[inputmode=decimal]')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ value }) => `the number ${value} is cut off`);
      const pageWidth = document.documentElement.scrollWidth;
      return [...(pageWidth > width ? [`the page is ${pageWidth} wide`] : []), ...out, ...cut];
    };
    let overflowing = findOverflow();
    for (let frame = 0; frame < frames && overflowing.length > 0; frame += 1) {
      await new Promise((next) => requestAnimationFrame(next));
      overflowing = findOverflow();
    }
    return overflowing;
  }, FRAMES_TO_REST);
}
