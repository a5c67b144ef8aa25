import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { AppConfig } from '#contract/app-config.ts';
import {
  addLink,
  changeAnswer,
  openScene,
  settled,
  stopClock,
  ticking,
} from '../../helpers/browser/page-scene.ts';
import {
  box,
  card,
  checkbox,
  heading,
  openSearch,
  says,
  search,
  videoOf,
  videos,
} from '../../helpers/browser/search-page.ts';

const scene = await openScene();
const SEARCH = /\/api\/videos\/search/;
const OFTEN = 'Too many requests. Please try again in a minute.';

/** Refuses one page of every search, until called. */
async function failPage(page: Page, number: number, status: number, message: string) {
  let failing = true;
  await page.route(SEARCH, (route) => {
    const asked = new URL(route.request().url()).searchParams.get('page');
    return failing && asked === String(number)
      ? route.fulfill({ status, json: { code: 'refused', message, requestId: 'x' } })
      : route.fallback();
  });
  return () => (failing = false);
}
const toEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'Search failed' });

describe('a search that fails', () => {
  it('says so of a later page, and Retry goes on with the list', async () => {
    const { page, answer, asked } = await openSearch(scene);
    answer(videos(1, 10), videos(11, 13));
    const mend = await failPage(page, 2, 502, 'Search failed');
    await search(page, 'river');
    await heading(page, 'All Videos (10)').waitFor();
    await toEnd(page);
    await failure(page).waitFor();
    expect(await says(page, 'No more videos to load').count()).toBe(0);
    expect(await checkbox(page, 'River 1').count()).toBe(1);
    mend();
    await failure(page).getByRole('button', { name: 'Retry', exact: true }).click();
    await heading(page, 'All Videos (13)').waitFor();
    await toEnd(page);
    await says(page, 'No more videos to load').waitFor();
    expect(await failure(page).count()).toBe(0);
    expect(asked.map((parameters) => parameters.get('page'))).toEqual(['1', '2']);
  });

  it('shows the sentence of a refusal for too many, of the first page and of a later one', async () => {
    const { page, answer } = await openSearch(scene);
    answer(videos(1, 10), videos(11, 13));
    const mendFirst = await failPage(page, 1, 429, OFTEN);
    await search(page, 'river');
    await failure(page).getByText(OFTEN).waitFor();
    mendFirst();
    await failPage(page, 2, 429, OFTEN);
    await failure(page).getByRole('button', { name: 'Try Again', exact: true }).click();
    await heading(page, 'All Videos (10)').waitFor();
    await toEnd(page);
    await failure(page).getByText(OFTEN).waitFor();
    expect(await page.getByText('No more videos to load').count()).toBe(0);
  });

  it('says that the server was not reached', async () => {
    const { page } = await openSearch(scene);
    await page.route(SEARCH, (route) => route.abort());
    await search(page, 'river');
    await failure(page).getByText('The server could not be reached.').waitFor();
    expect(await page.getByText('No videos found').count()).toBe(0);
  });

  it('is asked again by Enter and by Search with the same words', async () => {
    const { page, answer, asked } = await openSearch(scene);
    const mend = await failPage(page, 1, 502, 'Search failed');
    await search(page, 'river');
    await failure(page).waitFor();
    mend();
    answer(videos(1, 2));
    await box(page).press('Enter');
    await heading(page, 'All Videos (2)').waitFor();
    answer(videos(1, 3));
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await heading(page, 'All Videos (3)').waitFor();
    expect(asked.map((parameters) => parameters.get('page'))).toEqual(['1', '1']);
  });

  it('keeps what was added by its link in sight', async () => {
    const { page } = await openSearch(scene);
    await addLink(page, 'https://example.com/film.mp4');
    await failPage(page, 1, 502, 'Search failed');
    await search(page, 'river');
    await failure(page).waitFor();
    expect(await checkbox(page, 'Video from example.com').isChecked()).toBe(true);
  });
});

describe('a source that is not set up', () => {
  it('says so instead of that nothing was found, and leads to the others', async () => {
    const { page, answer } = await openSearch(scene);
    const sentence = 'YouTube cannot be searched here: this installation is not set up for it.';
    await changeAnswer<AppConfig>(page, /\/api\/config$/, (config) => ({
      ...config,
      sources: config.sources.map((source) =>
        source.id === 'youtube' ? { ...source, available: false, standIn: false } : source,
      ),
    }));
    await page.route(SEARCH, (route) =>
      new URL(route.request().url()).searchParams.get('source') === 'youtube'
        ? route.fulfill({ json: [], headers: { 'x-source-errors': `youtube: ${sentence}` } })
        : route.fallback(),
    );
    answer(videos(1, 2));
    await page.goto('/?q=river&source=youtube');
    await heading(page, 'YouTube is not set up here').waitFor();
    await page.getByText(sentence).waitFor();
    expect(await page.getByText('No videos found').count()).toBe(0);
    await page.getByRole('button', { name: 'Search All Sources', exact: true }).click();
    await heading(page, 'All Videos (2)').waitFor();
  });
});

