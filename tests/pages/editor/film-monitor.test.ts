import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  chooseTool,
  makePlayable,
  openEditStage,
  openTab,
  press,
  rows,
  titlesOf,
} from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import {
  delayEvents,
  saved,
  seenPictures,
  selectedIs,
  slowVideos,
  watchPictures,
} from '../../helpers/browser/player.ts';

const scene = await openScene();
const [scan, other] = [await makePlayable(scene.backend), await makePlayable(scene.backend)];

const film = (page: Page) => page.getByRole('region', { name: 'Film preview' });
const position = (page: Page) => film(page).getByRole('slider', { name: 'Position' });
const second = async (page: Page) => Number(await position(page).getAttribute('aria-valuenow'));
const pauseButton = (page: Page) => film(page).getByRole('button', { name: 'Pause', exact: true });
const playButton = (page: Page) => film(page).getByRole('button', { name: 'Play', exact: true });
/** Goes on by half seconds. */
async function pages(page: Page, count: number): Promise<void> {
  for (let step = 0; step < count; step++) await position(page).press('PageUp');
}
const playing = (page: Page) => page.locator('li', { hasText: 'Plays now' }).locator('[data-select]');

interface FilmOptions {
  /** Seconds of each section. */
  seconds?: number;
  /** The second section has another source. */
  twoSources?: boolean;
  /** The last section is a title card. */
  card?: boolean;
  /** What follows each section, for a second. */
  transitions?: ('crossfade' | 'dip')[];
  /** Slows videos down by this factor, so that each state lasts longer than a busy page takes to show it. */
  slower?: number;
}

async function open(options: FilmOptions = {}) {
  const { seconds = 10, twoSources = false, card = false, transitions = [], slower = 1 } = options;
  const { db } = scene.backend;
  const visit = await openEditStage(scene, scan, {
    before: async ({ page }) => void (await page.addInitScript(slowVideos, slower)),
    prepare: async ({ ids }) => {
      const short = (id: string, start: number) =>
        db
          .updateTable('sections')
          .set({ startMs: start, endMs: start + seconds * 1000 })
          .where('id', '=', id)
          .execute();
      for (const [index, id] of ids.entries()) await short(id, index * 10_000);
      if (twoSources) {
        await db.updateTable('sections').set({ scanKey: other }).where('id', '=', ids[1]!).execute();
      }
      for (const [index, transition] of transitions.entries()) {
        const set = { transition, transitionSeconds: 2 };
        await db.updateTable('sections').set(set).where('id', '=', ids[index]!).execute();
      }
      if (card) {
        const plain = { kind: 'custom', title: 'A card', videoId: null, fetchKey: null, scanKey: null };
        await db
          .updateTable('sections')
          .set({ ...plain, original: null, words: '[]' })
          .where('id', '=', ids[2]!)
          .execute();
      }
    },
  });
  return visit;
}

/** Every section that is marked as playing from now on, in order. */
async function watchPlayed(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const played: string[] = [];
    Object.assign(window, { played });
    const sample = (): void => {
      const row = [...document.querySelectorAll('li')].find((one) => one.textContent?.includes('Plays now'));
      const title = row?.querySelector('[data-select]')?.textContent?.trim();
      if (title && played.at(-1) !== title) played.push(title);
    };
    new MutationObserver(sample).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { played: string[] }).played);
}

