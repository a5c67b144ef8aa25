import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { box, heading, openSearch, says, search, videos } from '../../helpers/browser/search-page.ts';

const scene = await openScene();
const toEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));

describe('pages of search results', () => {
  const pageOf = (page: Page) => new URL(page.url()).searchParams.get('page');
  const offset = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
  /** Returns the first visible card, and its position in steps of 10 pixels. */
  const place = (page: Page) =>
    page.getByRole('checkbox').evaluateAll((boxes) => {
      const first = boxes.find((box) => box.getBoundingClientRect().top > 0)!;
      return `${first.ariaLabel} ${Math.round(first.getBoundingClientRect().top / 10)}`;
    });

  // product 2.122
  it('restores pages and scroll position after a reload and Back, and starts over with the same query', async () => {
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
    let stablePlace = '';
    await expect
      .poll(async () => {
        const before = stablePlace;
        stablePlace = await place(page);
        return stablePlace === before;
      })
      .toBe(true);
    await page.reload();
    await heading(page, 'All Videos (26)').waitFor();
    await expect.poll(() => place(page)).toBe(stablePlace);

    await page.getByRole('button', { name: 'My Videos', exact: true }).click();
    await heading(page, 'My Video Compilations').waitFor();
    await page.goBack();
    await heading(page, 'All Videos (26)').waitFor();
    // Approximately, since rows that were not rendered yet are assumed to have the typical height.
    await expect.poll(() => offset(page)).toBeGreaterThan(1000);

    await box(page).press('Enter');
    await heading(page, 'All Videos (10)').waitFor();
    expect(pageOf(page)).toBeNull();
    await expect.poll(() => offset(page)).toBe(0);
  });

  // product 2.57, 2.58, 2.59, 4.25, 4.26, 4.27, 9.1
  it('loads pages at the last video, without duplicates, until a page has fewer than ten videos', async () => {
    const { page, searches, answer, hold } = await openSearch(scene);
    // In one column the results do not fit the window.
    await page.setViewportSize({ width: 360, height: 640 });
    answer(videos(1, 10), [...videos(9, 10), ...videos(11, 18)], videos(19, 21));
    const pages = () => searches.map((parameters) => parameters.get('page'));
    await search(page, 'river');
    await heading(page, 'All Videos (10)').waitFor();
    expect(pages()).toEqual(['1']);
    const release = hold();
    await toEnd(page);
    await says(page, 'Loading more videos...').waitFor();
    release();
    await heading(page, 'All Videos (18)').waitFor();
    expect(pages()).toEqual(['1', '2']);
    // New rows are measured when rendered, so the end moves.
    await expect
      .poll(async () => {
        await toEnd(page);
        return heading(page, 'All Videos (21)').count();
      })
      .toBe(1);
    await says(page, 'No more videos to load').waitFor();
    await toEnd(page);
    expect(pages()).toEqual(['1', '2', '3']);
  });
});
