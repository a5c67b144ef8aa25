import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { AppConfig } from '#contract/app-config.ts';
import type { Run } from '#contract/runs.ts';
import { changeAnswer, openScene, refuse, settled, toast } from '../../helpers/browser/page-scene.ts';
import { createProject } from '../../helpers/data/project.ts';
import { gate } from '../../helpers/gate.ts';
import { checkbox, heading, openSearch, search, tray, videos } from '../../helpers/browser/search-page.ts';

const scene = await openScene();
type Box = Pick<DOMRect, 'right' | 'width' | 'height'>;
const PROCESS = /\/api\/projects\/process$/;
const NO_CREDITS =
  "You don't have enough video credits to create this compilation. Please purchase more credits.";

/** A search with this many selected videos, and a project as their result. */
async function openSelected(count: number) {
  const opened = await openSearch(scene);
  const { page, user } = opened;
  opened.answer(videos(1, Math.max(count, 3)));
  await search(page, 'river');
  for (const { title } of videos(1, count)) await checkbox(page, title).check();
  const { projectId } = await createProject(scene.backend, user.id);
  const sent: string[][] = [];
  /** Answers a start like the API. */
  const begin = (project = projectId) =>
    page.route(PROCESS, async (route) => {
      sent.push((route.request().postDataJSON() as { videoIds: string[] }).videoIds);
      await route.fulfill({ json: { projectId: project, runId: randomUUID() } });
    });
  return { ...opened, projectId, sent, begin };
}

