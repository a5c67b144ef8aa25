import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makePlayable, openEditStage, press, rows, titlesOf } from '../../helpers/browser/edit-scene.ts';
import { openScene, toast } from '../../helpers/browser/page-scene.ts';

const scene = await openScene();
const scanKey = await makePlayable(scene.backend);

const RIVER = `A small spring on the mountain is where the river begins. It falls over stones, passes two villages and
  turns the wheels of an old mill before it reaches the valley and the sea.`;
/** Of these, the fourth and the fifth have a word of the title 'A project'; in the last nothing is said. */
const TEXTS = [
  RIVER,
  'Something else.',
  RIVER.replace('spring', 'sprig'),
  'About the project.',
  'Project, project.',
  '',
];

const open = () =>
  openEditStage(scene, scanKey, {
    sections: TEXTS.length,
    prepare: async ({ ids }) => {
      for (const [at, id] of ids.entries()) {
        await scene.backend.db
          .updateTable('section_texts')
          .set({ text: TEXTS[at]! })
          .where('section_id', '=', id)
          .execute();
      }
    },
  });
const row = (page: Page, title: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox', { name: `Select ${title}`, exact: true }) });
const repeat = (page: Page, place: number) =>
  page.getByRole('button', { name: `Nearly the same as section ${place}`, exact: true });
const order = (page: Page) =>
  page.getByRole('button', { name: 'Order by relevance to the title', exact: true });

describe('a section that repeats another one', () => {
  it('says so, leads there by keys, and follows the order and what is deleted', async () => {
    const { page } = await open();
    await row(page, 'Section 1').getByRole('button', { name: 'Nearly the same as section 3' }).waitFor();
    await row(page, 'Section 3').getByRole('button', { name: 'Nearly the same as section 1' }).waitFor();
    expect(await page.getByRole('button', { name: /the same as/ }).count()).toBe(2);
    await repeat(page, 3).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => rows(page).nth(2).getAttribute('aria-current')).toBe('true');
    await expect
      .poll(() =>
        rows(page)
          .nth(2)
          .evaluate((found) => found === document.activeElement),
      )
      .toBe(true);
    await press(page, 'Move Section 3 up');
    await row(page, 'Section 1').getByRole('button', { name: 'Nearly the same as section 2' }).waitFor();
    await press(page, 'Delete Section 3');
    await repeat(page, 2).waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: /the same as/ }).count()).toBe(0);
  });
});

describe('relevance to the title', () => {
  it('marks what says nothing of it, and orders the sections; Undo brings the order back', async () => {
    const { page, read } = await open();
    const titles = TEXTS.map((_, at) => `Section ${at + 1}`);
    await order(page).waitFor();
    for (const [at, title] of titles.entries()) {
      expect([title, await row(page, title).getByText('Says nothing of the title').count()]).toEqual([
        title,
        at < 3 ? 1 : 0,
      ]);
    }
    await order(page).click();
    await toast(page, 'Sections Reordered').waitFor();
    const sorted = ['Section 5', 'Section 4', 'Section 1', 'Section 2', 'Section 3', 'Section 6'];
    expect(await titlesOf(page)).toEqual(sorted);
    expect((await read()).sections.map(({ title }) => title)).toEqual(sorted);
    expect(await order(page).getAttribute('aria-disabled')).toBe('true');
    await press(page, 'Undo: Reorder');
    await expect.poll(() => titlesOf(page)).toEqual(titles);
    expect((await read()).sections.map(({ title }) => title)).toEqual(titles);
  });

  it('is not offered where no section says a word of the title', async () => {
    const { page } = await open();
    await order(page).waitFor();
    await press(page, 'Delete Section 5');
    await press(page, 'Delete Section 4');
    await order(page).waitFor({ state: 'detached' });
    expect(await page.getByText('Says nothing of the title').count()).toBe(0);
  });
});
