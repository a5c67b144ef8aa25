import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { type BundleFile, weigh } from '../client/build/budgets.ts';
import { launchChromium } from '../tests/helpers/browser/launch.ts';
import { EVERYTHING, PROJECT, serveBuild, WORDS } from './lib/client-site.ts';
import { report, type Bench } from './lib/figures.ts';

/** The interface's budgets apply to the median of this many visits. */
const SAMPLES = 5;
const PATIENCE_MS = 60_000;
const INITIAL_GOAL_KB = 140;
/** The number of frames over which scrolling is measured, and the scroll distance of each, in px. */
const FRAMES = 120;
const SCROLL_PX = 400;

interface PageMetrics {
  lcp: number;
  cls: number;
  /** Lengths of the browser's long tasks, in ms. */
  tasks: number[];
  /** Time from each interaction until the page displayed its effect, in ms. */
  interactions: number[];
}

/** Runs in the page before its own scripts, and records the browser's performance entries. */
function watch(): void {
  const seen: PageMetrics = { lcp: 0, cls: 0, tasks: [], interactions: [] };
  Object.assign(window, { seen });
  const observe = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}): void => {
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...more,
    });
  };
  observe('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime));
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.cls += value;
  });
  observe('longtask', ({ duration }) => seen.tasks.push(duration));
  observe(
    'event',
    (entry) => {
      if ((entry as PerformanceEventTiming).interactionId > 0) seen.interactions.push(entry.duration);
    },
    { durationThreshold: 16 },
  );
}

const read = (page: Page): Promise<PageMetrics> =>
  page.evaluate(() => (window as unknown as { seen: PageMetrics }).seen);
/** Resolves when the page is idle. */
const quiet = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
};

/** Visits the page with an empty cache. */
async function visit<T>(browser: Browser, url: string, measure: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    // Defines the helper that tsx wraps around named functions.
    await page.addInitScript('globalThis.__name = (value) => value');
    await page.addInitScript(watch);
    return await measure(page);
  } finally {
    await context.close();
  }
}

/** Opens a search by its link and performs typical actions. */
async function useSearch(page: Page) {
  await page.goto('/?q=river');
  await page.getByRole('checkbox').nth(9).waitFor();
  await quiet(page);
  const { lcp, cls, tasks } = await read(page);
  for (const index of [0, 1, 2]) await page.getByRole('checkbox').nth(index).click();
  await page.getByRole('button', { name: 'Advanced Settings', exact: true }).click();
  await page.getByLabel('Duration').selectOption('medium');
  await page.getByRole('searchbox').fill('');
  await page.getByRole('searchbox').pressSequentially('another river');
  await page.keyboard.press('Enter');
  await page.waitForURL(/another/);
  await quiet(page);
  const { interactions } = await read(page);
  const blocked = tasks.reduce((sum, task) => sum + Math.max(0, task - 50), 0);
  return { lcp, cls, tbt: blocked, inp: Math.max(0, ...interactions) };
}

/**
 * Scrolls the element that a selector finds, or the page. Returns the most nodes that the page had, and the
 * 95th percentile of the time of a frame, in ms.
 */
const scroll = (page: Page, selector: string | null): Promise<{ nodes: number; p95: number }> =>
  page.evaluate(
    async ({ selector, frames, step }) => {
      const scrolled = selector === null ? window : document.querySelector(selector)!;
      const count = (): number => document.querySelectorAll('*').length;
      const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
      const durations: number[] = [];
      let most = count();
      let last = await frame();
      for (let i = 0; i < frames; i++) {
        scrolled.scrollBy({ top: step, behavior: 'instant' });
        const now = await frame();
        durations.push(now - last);
        last = now;
        most = Math.max(most, count());
      }
      durations.sort((a, b) => a - b);
      return { nodes: most, p95: durations[Math.floor(durations.length * 0.95)]! };
    },
    { selector, frames: FRAMES, step: SCROLL_PX },
  );

/**
 * Scrolls ten thousand results: measures the number of nodes and the time of a frame, and checks that the
 * last result can be reached.
 */
async function scrollEverything(page: Page) {
  await page.goto(`/?q=${EVERYTHING.query}`);
  await page.getByRole('heading', { name: `All Videos (${EVERYTHING.count})` }).waitFor();
  await quiet(page);
  const { nodes, p95 } = await scroll(page, null);
  // Rows are measured when they are rendered, so the end of the list may move once or twice.
  const last = page.locator(`[aria-posinset="${EVERYTHING.count}"]`);
  for (let tries = 0; tries < 20 && !(await last.isVisible()); tries++) {
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }
  return { nodes, p95, reached: (await last.isVisible()) ? 1 : 0 };
}

/** Opens the editor of a long film. */
async function openEditor(page: Page): Promise<void> {
  await page.goto(`/?stage=edit&project=${PROJECT.id}`);
  await page.getByRole('heading', { name: `Sections (${PROJECT.sections})` }).waitFor();
  await quiet(page);
}