/** A processing of a project that has failed. */
async function failProcessing(userId: string, projectId: string): Promise<string> {
  const { id } = await scene.backend.db
    .insertInto('runs')
    .values({
      kind: 'processing',
      project_id: projectId,
      user_id: userId,
      status: 'failed',
      message: 'No sound.',
      input: JSON.stringify({}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const start = (page: Page, name: string) => tray(page).getByRole('button', { name, exact: true }).click();
const editor = (page: Page) => page.getByRole('button', { name: 'Back to Home', exact: true });

describe('what was sent for processing', () => {
  it('is no longer selected once its project was made, also after a reload; the search stays', async () => {
    const { page, begin } = await openSelected(2);
    await begin();
    await start(page, 'Process 2 Videos · 1 credit');
    await editor(page).click();
    await heading(page, 'All Videos (3)').waitFor();
    expect(await checkbox(page, 'River 1').isChecked()).toBe(false);
    expect(await tray(page).count()).toBe(0);
    await page.reload();
    await heading(page, 'All Videos (3)').waitFor();
    expect(await tray(page).count()).toBe(0);
  });

  it('is not sent again with the next selection', async () => {
    const { page, begin, sent } = await openSelected(2);
    await begin();
    await start(page, 'Process 2 Videos · 1 credit');
    await editor(page).click();
    await checkbox(page, 'River 3').check();
    await start(page, 'Process 1 Video · 1 credit');
    await editor(page).waitFor();
    expect(sent).toEqual([['library_1', 'library_2'], ['library_3']]);
  });

  it('leaves what was chosen while it was on its way', async () => {
    const { page, projectId } = await openSelected(1);
    const answered = gate();
    await page.route(PROCESS, async (route) => {
      await answered.opened;
      await route.fulfill({ json: { projectId, runId: randomUUID() } });
    });
    await start(page, 'Process 1 Video · 1 credit');
    await heading(page, 'AI Processing').waitFor();
    await page.goBack();
    await checkbox(page, 'River 2').check();
    await tray(page).getByRole('button', { name: 'Process 2 Videos · 1 credit', exact: true }).waitFor();
    answered.open();
    await tray(page).getByRole('button', { name: 'Process 1 Video · 1 credit', exact: true }).waitFor();
    expect(await checkbox(page, 'River 2').isChecked()).toBe(true);
    expect(await checkbox(page, 'River 1').isChecked()).toBe(false);
  });

  it('is followed by a reload that begins before the answer and ends after it', async () => {
    const { page, projectId } = await openSelected(1);
    const [answered, loading, loaded] = [gate(), gate(), gate()];
    await page.route(PROCESS, async (route) => {
      await answered.opened;
      await route.fulfill({ json: { projectId, runId: randomUUID() } });
    });
    await start(page, 'Process 1 Video · 1 credit');
    await heading(page, 'AI Processing').waitFor();
    await page.route(/stage=processing/, (route) => {
      loading.open();
      return loaded.opened.then(() => route.continue());
    });
    const reload = page.reload();
    await loading.opened.then(answered.open);
    await page.waitForRequest(/\/api\/user\/credits$/).then(loaded.open); // The page has the answer.
    await reload;
    await editor(page).waitFor();
    expect(page.url()).toContain(projectId);
  });

  it('is selected again when its processing fails', async () => {
    const { page, user, projectId, begin } = await openSelected(2);
    await failProcessing(user.id, projectId);
    await begin();
    await start(page, 'Process 2 Videos · 1 credit');
    await page.getByText('Processing failed: No sound. Your credit is back.').waitFor();
    await tray(page).getByRole('button', { name: 'Process 2 Videos · 1 credit', exact: true }).waitFor();
    await page.reload();
    await tray(page).getByRole('button', { name: 'Process 2 Videos · 1 credit', exact: true }).waitFor();
    expect(await checkbox(page, 'River 2').isChecked()).toBe(true);
  });

  it('is not selected when its processing is tried again', async () => {
    const { page, user, projectId, begin } = await openSelected(2);
    const runId = await failProcessing(user.id, projectId);
    await begin();
    await start(page, 'Process 2 Videos · 1 credit');
    await tray(page).getByRole('button', { name: 'Process 2 Videos · 1 credit', exact: true }).waitFor();
    await page.route(/\/api\/runs\/[^/]+\/retry$/, async (route) => {
      const run = await page.request.get(`${scene.url}/api/runs/${runId}`);
      await route.fulfill({ json: { ...((await run.json()) as Run), status: 'running', version: 99 } });
    });
    await page.getByRole('button', { name: 'Retry', exact: true }).click();
    await heading(page, 'AI Processing').waitFor();
    await page.getByRole('link', { name: 'Cutroom, home' }).click();
    await heading(page, 'Find Videos to Include').waitFor();
    expect(await tray(page).count()).toBe(0);
  });

  it('goes out of a copy of the tab too', async () => {
    const { page, context, begin } = await openSelected(2);
    const kept = await page.evaluate(() => ({ ...sessionStorage }));
    const copy = await context.newPage();
    await copy.addInitScript((entries) => {
      if (sessionStorage.length === 0)
        for (const [key, value] of Object.entries(entries)) sessionStorage.setItem(key, value);
    }, kept);
    await copy.goto('/');
    await tray(copy).getByRole('button', { name: 'Process 2 Videos · 1 credit', exact: true }).waitFor();
    await begin();
    await start(page, 'Process 2 Videos · 1 credit');
    await editor(page).waitFor();
    await tray(copy).waitFor({ state: 'detached' });
    expect(await tray(page).count()).toBe(0);
    await copy.close();
  });
});

describe('the order of the selection', () => {
  const thumbs = (page: Page) => tray(page).getByRole('listitem');
  const order = (page: Page) =>
    thumbs(page).evaluateAll((items) =>
      items.map((item) => `${item.textContent?.charAt(0)} ${item.querySelector('button')?.title}`),
    );
  const numbered = (...numbers: number[]) => numbers.map((number, at) => `${at + 1} River ${number}`);
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Order of Videos' });
  const said = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();

  it('is numbered, is changed by buttons and by keys, is told, and is the one that is sent', async () => {
    const { page, begin, sent } = await openSelected(3);
    await expect.poll(() => order(page)).toEqual(numbered(1, 2, 3));
    await tray(page).getByRole('button', { name: 'Arrange', exact: true }).click();
    await dialog(page).getByRole('button', { name: 'Move River 3 up' }).click();
    await said(page, 'River 3 is now 2 of 3');
    expect(
      await dialog(page).getByRole('button', { name: 'Move River 1 up' }).getAttribute('aria-disabled'),
    ).toBe('true');
    const handle = dialog(page).getByRole('button', { name: 'Drag River 1' });
    await handle.focus();
    await page.keyboard.press('Space');
    await page.getByText('River 1 is over place 1 of 3.').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    await page.getByText('River 1 is over place 2 of 3.').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => order(page)).toEqual(numbered(3, 1, 2));
    await page.reload();
    await expect.poll(() => order(page)).toEqual(numbered(3, 1, 2));
    await begin();
    await start(page, 'Process 3 Videos · 1 credit');
    await editor(page).waitFor();
    expect(sent).toEqual([['library_3', 'library_1', 'library_2']]);
  });

  it('leaves room for the thumbnails between their numbers and crosses on a phone', async () => {
    const { page } = await openSelected(5);
    await page.setViewportSize({ width: 390, height: 844 });
    const boxesOf = (locator: Locator) =>
      locator.evaluateAll((found) => found.map((element) => element.getBoundingClientRect().toJSON() as Box));
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

  it('is changed by dragging in the tray', async () => {
    const { page } = await openSelected(3);
    await expect.poll(() => order(page)).toEqual(numbered(1, 2, 3));
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
      .toEqual(numbered(2, 3, 1));
  });

  it('takes no more than this installation allows, and says how many are too many', async () => {
    const { page, answer } = await openSearch(scene);
    answer(videos(1, 3));
    await changeAnswer<AppConfig>(page, /\/api\/config$/, (config) => ({
      ...config,
      limits: { ...config.limits, maxVideos: 2 },
    }));
    await page.reload();
    await search(page, 'river');
    for (const { title } of videos(1, 3)) await checkbox(page, title).check();
    await tray(page).getByText('At most 2 videos in one compilation: 1 too many.').waitFor();
    const process = tray(page).getByRole('button', { name: 'Process 3 Videos · 1 credit', exact: true });
    expect(await process.getAttribute('aria-disabled')).toBe('true');
    await tray(page).getByRole('button', { name: 'Remove River 2', exact: true }).click();
    await tray(page).getByRole('button', { name: 'Process 2 Videos · 1 credit', exact: true }).waitFor();
    expect(await tray(page).getByText('At most').count()).toBe(0);
  });
});

describe('Retry without credits', () => {
  const RETRY = /\/api\/runs\/[^/]+\/retry$/;

  it('alerts in the words of product.md, at the search and in the library', async () => {
    const { page, user, projectId, begin } = await openSelected(1);
    await failProcessing(user.id, projectId);
    await begin();
    await refuse(page, RETRY, 402, 'Not enough credits.');
    await start(page, 'Process 1 Video · 1 credit');
    const retry = page.getByRole('button', { name: 'Retry', exact: true });
    const alert = page.getByRole('alertdialog');
    const alerted = async () => {
      await retry.click();
      await alert.getByText(NO_CREDITS, { exact: true }).waitFor();
      await alert.getByRole('button', { name: 'OK' }).click();
      await settled(page);
      expect(await toast(page, 'Retry Failed').count()).toBe(0);
    };
    await alerted();
    await page.getByRole('button', { name: 'My Videos', exact: true }).click();
    await heading(page, 'My Video Compilations').waitFor();
    await alerted();
  });
});