describe('the pages of a search', () => {
  const pageOf = (page: Page) => new URL(page.url()).searchParams.get('page');
  const offset = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
  /** The first visible card, and its position in steps of 10 pixels. */
  const place = (page: Page) =>
    page.getByRole('checkbox').evaluateAll((boxes) => {
      const first = boxes.find((box) => box.getBoundingClientRect().top > 0)!;
      return `${first.ariaLabel} ${Math.round(first.getBoundingClientRect().top / 10)}`;
    });

  it('are in the URL: a reload shows as many at the same place, Back as many; the same words begin anew', async () => {
    const { page, answer } = await openSearch(scene);
    await page.setViewportSize({ width: 360, height: 640 });
    answer(videos(1, 10), videos(11, 20), videos(21, 26));
    await search(page, 'river');
    await expect
      .poll(async () => {
        await toEnd(page);
        return heading(page, 'All Videos (26)').count();
      })
      .toBe(1);
    await expect.poll(() => pageOf(page)).toBe('3');
    await page.evaluate(() => window.scrollTo(0, 4000));
    await expect.poll(() => offset(page)).toBeGreaterThan(3000);
    // Newly visible rows are measured, which moves the page a little.
    let left = '';
    await expect
      .poll(async () => {
        const before = left;
        left = await place(page);
        return left === before;
      })
      .toBe(true);
    await page.reload();
    await heading(page, 'All Videos (26)').waitFor();
    await expect.poll(() => place(page)).toBe(left);

    await page.getByRole('button', { name: 'My Videos', exact: true }).click();
    await heading(page, 'My Video Compilations').waitFor();
    await page.goBack();
    await heading(page, 'All Videos (26)').waitFor();
    // Approximately: rows not seen yet are assumed to have the usual height.
    await expect.poll(() => offset(page)).toBeGreaterThan(1000);

    await box(page).press('Enter');
    await heading(page, 'All Videos (10)').waitFor();
    expect(pageOf(page)).toBeNull();
    await expect.poll(() => offset(page)).toBe(0);
  });

  it('are told truly by the URL when there are fewer', async () => {
    const { page, answer } = await openSearch(scene);
    answer(videos(1, 10), videos(11, 12));
    await page.goto('/?q=river&page=7');
    await heading(page, 'All Videos (12)').waitFor();
    await expect.poll(() => pageOf(page)).toBe('2');
  });
});

describe('the preview of a hit', () => {
  const PREVIEW = '/media/videos/library_1/preview.jpg';
  const STRIP =
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="6"><rect width="80" height="6" fill="teal"/></svg>';

  async function openPreviews(options: { reducedMotion?: 'reduce' } = {}) {
    const opened = await openSearch(scene);
    const { page, answer } = opened;
    if (options.reducedMotion) await page.emulateMedia(options);
    const asked: string[] = [];
    await page.route(/\/preview\.jpg$/, (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return route.fulfill({ contentType: 'image/svg+xml', body: STRIP });
    });
    const description = 'From its source in the hills down to the sea, day after day. '.repeat(5);
    answer([
      videoOf(1, { preview: PREVIEW, description }),
      videoOf(2, { preview: '/media/videos/library_2/preview.jpg' }),
      videoOf(3, { description }),
    ]);
    await search(page, 'river');
    await heading(page, 'All Videos (3)').waitFor();
    const width = async (number: number) =>
      (await card(page, `River ${number}`).locator('label').boundingBox())!.width;
    const isMoving = (number: number) =>
      card(page, `River ${number}`)
        .locator('img')
        .evaluateAll((images) => images.some((image) => image.getAnimations().length > 0));
    return { ...opened, asked, width, isMoving };
  }

  it('moves and grows under the mouse that rests, and asks nothing for cards that are passed', async () => {
    const { page, asked, width, isMoving } = await openPreviews();
    const before = await width(1);
    await stopClock(page);
    await card(page, 'River 2').hover();
    await page.clock.runFor(400);
    await card(page, 'River 1').hover();
    await ticking(page, () => isMoving(1));
    expect(asked).toEqual([PREVIEW]);
    expect(await width(1)).toBeGreaterThan(before + 20);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => width(1)).toBe(before);
    await card(page, 'River 3').hover();
    await ticking(page, async () => (await width(3)) > before + 20);
    expect(asked).toEqual([PREVIEW]);
    await card(page, 'River 3').locator('label').click();
    expect(await checkbox(page, 'River 3').isChecked()).toBe(true);
  });

  it('opens for the focus of keys too', async () => {
    const { page, isMoving } = await openPreviews();
    await checkbox(page, 'River 1').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => isMoving(1)).toBe(true);
  });

  it('stands still for who wants no motion', async () => {
    const { page, asked, width } = await openPreviews({ reducedMotion: 'reduce' });
    const before = await width(1);
    await card(page, 'River 1').hover();
    await expect.poll(() => width(1)).toBeGreaterThan(before + 20);
    await settled(page);
    expect(asked).toEqual([]);
  });
});
