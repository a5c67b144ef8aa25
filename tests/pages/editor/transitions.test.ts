import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makePlayable, openEditStage, rows } from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const open = (wish: Parameters<typeof openEditStage>[2] = {}) => openEditStage(scene, scan, wish);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const form = (page: Page) => page.getByRole('region', { name: 'Selected section' });
const answered = (page: Page, path: RegExp) =>
  page.waitForResponse((response) => path.test(new URL(response.url()).pathname) && response.ok());

describe('a transition to the next section', () => {
  it('is chosen with its length, given to all joins at once, and taken back by one Undo', async () => {
    const { page, read } = await open();
    const kinds = async () => (await read()).sections.map(({ transition }) => transition);
    const total = (length: string) => page.getByText(`Total duration: ${length}`).waitFor();
    await total('0:30.00');
    expect(await form(page).getByLabel('Length of the transition').count()).toBe(0);
    let done = answered(page, /\/update$/);
    await form(page).getByLabel('Transition to the next section').selectOption('Crossfade');
    await done;
    await total('0:29.00');
    await form(page)
      .getByText('Play film shows the transition; a section by itself plays without it.')
      .waitFor();
    done = answered(page, /\/update$/);
    await form(page).getByLabel('Length of the transition').fill('2');
    await done;
    await total('0:28.00');
    await page.getByText('3 of 3 sections and 1 of 1 transition to render').waitFor();
    done = answered(page, /\/transitions$/);
    await button(page, 'Use for all joins').click();
    await done;
    await total('0:26.00');
    expect(await kinds()).toEqual(['crossfade', 'crossfade', 'crossfade']);
    expect(await button(page, 'Use for all joins').getAttribute('aria-disabled')).toBe('true');
    // The last section leads nowhere.
    await rows(page).nth(2).click();
    await expect.poll(() => form(page).getByLabel('Transition to the next section').count()).toBe(0);
    done = answered(page, /\/undo$/);
    await page.keyboard.press('Control+z');
    await done;
    await total('0:28.00');
    expect(await kinds()).toEqual(['crossfade', 'cut', 'cut']);
  });

  it('says how long it lasts where a section is too short for it', async () => {
    const { page } = await open({
      prepare: async ({ ids }) => {
        const { db } = scene.backend;
        await db.updateTable('sections').set({ end_ms: 11_000 }).where('id', '=', ids[1]!).execute();
        const dipping = { transition: 'dip', transitionSeconds: 2 };
        await db.updateTable('sections').set(dipping).where('id', '=', ids[0]!).execute();
      },
    });
    await form(page)
      .getByText('Lasts 1 s: it takes at most half of this section and of “Section 2”.')
      .waitFor();
    expect(await page.locator('footer').innerText()).toContain('Total duration: 0:21.00');
  });
});
