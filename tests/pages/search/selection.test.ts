import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openScene, toast } from '../../helpers/browser/page-scene.ts';
import { addLink, LINK, THUMBNAIL, siteVideo } from '../../helpers/browser/add-video.ts';
import { createProject } from '../../helpers/data/project.ts';
import { gate } from '../../helpers/gate.ts';
import {
  card,
  checkbox,
  heading,
  openSearch,
  search,
  tray,
  videos,
} from '../../helpers/browser/search-page.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const scene = await openScene();
type Box = Pick<DOMRect, 'right' | 'width' | 'height'>;
const PROCESS = /\/api\/projects\/process$/;

/** Opens a search with this many selected videos, and creates a project as their result. */
async function openSelected(count: number) {
  const opened = await openSearch(scene);
  const { page, user } = opened;
  opened.answer(videos(1, Math.max(count, 3)));
  await search(page, 'river');
  for (const { title } of videos(1, count)) await checkbox(page, title).check();
  const { projectId } = await createProject(scene.backend, user.id);
  /** Answers a start like the API. */
  const begin = () =>
    page.route(PROCESS, (route) => route.fulfill({ json: { projectId, runId: randomUUID() } }));
  return { ...opened, projectId, begin };
}

/** A failed processing of a project. */
async function failProcessing(userId: string, projectId: string): Promise<void> {
  await scene.backend.db
    .insertInto('runs')
    .values({
      kind: 'processing',
      projectId,
      userId,
      status: 'failed',
      message: 'No sound.',
      input: JSON.stringify({}),
    })
    .execute();
}

const process = (page: Page, count: number) =>
  tray(page).getByRole('button', {
    name: `Process ${count} ${count === 1 ? 'Video' : 'Videos'}`,
    exact: true,
  });
const editor = (page: Page) => page.getByRole('button', { name: 'Back to Home', exact: true });
const language = (page: Page, title: string) =>
  tray(page)
    .getByRole('combobox', { name: `Spoken language of ${title}`, exact: true })
    .evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.text);
const thumbs = (page: Page) => tray(page).getByRole('listitem');
const order = (page: Page) =>
  thumbs(page).evaluateAll((items) =>
    items.map((item) => `${item.textContent?.charAt(0)} ${item.querySelector('button')?.title}`),
  );

