import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openScene, refuse, stopClock, ticking, toast } from '../../helpers/browser/page-scene.ts';
import { createProject } from '../../helpers/data/project.ts';
import {
  box,
  card,
  checkbox,
  heading,
  openSearch as openSearchPage,
  says,
  search,
  tray,
  videoOf,
  videos,
} from '../../helpers/browser/search-page.ts';

const scene = await openScene();

/** The search of a new user, with the test's responses. */
const openSearch = () => openSearchPage(scene);

describe('the search', () => {
  it('has one box and two filters, and asks for what they say', async () => {
    const { page, asked, answer } = await openSearch();
    answer(videos(1, 2));
    await heading(page, 'Search for Videos').waitFor();
    await search(page, '  river  ');
    await heading(page, 'All Videos (2)').waitFor();
    expect(Object.fromEntries(asked.at(-1)!)).toEqual({ query: 'river', page: '1', limit: '10' });

    await page.getByRole('button', { name: 'Advanced Settings' }).click();
    const settings = page.getByRole('region', { name: 'Advanced Settings' });
    await settings.getByRole('heading', { name: 'Advanced Settings' }).waitFor();
    const duration = settings.getByLabel('Duration');
    const source = settings.getByLabel('Source');
    expect(await duration.locator('option').allInnerTexts()).toEqual([
      'Any Duration',
      'Under 4 minutes',
      '4-20 minutes',
      'Over 20 minutes',
    ]);
    expect((await source.locator('option').allInnerTexts()).slice(0, 4)).toEqual([
      'All Sources',
      'YouTube',
      'Vimeo',
      'Manual',
    ]);
    const asks = async (choose: () => Promise<unknown>, wanted: object) => {
      const before = asked.length;
      await choose();
      await expect.poll(() => asked.length).toBe(before + 1);
      expect(Object.fromEntries(asked.at(-1)!)).toEqual({
        query: 'river',
        page: '1',
        limit: '10',
        ...wanted,
      });
    };
    await asks(() => duration.selectOption('Under 4 minutes'), { duration: 'short' });
    await asks(() => duration.selectOption('4-20 minutes'), { duration: 'medium' });
    await asks(() => duration.selectOption('Over 20 minutes'), { duration: 'long' });
    await asks(() => source.selectOption('Vimeo'), { duration: 'long', source: 'vimeo' });
    await asks(() => duration.selectOption('Any Duration'), { source: 'vimeo' });
  });

  it('asks for a query when there is none', async () => {
    const { page, asked } = await openSearch();
    await search(page, '   ');
    await toast(page, 'Search Required').waitFor();
    await toast(page, 'Please enter a search query.').waitFor();
    expect(asked).toEqual([]);
  });

  it('says that it waits for a query, searches, found nothing, or failed', async () => {
    const { page, hold } = await openSearch();
    await heading(page, 'Start searching for videos').waitFor();
    const release = hold();
    await search(page, 'river');
    await says(page, 'Searching YouTube...').waitFor();
    release();
    await heading(page, 'No videos found').waitFor();
    expect(await says(page, 'Searching YouTube...').count()).toBe(0);
    await refuse(page, /\/api\/videos\/search/, 503);
    await search(page, 'lake');
    await page.getByRole('alert').getByText('Search failed', { exact: true }).waitFor();
  });

  it('tells of each video what it is', async () => {
    const { page, answer } = await openSearch();
    const license = 'Creative Commons Attribution (CC BY)';
    const thumbnail = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
    answer([
      videoOf(1, {
        description: 'From source to sea',
        thumbnail,
        channel: 'Nature',
        duration: 65.4,
        license,
      }),
      videoOf(2, { duration: 4209, license: null }),
      videoOf(3, { duration: 9 }),
    ]);
    await search(page, 'river');
    await heading(page, 'All Videos (3)').waitFor();
    const [first, second, third] = [1, 2, 3].map((number) => card(page, `River ${number}`)) as [
      Locator,
      Locator,
      Locator,
    ];
    for (const text of ['River 1', 'From source to sea', '1:05', license])
      await first.getByText(text, { exact: true }).waitFor();
    await first.getByText(/^Nature · /).waitFor();
    expect(await first.locator('img').getAttribute('src')).toBe(thumbnail);
    for (const text of ['No description available', '70:09'])
      await second.getByText(text, { exact: true }).waitFor();
    await third.getByText('0:09', { exact: true }).waitFor();
  });

  it('says in the words of the server why a source gave nothing, and why the search failed', async () => {
    const { page } = await openSearch();
    const often = 'YouTube received too many requests and accepts no searches for now.';
    const late = 'Vimeo took too long to respond.';
    const errors = { 'x-source-errors': `youtube: ${often}; vimeo: ${late}` };
    let answered = false;
    await page.route(/\/api\/videos\/search/, (route) => {
      const headers = answered ? {} : errors;
      answered = true;
      return route.fulfill({ json: videos(1, 2), headers });
    });
    await search(page, 'river');
    await heading(page, 'All Videos (2)').waitFor();
    await page.getByText(`${often} ${late} The other sources are shown.`).waitFor();
    await page.getByRole('button', { name: 'Try Again', exact: true }).click();
    await page.getByText(often).waitFor({ state: 'detached' });
    await heading(page, 'All Videos (2)').waitFor();

    await page.route(/\/api\/videos\/search/, (route) =>
      route.fulfill({
        status: 502,
        json: {
          code: 'search_failed',
          message: 'Search failed',
          requestId: 'x',
          details: { sources: [{ source: 'vimeo', message: late }] },
        },
      }),
    );
    await search(page, 'lake');
    const alert = page.getByRole('alert').filter({ hasText: 'Search failed' });
    await alert.waitFor();
    expect(await alert.innerText()).toContain(late);
  });

  it('shows samples that are still being made as they come, without being asked again', async () => {
    const { page } = await openSearch();
    const pending = (count: number) => `The sample videos are still being made (${count} so far).`;
    let asked = 0;
    await page.route(/\/api\/videos\/search/, (route) => {
      asked += 1;
      const count = asked === 1 ? 0 : 2;
      const headers: Record<string, string> = asked < 3 ? { 'x-source-pending': pending(count) } : {};
      return route.fulfill({ json: videos(1, count), headers });
    });
    await search(page, 'river');
    await says(page, pending(0)).waitFor();
    expect(await page.getByText('No videos found').count()).toBe(0);
    await heading(page, 'All Videos (2)').waitFor();
    await says(page, pending(2)).waitFor({ state: 'detached' });
    await says(page, 'No more videos to load').waitFor();
    expect(asked).toBe(3);
  });

  it('reads on at the last video, drops what came twice, and ends at a page under ten', async () => {
    const { page, asked, answer, hold } = await openSearch();
    // One column: the results do not fit the window.
    await page.setViewportSize({ width: 360, height: 640 });
    answer(videos(1, 10), [...videos(9, 10), ...videos(11, 18)], videos(19, 21));
    const pages = () => asked.map((parameters) => parameters.get('page'));
    await search(page, 'river');
    await heading(page, 'All Videos (10)').waitFor();
    expect(pages()).toEqual(['1']);
    const toEnd = () => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const release = hold();
    await toEnd();
    await says(page, 'Loading more videos...').waitFor();
    release();
    await heading(page, 'All Videos (18)').waitFor();
    expect(pages()).toEqual(['1', '2']);
    // New rows are measured when rendered, so the end moves.
    await expect
      .poll(async () => {
        await toEnd();
        return heading(page, 'All Videos (21)').count();
      })
      .toBe(1);
    await says(page, 'No more videos to load').waitFor();
    await toEnd();
    expect(pages()).toEqual(['1', '2', '3']);

    const next = hold();
    await search(page, 'lake');
    await says(page, 'Searching YouTube...').waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    // The page says so before it sends its request.
    await expect
      .poll(() => Object.fromEntries(asked.at(-1)!))
      .toEqual({ query: 'lake', page: '1', limit: '10' });
    next();
  });

  it('comes back from the editor to the same search, and keeps its results for a second', async () => {
    const { page, user, asked, answer, hold } = await openSearch();
    await createProject(scene.backend, user.id);
    answer(videos(1, 2));
    await search(page, 'river');
    await checkbox(page, 'River 2').check();
    await page.getByRole('button', { name: 'My Videos', exact: true }).click();
    await page.getByRole('button', { name: /^View Clips/ }).click();
    const back = page.getByRole('button', { name: 'Back to Home', exact: true });
    await back.waitFor();
    const before = asked.length;
    await stopClock(page);
    await back.click();
    const results = heading(page, 'All Videos (2)');
    await ticking(page, () => results.isVisible(), 1);
    expect(await box(page).inputValue()).toBe('river');
    expect(await checkbox(page, 'River 2').isChecked()).toBe(true);
    expect(await checkbox(page, 'River 1').isChecked()).toBe(false);
    await tray(page).getByRole('button', { name: 'Process 1 Video · 1 credit', exact: true }).waitFor();
    expect(asked).toHaveLength(before);

    // Less than a second has passed: a new query keeps what is shown until the response.
    let release = hold();
    answer(videos(3, 5));
    await search(page, 'lake');
    await ticking(page, () => Promise.resolve(asked.length === before + 1), 1);
    expect(await results.isVisible()).toBe(true);
    release();
    await ticking(page, () => heading(page, 'All Videos (3)').isVisible(), 1);
    await page.clock.runFor(1000);
    release = hold();
    await search(page, 'sea');
    await ticking(page, () => says(page, 'Searching YouTube...').isVisible());
    expect(await page.getByRole('heading', { name: /^All Videos/ }).count()).toBe(0);
    release();
  });
});
