import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type EditVisit, openEditStage, openTab } from './edit-scene.ts';
import type { Scene } from './page-scene.ts';

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const preview = (page: Page) => page.getByRole('region', { name: 'Preview', exact: true });
export const words = (page: Page) => page.locator('[data-word]');
export const time = (page: Page) => page.evaluate(() => document.querySelector('video')!.currentTime);
export async function timeIs(page: Page, expected: number, within = 0.15): Promise<void> {
  await expect
    .poll(() => time(page))
    .toSatisfy((seconds: number) => Math.abs(seconds - expected) <= within, `about ${expected} s`);
}
export const paused = (page: Page) => page.evaluate(() => document.querySelector('video')!.paused);
export const saved = (page: Page) =>
  page.waitForResponse((response) => response.url().includes('/update?') && response.ok());
export const selected = (page: Page) => page.locator('[data-select][aria-current]').textContent();
export async function selectedIs(page: Page, title: string): Promise<void> {
  await expect.poll(() => selected(page)).toBe(title);
}

/** Opens an editor whose video can play. */
export async function openPlaying(
  scene: Scene,
  scan: string,
  options: Parameters<typeof openEditStage>[2] = {},
): Promise<EditVisit> {
  const visit = await openEditStage(scene, scan, options);
  await visit.page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
  return visit;
}

/**
 * The field of the selected section's text. If the transcript words are the text, Rewrite shows the field.
 */
export async function textField(page: Page): Promise<Locator> {
  if (await page.getByRole('tab', { name: 'Text', exact: true }).isVisible()) await openTab(page, 'Text');
  const field = page.getByRole('textbox', { name: 'Transcription' });
  const rewrite = page.getByRole('button', { name: 'Rewrite', exact: true });
  await field.or(rewrite).waitFor();
  if (await rewrite.isVisible()) await rewrite.click();
  await field.waitFor();
  return field;
}

interface Watched {
  both: boolean;
  dark: boolean;
}

/** Records from now on whether two videos were visible together, and whether the film was dark. */
export async function watchPictures(page: Page): Promise<void> {
  await page.evaluate(() => {
    const own = Object.assign(window, { seen: { both: false, dark: false } });
    const measure = (): void => {
      const videos = [...document.querySelectorAll('[aria-label="Film preview"] video')];
      const levels = videos
        .map((video) => video.parentElement!.style)
        .flatMap(({ zIndex, opacity }) =>
          Number(zIndex) >= 3 && Number(opacity) > 0.01 ? Number(opacity) : [],
        );
      if (levels.length === 2 && levels.some((level) => level > 0.2 && level < 0.8)) own.seen.both = true;
      const black = document.querySelector<HTMLElement>('[data-film-dark]');
      if (Number(black?.style.opacity) > 0.3) own.seen.dark = true;
      requestAnimationFrame(measure);
    };
    measure();
  });
}

/** Returns what was visible since the last call. */
export const seenPictures = (page: Page): Promise<Watched> =>
  page.evaluate(() => {
    const own = window as unknown as { seen: Watched };
    const { seen } = own;
    own.seen = { both: false, dark: false };
    return seen;
  });

/** Delays events of the page's videos until after the next frame's callbacks, as on a busy page. */
export async function delayEvents(page: Page, names: string[]): Promise<void> {
  await page.evaluate((types) => {
    const late = new WeakSet<Event>();
    const delay = (event: Event): void => {
      if (late.has(event)) return;
      event.stopImmediatePropagation();
      const replayed = new Event(event.type);
      late.add(replayed);
      requestAnimationFrame(() => event.target!.dispatchEvent(replayed));
    };
    for (const video of document.querySelectorAll('video')) {
      for (const type of types) video.addEventListener(type, delay, true);
    }
  }, names);
}

/** Slows a page's videos down by this factor. It belongs in a script that runs before the page's own. */
export function slowVideos(times: number): void {
  const { prototype } = HTMLMediaElement;
  const own = Object.getOwnPropertyDescriptor(prototype, 'playbackRate')!;
  Object.defineProperty(prototype, 'playbackRate', {
    ...own,
    set(this: HTMLMediaElement, rate: number) {
      own.set!.call(this, rate / times);
    },
  });
}

/**
 * Records the sections that are current from now on, since each is only for as long as it plays. Returns a
 * function that reads their IDs in order.
 */
export async function recordPlayed(page: Page): Promise<() => Promise<string[]>> {
  const record = await page.evaluateHandle(() => {
    const ids: string[] = [];
    const note = (): void => {
      const id = document.querySelector<HTMLElement>('[data-select][aria-current]')?.dataset['select'];
      if (id !== undefined && id !== ids.at(-1)) ids.push(id);
    };
    note();
    new MutationObserver(note).observe(document.body, { subtree: true, attributeFilter: ['aria-current'] });
    return ids;
  });
  return () => record.jsonValue();
}