/** Moves a section. Returns the time from the press of the button to the frame with the new order, in ms. */
async function reorder(page: Page): Promise<number> {
  await openEditor(page);
  return page.evaluate(async () => {
    const button = document.querySelector<HTMLButtonElement>('[aria-label="Move Section 2 up"]')!;
    const first = (): string | undefined => document.querySelector('[data-select]')?.textContent?.trim();
    const from = performance.now();
    button.click();
    do await new Promise((done) => requestAnimationFrame(done));
    while (first() !== 'Section 2');
    return performance.now() - from;
  });
}

/**
 * Uses the text of a long film. Returns, in ms, the time from the press on a row until its section is open in
 * the text, the time from typing a letter until it is displayed, and the time of a frame while the text is
 * scrolled.
 */
async function useText(page: Page) {
  await openEditor(page);
  const { select, type } = await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const field = (): HTMLTextAreaElement | null => document.querySelector('[data-text] textarea');
    const until = async (holds: () => boolean): Promise<number> => {
      const from = performance.now();
      do await frame();
      while (!holds());
      return performance.now() - from;
    };
    const row = document.querySelectorAll<HTMLElement>('[data-select]')[3]!;
    const before = field();
    row.click();
    const select = await until(() => field() !== null && field() !== before);
    const typed = `${field()!.value} more`;
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field(), typed);
    field()!.dispatchEvent(new Event('input', { bubbles: true }));
    return { select, type: await until(() => field()!.value === typed) };
  });
  const { p95 } = await scroll(page, '[aria-label="Text of the film"]');
  return { select, type, p95 };
}

/** The size and speed of the interface, measured on a build made for it. */
export const bench: Bench = async ({ samples, quick }) => {
  const dir = await mkdtemp(join(tmpdir(), 'cutroom-client-'));
  const browser = await launchChromium(PATIENCE_MS);
  try {
    const built = (await build({
      logLevel: 'warn',
      build: { outDir: dir, emptyOutDir: true },
    })) as Rolldown.RolldownOutput;
    for (const { name, kb, limitKb } of weigh(built.output as BundleFile[])) {
      const goal = name.startsWith('initial') ? INITIAL_GOAL_KB : limitKb;
      report({ bench: `client.${name}`, values: [kb], unit: 'kB gzip', goal: `<=${goal}` });
    }
    const site = await serveBuild(dir);
    try {
      const times = quick ? 1 : Math.max(SAMPLES, samples);
      const all = async <T>(measure: (page: Page) => Promise<T>): Promise<T[]> => {
        const results: T[] = [];
        for (let i = 0; i < times; i++) results.push(await visit(browser, site.url, measure));
        return results;
      };
      const search = await all(useSearch);
      const reportFigure = (
        name: string,
        values: number[],
        unit: string,
        goal: string,
        note?: string,
      ): void => report({ bench: `client.${name}`, values, unit, goal, ...(note && { note }) });
      reportFigure(
        'LCP',
        search.map(({ lcp }) => lcp),
        'ms',
        '<=1000',
        'search route, 1440x900, empty cache',
      );
      reportFigure(
        'CLS',
        search.map(({ cls }) => cls),
        'score',
        '<=0.01',
      );
      reportFigure(
        'INP',
        search.map(({ inp }) => inp),
        'ms',
        '<=100',
        'slowest of some 20 clicks and keys',
      );
      reportFigure(
        'TBT',
        search.map(({ tbt }) => tbt),
        'ms',
        '<=50',
      );
      const many = await all(scrollEverything);
      const note = `${EVERYTHING.count} results`;
      reportFigure(
        'results.nodes',
        many.map(({ nodes }) => nodes),
        'DOM nodes',
        '<=800',
        note,
      );
      reportFigure(
        'results.frame',
        many.map(({ p95 }) => p95),
        'ms (p95)',
        '<=34',
        note,
      );
      reportFigure(
        'results.last',
        many.map(({ reached }) => reached),
        '1 when reached',
        '1',
        note,
      );
      const long = `${PROJECT.sections} sections`;
      reportFigure('sections.reorder', await all(reorder), 'ms', '<=50', long);
      const text = await all(useText);
      const figures = (name: 'select' | 'type' | 'p95') => text.map((one) => one[name]);
      reportFigure('text.select', figures('select'), 'ms', '<=100', `${long} of ${WORDS} words`);
      reportFigure('text.type', figures('type'), 'ms', '<=50', `${long} of ${WORDS} words`);
      reportFigure('text.frame', figures('p95'), 'ms (p95)', '<=34', `${long} of ${WORDS} words`);
    } finally {
      await site.close();
    }
  } finally {
    await browser.close();
    await rm(dir, { recursive: true, force: true });
  }
};