describe('the film', () => {
  // product 18.1
  it('plays all sections in order from several sources and a card, with one clock, and stops at its end', async () => {
    const { page } = await open({ seconds: 1, twoSources: true, card: true });
    const played = await watchPlayed(page);
    await press(page, 'Play film');
    await pauseButton(page).waitFor();
    await film(page).getByRole('img', { name: 'A card' }).waitFor();
    await selectedIs(page, 'A card');
    await playButton(page).waitFor();
    expect(await played()).toEqual(['Section 1', 'Section 2', 'A card']);
    expect(await second(page)).toBe(Number(await position(page).getAttribute('aria-valuemax')));
    // Once more from its start.
    await playButton(page).click();
    await expect.poll(async () => (await played())[3]).toBe('Section 1');
  });

  // product 18.2
  it('goes to the section that is pressed, to a second of the bar, and back to one section', async () => {
    const { page } = await open();
    await press(page, 'Play film');
    await pauseButton(page).click();
    await rows(page).nth(2).click();
    await expect.poll(() => second(page)).toBe(20);
    expect(await playing(page).textContent()).toBe('Section 3');
    await position(page).press('Home');
    await expect.poll(() => second(page)).toBe(0);
    await selectedIs(page, 'Section 1');
    await film(page).getByRole('button', { name: 'Next section' }).click();
    await expect.poll(() => second(page)).toBe(10);
    for (let step = 0; step < 20; step++) await position(page).press('ArrowRight');
    await expect.poll(() => second(page)).toBe(11);
    // The words of the section that shows follow the film, and lead there.
    await page.locator('[data-word]').nth(4).click();
    await expect.poll(() => second(page)).toBeCloseTo(15, 1);
    await press(page, 'Play section');
    await expect.poll(() => film(page).count()).toBe(0);
    await page.waitForFunction(() => Math.abs(document.querySelector('video')!.currentTime - 15) < 0.1);
    expect(await page.getByText('Plays now').count()).toBe(0);
  });

  // product 18.3
  it('is played, stopped, and wound by P, J, K and L, backwards too', async () => {
    const { page } = await open({ seconds: 6 });
    await page.keyboard.press('p');
    await pauseButton(page).waitFor();
    await page.keyboard.press('k');
    await playButton(page).waitFor();
    await position(page).press('End');
    await position(page).evaluate((thumb: HTMLElement) => thumb.blur());
    const played = await watchPlayed(page);
    await page.keyboard.press('j');
    await film(page).getByText('Backwards 1×').waitFor();
    await page.keyboard.press('j');
    await film(page).getByText('Backwards 2×').waitFor();
    await expect.poll(() => second(page)).toBe(0);
    await playButton(page).waitFor();
    expect((await played()).slice(-2)).toEqual(['Section 2', 'Section 1']);
    await page.keyboard.press('l');
    await page.keyboard.press('l');
    await film(page).getByText('2×', { exact: true }).first().waitFor();
    await page.keyboard.press('p');
    await page.getByRole('region', { name: 'Preview', exact: true }).waitFor();
  });

  // product 18.4
  it('continues at the same frame when another section is deleted, moved or trimmed', async () => {
    const { page, ids } = await open({ slower: 16 });
    await press(page, 'Play film');
    await pauseButton(page).waitFor();
    await rows(page).nth(1).click();
    await expect.poll(() => second(page)).toBeGreaterThanOrEqual(10);
    await chooseTool(page, 'Section 1', 'Delete Section 1');
    await expect.poll(() => second(page)).toBeLessThan(10);
    expect(await titlesOf(page)).toEqual(['Section 2', 'Section 3']);
    await pauseButton(page).waitFor();
    await press(page, 'Move Section 2 down');
    await expect.poll(() => second(page)).toBeGreaterThanOrEqual(10);
    expect(await playing(page).textContent()).toBe('Section 2');
    await rows(page).first().click();
    await selectedIs(page, 'Section 3');
    const trimmed = saved(page);
    await openTab(page, 'Frame');
    // By key: fields that load above the button may move it away below a pointer.
    await page.getByRole('button', { name: 'End 0.1 s earlier' }).press('Enter');
    await trimmed;
    await expect.poll(() => position(page).getAttribute('aria-valuemax')).toBe('19.9');
    await pauseButton(page).waitFor();
    // The one that plays is deleted: the next one follows.
    await press(page, 'Delete Section 3');
    await selectedIs(page, 'Section 2');
    await pauseButton(page).waitFor();
    expect(ids).toHaveLength(3);
  });

  // product 18.7
  it('reports that a video cannot be played, and continues after its time', async () => {
    const { page } = await open({ seconds: 4, twoSources: true });
    await page.route(new RegExp(`${other}.*/proxy\\.mp4`), (route) => route.fulfill({ status: 500 }));
    const played = await watchPlayed(page);
    await press(page, 'Play film');
    await film(page).getByText('This section’s video can’t be played here.').waitFor();
    await selectedIs(page, 'Section 3');
    await playButton(page).waitFor();
    expect(await played()).toEqual(['Section 1', 'Section 2', 'Section 3']);
  });

  // product 18.9
  it('stays where it is when the screen turns', async () => {
    const { page } = await open();
    await press(page, 'Play film');
    await pauseButton(page).click();
    await rows(page).nth(1).click();
    for (let step = 0; step < 4; step++) await position(page).press('PageUp');
    await expect.poll(() => second(page)).toBe(12);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('tab', { name: 'Text and range' }).waitFor();
    await expect.poll(() => second(page)).toBe(12);
    await playButton(page).waitFor();
  });

  // product 18.10
  it('plays a crossfade and a dip, and is as long as the film; J winds back through both', async () => {
    const { page } = await open({
      seconds: 4,
      twoSources: true,
      transitions: ['crossfade', 'dip'],
      slower: 4,
    });
    await watchPictures(page);
    await press(page, 'Play film');
    await pauseButton(page).waitFor();
    await expect.poll(() => position(page).getAttribute('aria-valuemax')).toBe('12');
    await pages(page, 4);
    await expect.poll(async () => (await seenPictures(page)).both).toBe(true);
    await pages(page, 4);
    await expect.poll(async () => (await seenPictures(page)).dark).toBe(true);
    await pages(page, 6);
    await playButton(page).waitFor();
    expect(await second(page)).toBe(12);
    await seenPictures(page);
    await page.keyboard.press('j');
    await film(page).getByText('Backwards 1×').waitFor();
    await playButton(page).waitFor();
    expect(await second(page)).toBe(0);
    expect(await seenPictures(page)).toEqual({ both: true, dark: true });
    // On a busy page a seek's events come after the frames that see its end.
    await delayEvents(page, ['seeked', 'canplay']);
    await position(page).press('End');
    await position(page).evaluate((thumb: HTMLElement) => thumb.blur());
    await seenPictures(page);
    await page.keyboard.press('j');
    await film(page).getByText('Backwards 1×').waitFor();
    await playButton(page).waitFor();
    expect(await seenPictures(page)).toEqual({ both: true, dark: true });
  });

  // product 18.7
  it('stops when its tab is hidden', async () => {
    const { page } = await open();
    await press(page, 'Play film');
    await pauseButton(page).waitFor();
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await playButton(page).waitFor();
    const videos = page.locator('section[aria-label="Film preview"] video');
    expect(await videos.evaluateAll((all) => all.map((video) => (video as HTMLVideoElement).paused))).toEqual(
      [true, true, true],
    );
  });

  // product 18.1, 18.9
  it('shows the sound of the whole film behind its bar, and stays when the language changes', async () => {
    const { page } = await open({ slower: 16 });
    await press(page, 'Play film');
    const ink = () =>
      film(page)
        .locator('[role=slider]')
        .locator('xpath=../..')
        .locator('canvas')
        .evaluate((canvas) => {
          const { width, height } = canvas as HTMLCanvasElement;
          const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height);
          const inked = Array.from({ length: width * height }, (_, at) => data[at * 4 + 3]! > 0);
          return inked.filter(Boolean).length / inked.length;
        });
    // Silence is a line.
    await expect.poll(ink).toBeGreaterThan(0.1);
    await selectedIs(page, 'Section 1');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('hi');
    await expect.poll(() => new URL(page.url()).searchParams.get('lang')).toBe('hi');
    await expect.poll(() => page.locator('[inert]').count()).toBe(0);
    await expect.poll(() => film(page).isVisible()).toBe(true);
  });
});
