import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { launchChromium } from '../tests/helpers/browser/launch.ts';
import { PROJECT, serveBuild } from './lib/client-site.ts';
import { report, type Bench } from './lib/figures.ts';

const PATIENCE_MS = 60_000;
/** Frames of each measurement. */
const FRAMES = 180;
/** The maximum time between two frames at 60 Hz, in ms, with the precision of the browser's clock. */
const GOAL = '<=16.8';

interface Frames {
  p50: number;
  p95: number;
  /** The largest number of clips that the page had at a time. */
  clips: number;
  /**
   * Processor time of the page's main thread in a frame, in ms: other load on the machine hardly changes it.
   */
  cpu: number;
}

/** Returns the 95th percentile of the times between two frames of a page where nothing happens, in ms. */
const framesOf = (page: Page): Promise<number> =>
  page.evaluate(async (frames) => {
    const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
    const took: number[] = [];
    let last = await frame();
    for (let index = 0; index < frames; index++) {
      const now = await frame();
      took.push(now - last);
      last = now;
    }
    return took.sort((a, b) => a - b)[Math.floor(frames * 0.95)]!;
  }, FRAMES);

/** The action of the benchmark in each frame. */
type Act = 'scroll' | 'wheel' | 'zoom' | 'drag';

/** Opens the editor of a long film and waits until the strip is complete. */
async function openStrip(page: Page): Promise<void> {
  await page.goto(`/?stage=edit&project=${PROJECT.id}`);
  await page.getByRole('region', { name: 'Film strip' }).getByRole('option').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
}

/** Acts on the strip once in each frame: the time between two frames, and the number of clips in the page. */
const actInFrames = (page: Page, act: Act): Promise<Omit<Frames, 'cpu'>> =>
  page.evaluate(
    async ({ act, frames }) => {
      const list = document.querySelector('[role=listbox][aria-label=Clips]')!;
      const viewport = list.closest('[data-viewport]')!;
      const { left, top, width } = viewport.getBoundingClientRect();
      const wheel = (deltaY: number, ctrlKey: boolean): boolean =>
        viewport.dispatchEvent(
          new WheelEvent('wheel', {
            deltaY,
            ctrlKey,
            clientX: left + width / 2,
            bubbles: true,
            cancelable: true,
          }),
        );
      const point = (type: string, clientX: number, target: Element): boolean =>
        target.dispatchEvent(
          new PointerEvent(type, { clientX, clientY: top + 40, pointerId: 1, bubbles: true, buttons: 1 }),
        );
      // A pointer of a script cannot be captured.
      Element.prototype.setPointerCapture = () => {};
      if (act === 'drag') point('pointerdown', left + 100, list);
      const acts = {
        scroll: () => viewport.scrollBy({ left: 60, behavior: 'instant' }),
        wheel: () => wheel(60, false),
        // In and out again, between clips of some 70 and of some 300 px.
        zoom: (index: number) => wheel(Math.floor(index / 30) % 2 === 0 ? -5 : 5, true),
        drag: (index: number) => point('pointermove', left + 100 + (index % 150) * 2, list),
      };
      const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
      const durations: number[] = [];
      let clips = 0;
      let last = await frame();
      for (let index = 0; index < frames; index++) {
        acts[act](index);
        const now = await frame();
        durations.push(now - last);
        last = now;
        clips = Math.max(clips, document.querySelectorAll('[data-clip]').length);
      }
      if (act === 'drag') window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
      durations.sort((a, b) => a - b);
      const at = (part: number): number => durations[Math.floor(durations.length * part)]!;
      return { p50: at(0.5), p95: at(0.95), clips };
    },
    { act, frames: FRAMES },
  );

/** Acts on the strip, and measures the main thread besides. */
async function measure(page: Page, act: Act): Promise<Frames> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busyMs = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
  };
  const before = await busyMs();
  const frames = await actInFrames(page, act);
  const cpu = ((await busyMs()) - before) / FRAMES;
  await session.detach();
  return { ...frames, cpu };
}

/** The film strip of a thousand sections: the time of a frame while it is scrolled, zoomed and used. */
export const bench: Bench = async ({ samples, quick }) => {
  const dir = await mkdtemp(join(tmpdir(), 'cutroom-strip-'));
  const browser = await launchChromium(PATIENCE_MS);
  try {
    await build({ logLevel: 'warn', build: { outDir: dir, emptyOutDir: true } });
    const site = await serveBuild(dir, { scanned: true });
    try {
      const context = await browser.newContext({
        baseURL: site.url,
        viewport: { width: 1440, height: 900 },
      });
      const page = await context.newPage();
      // The helper that tsx wraps around named functions.
      await page.addInitScript('globalThis.__name = (value) => value');
      const seen = new Map<Act, Frames[]>();
      const empty: number[] = [];
      for (let visit = 0; visit < (quick ? 1 : samples); visit++) {
        await page.goto('about:blank');
        empty.push(await framesOf(page));
        await openStrip(page);
        for (const act of ['scroll', 'wheel', 'zoom', 'drag'] as const) {
          seen.set(act, [...(seen.get(act) ?? []), await measure(page, act)]);
        }
      }
      const note = `${PROJECT.sections} sections`;
      for (const [act, frames] of seen) {
        const values = frames.map(({ p95 }) => p95);
        const p50 = frames.map((one) => one.p50.toFixed(1)).join(', ');
        report({ bench: `strip.${act}`, values, unit: 'ms (p95)', goal: GOAL, note: `${note}, p50 ${p50}` });
        const ratios = values.map((value, visit) => value / empty[visit]!);
        report({
          bench: `strip.${act}.ratio`,
          values: ratios,
          unit: 'times an empty page (p95)',
          goal: '<=1.1',
          note,
        });
        const cpu = frames.map((one) => one.cpu);
        report({ bench: `strip.${act}.cpu`, values: cpu, unit: 'ms (frame)', goal: '<=16.7', note });
      }
      const clips = [...seen.values()].flat().map((one) => one.clips);
      report({ bench: 'strip.clips', values: [Math.max(...clips)], unit: 'clips', goal: '<=120', note });
      await context.close();
    } finally {
      await site.close();
    }
  } finally {
    await browser.close();
    await rm(dir, { recursive: true, force: true });
  }
};
