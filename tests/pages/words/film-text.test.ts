import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makePlayable, rows, SPOKEN, titlesOf } from '../../helpers/browser/edit-scene.ts';
import { openScene, toast } from '../../helpers/browser/page-scene.ts';
import {
  openPlaying,
  paused,
  press,
  saved,
  selectedIs,
  slowVideos,
  time,
  timeIs,
  words,
} from '../../helpers/browser/player.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const { db } = scene.backend;
const TEXT = `${SPOKEN.join(' ')}.`;

/** Creates sections whose text is their transcript. */
const open = (sections = 3, texts: string[] = [], slower = 1) =>
  openPlaying(scene, scan, {
    sections,
    before: async ({ page }) => void (await page.addInitScript(slowVideos, slower)),
    prepare: async ({ ids }) => {
      for (const [at, id] of ids.entries()) {
        const values = { text: texts[at] ?? TEXT };
        await db.updateTable('sectionTexts').set(values).where('sectionId', '=', id).execute();
      }
    },
  });

const film = (page: Page) => page.getByRole('region', { name: 'Text of the film' });
const other = (page: Page, id: string) => film(page).locator(`[data-other-text="${id}"]`);

/** Returns the middle of a word in the text of a section that is not selected. */
const placeOf = (page: Page, id: string, word: string) =>
  other(page, id).evaluate((text, needle) => {
    const range = document.createRange();
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const at = walker.currentNode.textContent!.indexOf(needle);
      if (at < 0) continue;
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + needle.length);
    }
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, word);

/** Drags from one word to another, each in the text of a section that is not selected. */
async function drag(page: Page, [from, word]: [string, string], [to, last]: [string, string]): Promise<void> {
  const begin = await placeOf(page, from, word);
  const end = await placeOf(page, to, last);
  await page.mouse.move(begin.x, begin.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 5 });
  await page.mouse.up();
}

describe('text of the film', () => {
  it('goes to a word of another section on a press, and continues to play there', async () => {
    const { page, ids } = await open();
    await words(page).first().waitFor();
    const place = await placeOf(page, ids[1]!, 'small');
    await page.mouse.click(place.x, place.y);
    await selectedIs(page, 'Section 2');
    // The word that begins at 16 s.
    await timeIs(page, 16);
    expect(await paused(page)).toBe(true);
    await words(page).first().waitFor();
    await expect.poll(() => page.locator('[data-word][aria-current]').textContent()).toBe('small');
    await press(page, 'Play');
    await expect.poll(() => paused(page)).toBe(false);
    const next = await placeOf(page, ids[2]!, 'river');
    await page.mouse.click(next.x, next.y);
    await selectedIs(page, 'Section 3');
    await expect.poll(async () => (await time(page)) >= 22 && !(await paused(page))).toBe(true);
  });

  it('cuts words that are selected by a drag in another section on Delete, and restores them on Undo', async () => {
    const { page, ids, read } = await open();
    await words(page).first().waitFor();
    const cuts = async () => (await read()).sections.map((section) => section.cuts);
    await drag(page, [ids[1]!, 'river'], [ids[1]!, 'begins']);
    const done = saved(page);
    await page.keyboard.press('Delete');
    await done;
    expect(await cuts()).toEqual([[], [{ startMs: 12_000, endMs: 13_950 }], []]);
    await expect.poll(() => other(page, ids[1]!).locator('s').allTextContents()).toEqual(['river begins']);
    await page.keyboard.press('Control+z');
    await expect.poll(cuts).toEqual([[], [], []]);
  });

  // product 19.18
  itInFullTier('keeps the words of the selected section while the film continues to play', async () => {
    // On a busy page, the second section may play during all of these steps.
    const { page, read } = await open(3, [], 3);
    await press(page, 'Play film');
    await words(page).last().click();
    const plays = (title: string) =>
      page.locator('li', { hasText: title }).getByText('Plays now').waitFor({ state: 'attached' });
    await plays('Section 2');
    await selectedIs(page, 'Section 1');
    const done = saved(page);
    await page.keyboard.press('Delete');
    await done;
    expect((await read()).sections).toMatchObject([{ cuts: [{ startMs: 8000 }] }, {}, {}]);
    // A player key applies to the playing section, which can be split after half a second.
    const position = page.getByRole('slider', { name: 'Position' });
    await expect.poll(async () => Number(await position.getAttribute('aria-valuenow'))).toBeGreaterThan(10);
    await page.keyboard.press('k');
    const parts = page.waitForResponse(/\/split/);
    await page.keyboard.press('s');
    expect((await parts).ok()).toBe(true);
    await rows(page).nth(3).waitFor();
    expect(await titlesOf(page)).toMatchObject({ 0: 'Section 1', 3: 'Section 3' });
  });

  itInFullTier('scrolls to a section that is selected in the list, among many', async () => {
    const { page } = await open(60);
    await words(page).first().waitFor();
    await page.locator('#section-list').evaluate((list) => (list.scrollTop = list.scrollHeight));
    await rows(page).filter({ hasText: 'Section 60' }).click();
    await expect
      .poll(() =>
        film(page)
          .getByRole('textbox', { name: 'Title' })
          .evaluate((title) => {
            const [own, box] = [title, title.closest('section[aria-label="Text of the film"]')!].map((one) =>
              one.getBoundingClientRect(),
            );
            return own!.top >= box!.top - 1 && own!.bottom <= box!.bottom + 1;
          }),
      )
      .toBe(true);
  });

  // product 24.3
  it('replaces a word in all sections, and restores the texts on Undo', async () => {
    const { page, read } = await open(2, ['A river begins.', 'Two rivers.']);
    const texts = async () => (await read()).sections.map(({ transcription }) => transcription);
    await press(page, 'Find and replace');
    await page.getByRole('textbox', { name: 'Find', exact: true }).fill('river');
    await page.getByRole('textbox', { name: 'Replace with' }).fill('lake');
    await press(page, 'Replace all');
    await toast(page, 'Replaced 2 in 2 sections.').waitFor();
    expect(await texts()).toEqual(['A lake begins.', 'Two lakes.']);
    await press(page, 'Undo: Replace "river" with "lake"');
    await expect.poll(texts).toEqual(['A river begins.', 'Two rivers.']);
  });
});
