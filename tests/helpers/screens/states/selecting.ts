import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { AppConfig } from '#contract/app-config.ts';
import { answer, changeAnswer, refuse } from '../../browser/answers.ts';
import { card, videoOf } from '../../browser/search-page.ts';
import { button, CONFIG, dialog, heading, type Screen, SEARCH } from '../screen.ts';

const PATH = '/?q=river';
const STRIP =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="6"><rect width="80" height="6" fill="teal"/></svg>';
const STILL = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"><rect width="16" height="9" fill="steelblue"/></svg>')}`;

/** Answers the search with this many hits of a length in seconds, all on one page. */
const find = (page: Page, count: number, duration = 65) =>
  answer(page, SEARCH, ({ url }) => {
    const json = Array.from({ length: count }, (_, index) =>
      videoOf(index + 1, {
        duration,
        title: `The river ${index + 1}, from its spring in the mountains down to the sea`,
        description: 'A day on the river with its boats, its bridges and its birds.',
        thumbnail: STILL,
        preview: '/media/videos/library_1/preview.jpg',
      }),
    );
    return { json: url.searchParams.get('page') === '1' ? json : [] };
  });

/**
 * Selects hits, and waits for the tray. Only those near the visible part are rendered, so it scrolls to the
 * rest.
 */
async function select(page: Page, count: number): Promise<void> {
  for (let index = 1; index <= count; index += 1) {
    const box = card(page, `The river ${index},`).getByRole('checkbox');
    await expect
      .poll(async () => {
        const there = (await box.count()) === 1;
        if (!there) await page.evaluate(() => window.scrollBy(0, 100));
        return there;
      })
      .toBe(true);
    await box.check();
  }
  await page.getByRole('region', { name: 'Selected videos' }).waitFor();
}

/** States of found, selected and refused videos of a search. */
export function selecting(): Screen[] {
  const tray = (count: number): Screen => ({
    name: `search: ${count} in the tray`,
    path: PATH,
    before: (page) => find(page, Math.max(count, 3)),
    shown: (page) => select(page, count),
  });
  const making = (state: string, { chosen, duration }: { chosen: number; duration?: number }): Screen => ({
    name: `search: dialog Make a film, ${state}`,
    path: PATH,
    before: (page) => find(page, 6, duration),
    shown: async (page) => {
      if (chosen > 0) await select(page, chosen);
      await button(page, 'Make a film').click();
      await dialog(page, 'Make a film').waitFor();
    },
  });
  return [
    making('nothing selected', { chosen: 0 }),
    making('five selected', { chosen: 5 }),
    making('five too short for the length', { chosen: 5, duration: 17 }),
    making('one too short for any film', { chosen: 1, duration: 17 }),
    tray(1),
    tray(5),
    tray(20),
    {
      name: 'search: dialog Video order',
      path: PATH,
      before: (page) => find(page, 12),
      shown: async (page) => {
        await select(page, 9);
        await button(page, 'Arrange').click();
        await dialog(page, 'Video order').waitFor();
      },
    },
    {
      name: 'search: a later page failed',
      path: PATH,
      before: async (page) => {
        await find(page, 10);
        await answer(page, SEARCH, ({ url }) =>
          url.searchParams.get('page') === '2'
            ? { status: 502, json: { code: 'search_failed', message: 'Search failed', requestId: 'x' } }
            : undefined,
        );
      },
      shown: async (page) => {
        await heading(page, 'All Videos (10)').waitFor();
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        await button(page, 'Retry').waitFor();
      },
    },
    {
      name: 'search: a source that is not set up',
      path: `${PATH}&source=youtube`,
      before: async (page) => {
        await changeAnswer<AppConfig>(page, CONFIG, (config) => ({
          ...config,
          sources: config.sources.map((source) =>
            source.id === 'youtube' ? { ...source, available: false, standIn: false } : source,
          ),
        }));
        const sentence = 'YouTube cannot be searched here: this installation is not set up for it.';
        await answer(page, SEARCH, () => ({
          json: [],
          headers: { 'x-source-errors': `youtube: ${sentence}` },
        }));
      },
      shown: (page) => heading(page, 'YouTube is not set up here').waitFor(),
    },
    {
      name: 'search: preview of a hit',
      path: PATH,
      before: async (page) => {
        await find(page, 6);
        await answer(page, /\/preview\.jpg$/, () => ({
          headers: { 'content-type': 'image/svg+xml' },
          body: STRIP,
        }));
      },
      shown: async (page) => {
        await heading(page, 'All Videos (6)').waitFor();
        const label = card(page, 'The river 1,').locator('label');
        const before = (await label.boundingBox())!.width;
        await label.hover();
        await expect.poll(async () => (await label.boundingBox())!.width).toBeGreaterThan(before + 5);
      },
    },
    {
      name: 'search: a link that was refused',
      path: '/',
      before: (page) =>
        refuse(page, /\/api\/videos\/extract$/, 422, 'There is no video at this address, or it is private.'),
      shown: async (page) => {
        await button(page, 'Add YouTube video link').click();
        await page.getByLabel('Video URL').fill('https://example.com/a-film-that-is-not-there.mp4');
        await button(page, 'Add Video').click();
        await page.getByText('There is no video at this address, or it is private.').first().waitFor();
      },
    },
  ];
}
