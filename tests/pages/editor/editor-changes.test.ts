import { describe, expect, it } from 'vitest';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { done, makePlayable, openEditStage, press, titlesOf } from '../../helpers/browser/edit-scene.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const open = (options: Parameters<typeof openEditStage>[2] = {}) => openEditStage(scene, scan, options);

describe('the order', () => {
  // product 1.7, 2.73
  it('changes by dragging, of all that are checked', async () => {
    const { page } = await open({ sections: 4 });
    for (const n of [4, 1]) await page.getByRole('checkbox', { name: `Select Section ${n}` }).check();
    const from = (await page.getByRole('button', { name: 'Drag Section 1' }).boundingBox())!;
    const to = (await page.getByRole('button', { name: 'Drag Section 2' }).boundingBox())!;
    const saved = done(page, /\/reorder$/);
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, from.y + 30, { steps: 4 });
    await page.mouse.move(to.x + 8, to.y + 20, { steps: 8 });
    await page.mouse.up();
    await saved;
    expect(await titlesOf(page)).toEqual(['Section 2', 'Section 1', 'Section 4', 'Section 3']);
  });
});

describe('saving', () => {
  // product 4.60
  it('saves by itself what was edited offline, once the server is back', async () => {
    const { page, context, read } = await open();
    await context.setOffline(true);
    await page.getByRole('textbox', { name: 'Title' }).fill('Offline');
    await page
      .locator('footer')
      .getByText('Saved on this device. Will sync when you are back online.')
      .waitFor();
    await context.setOffline(false);
    await page.getByText('All changes saved').waitFor();
    expect((await read()).sections[0]!.title).toBe('Offline');
  });
});

describe('two pages of one user', () => {
  it('two pages of one user show each other every edit without a reload', async () => {
    const { page, again } = await open();
    const { page: other } = await again();
    await other.waitForFunction(() => document.documentElement.dataset['transport'] === 'websocket');
    await page.getByRole('textbox', { name: 'Title' }).fill('Seen elsewhere');
    await expect.poll(() => titlesOf(other)).toEqual(['Seen elsewhere', 'Section 2', 'Section 3']);
    await press(page, 'Move Seen elsewhere down');
    await expect.poll(() => titlesOf(other)).toEqual(['Section 2', 'Seen elsewhere', 'Section 3']);
  });
});