describe('selection', () => {
  // product 1.2, 2.128, 3.21, 4.10, 4.24, 11.11
  it('keeps order, languages and links of the selection over a reload and a visit to the editor', async () => {
    const { page, projectId } = await openSelected(2);
    await page.route(/\/api\/videos\/extract$/, (route) => route.fulfill({ json: siteVideo }));
    await addLink(page, LINK);
    await checkbox(page, siteVideo.title).waitFor();
    await tray(page).getByRole('combobox', { name: 'Spoken language of River 2' }).selectOption('Hindi');
    await tray(page).getByRole('button', { name: 'Arrange', exact: true }).click();
    await page.getByRole('button', { name: 'Move River 2 up' }).click();
    await page.keyboard.press('Escape');
    const isRestored = async (): Promise<void> => {
      await heading(page, 'All Videos (4)').waitFor();
      await expect.poll(() => order(page)).toEqual(['1 River 2', '2 River 1', `3 ${siteVideo.title}`]);
      await expect.poll(() => language(page, 'River 2')).toBe('Hindi');
      expect(await language(page, 'River 1')).toBe('Auto');
      expect(await card(page, siteVideo.title).first().locator('img').getAttribute('src')).toBe(THUMBNAIL);
      for (const title of [siteVideo.title, 'River 1', 'River 2'])
        expect(await checkbox(page, title).isChecked()).toBe(true);
      expect(await checkbox(page, 'River 3').isChecked()).toBe(false);
      await process(page, 3).waitFor();
    };
    await page.reload();
    await isRestored();
    await page.goto(`/?project=${projectId}&stage=edit`);
    await editor(page).click();
    await isRestored();
  });

  itInFullTier('keeps the selection empty over a reload after New Compilation', async () => {
    const { page } = await openSelected(2);
    await page.route(/\/api\/videos\/extract$/, () => {});
    await addLink(page, LINK);
    await process(page, 3).waitFor();
    await page.getByRole('button', { name: 'My Videos', exact: true }).click();
    await page.getByRole('button', { name: 'New Compilation', exact: true }).click();
    await toast(page, 'Selection Cleared').waitFor();
    await page.reload();
    await heading(page, 'Start searching for videos').waitFor();
    expect(await tray(page).count()).toBe(0);
  });

  itInFullTier('keeps the selection empty over a reload once its project was made', async () => {
    const { page, begin } = await openSelected(2);
    await begin();
    await process(page, 2).click();
    await editor(page).click();
    await heading(page, 'All Videos (3)').waitFor();
    await page.reload();
    await heading(page, 'All Videos (3)').waitFor();
    expect(await tray(page).count()).toBe(0);
  });

  // product 8.63
  itInFullTier('keeps the restored selection over a reload after its processing failed', async () => {
    const { page, user, projectId, begin } = await openSelected(2);
    await failProcessing(user.id, projectId);
    await begin();
    await process(page, 2).click();
    await page.getByText('Processing failed: No sound. Your credit is back.').waitFor();
    await process(page, 2).waitFor();
    await page.reload();
    await process(page, 2).waitFor();
    expect(await checkbox(page, 'River 2').isChecked()).toBe(true);
  });

  itInFullTier(
    'opens the project if a reload begins before the start is answered and ends after it',
    async () => {
      const { page, projectId } = await openSelected(1);
      const [answered, loading, loaded] = [gate(), gate(), gate()];
      await page.route(PROCESS, async (route) => {
        await answered.opened;
        await route.fulfill({ json: { projectId, runId: randomUUID() } });
      });
      await process(page, 1).click();
      await heading(page, 'AI Processing').waitFor();
      await page.route(/stage=processing/, (route) => {
        loading.open();
        return loaded.opened.then(() => route.continue());
      });
      const reload = page.reload();
      await loading.opened.then(answered.open);
      await page.waitForRequest(/\/api\/user\/credits$/).then(loaded.open); // The page has received the response.
      await reload;
      await editor(page).waitFor();
      expect(page.url()).toContain(projectId);
    },
  );

  itInFullTier('removes sent videos from a copy of the tab, too', async () => {
    const { page, context, begin } = await openSelected(2);
    const storage = await page.evaluate(() => ({ ...sessionStorage }));
    const copy = await context.newPage();
    await copy.addInitScript((entries) => {
      if (sessionStorage.length === 0)
        for (const [key, value] of Object.entries(entries)) sessionStorage.setItem(key, value);
    }, storage);
    await copy.goto('/');
    await process(copy, 2).waitFor();
    await begin();
    await process(page, 2).click();
    await editor(page).waitFor();
    await tray(copy).waitFor({ state: 'detached' });
    expect(await tray(page).count()).toBe(0);
    await copy.close();
  });
});

describe('selection tray', () => {
  itInFullTier('leaves room for the thumbnails between their numbers and crosses on a phone', async () => {
    const { page } = await openSelected(5);
    await page.setViewportSize({ width: 390, height: 844 });
    const boxesOf = (locator: Locator) =>
      locator.evaluateAll((elements) =>
        elements.map((element) => element.getBoundingClientRect().toJSON() as Box),
      );
    const thumbs = await boxesOf(tray(page).getByRole('listitem'));
    const [list] = await boxesOf(tray(page).getByRole('list'));
    expect(thumbs.filter(({ right }) => right <= list!.right).length).toBeGreaterThanOrEqual(3);
    const crosses = await boxesOf(tray(page).getByRole('button', { name: /^Remove/ }));
    const numbers = await boxesOf(tray(page).getByText(/^[1-5]$/));
    const area = ({ width, height }: Box) => width * height;
    for (const [index, thumb] of thumbs.entries()) {
      expect(area(crosses[index]!) + area(numbers[index]!)).toBeLessThan(area(thumb) / 3);
    }
  });

  it('changes the order by dragging in the tray', async () => {
    const { page } = await openSelected(3);
    await expect.poll(() => order(page)).toEqual(['1 River 1', '2 River 2', '3 River 3']);
    const box = async (at: number) => (await thumbs(page).nth(at).boundingBox())!;
    // The code for dragging loads after the tray: without it nothing moves.
    await expect
      .poll(async () => {
        const [from, to] = [await box(0), await box(2)];
        await page.mouse.move(from.x + 20, from.y + 30);
        await page.mouse.down();
        await page.mouse.move(from.x + 40, from.y + 30, { steps: 4 });
        await page.mouse.move(to.x + to.width - 4, to.y + 30, { steps: 8 });
        await page.mouse.up();
        return order(page);
      })
      .toEqual(['1 River 2', '2 River 3', '3 River 1']);
  });
});
