import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makePlayable, SPOKEN, titlesOf } from '../../helpers/browser/edit-scene.ts';
import { openScene, refuse, toast } from '../../helpers/browser/page-scene.ts';
import { openPlaying, press, selected, selectedIs, textField } from '../../helpers/browser/player.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);

const bar = (page: Page) => page.getByRole('search', { name: 'Find and replace' });
const find = (page: Page) => bar(page).getByRole('textbox', { name: 'Find', exact: true });
const instead = (page: Page) => bar(page).getByRole('textbox', { name: 'Replace with' });
const told = (page: Page, words: string) => bar(page).getByText(words, { exact: true }).waitFor();

/** Three sections whose texts have a river four times. */
const TEXTS = ['A river begins. The River ends.', 'Nothing here.', 'Two rivers, one river'];
async function open() {
  const visit = await openPlaying(scene, scan, {
    prepare: async ({ ids }) => {
      const { db } = scene.backend;
      for (const [i, text] of TEXTS.entries()) {
        await db.updateTable('section_texts').set({ text }).where('section_id', '=', ids[i]!).execute();
      }
    },
  });
  const texts = async () => (await visit.read()).sections.map(({ transcription }) => transcription);
  return { ...visit, texts };
}

describe('words in all sections', () => {
  it('are found and gone through by keys alone, each with its section', async () => {
    const { page } = await open();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('river');
    await told(page, '4 found');
    await page.keyboard.press('Enter');
    await told(page, '1 of 4');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await told(page, '3 of 4');
    await selectedIs(page, 'Section 3');
    expect(await bar(page).locator('mark').textContent()).toBe('river');
    await page.keyboard.press('Shift+Enter');
    await told(page, '2 of 4');
    await selectedIs(page, 'Section 1');
    expect(await bar(page).locator('mark').textContent()).toBe('River');
    // The word itself, in the text.
    await bar(page)
      .getByRole('button', { name: /The River ends/ })
      .press('Enter');
    const text = page.getByRole('textbox', { name: 'Transcription' });
    await expect
      .poll(() =>
        text.evaluate(({ selectionStart, selectionEnd }: HTMLTextAreaElement) => [
          document.activeElement?.tagName,
          selectionStart,
          selectionEnd,
        ]),
      )
      .toEqual(['TEXTAREA', 20, 25]);
    await page.keyboard.press('Control+f');
    expect(await find(page).evaluate((input) => input === document.activeElement)).toBe(true);
    await press(page, 'Match case');
    await told(page, '3 found');
    await press(page, 'Whole words');
    await told(page, '2 found');
    await find(page).press('Escape');
    expect(await bar(page).count()).toBe(0);
  });

  it('are marked in the text of the film while they are the ones that Find shows', async () => {
    const { page, ids } = await open();
    const said = `${SPOKEN.join(' ')}.`;
    const { db } = scene.backend;
    await db.updateTable('section_texts').set({ text: said }).where('section_id', 'in', ids).execute();
    await page.reload();
    await press(page, 'Find and replace');
    await find(page).fill('small stream');
    await find(page).press('Enter');
    await find(page).press('Enter');
    await told(page, '2 of 3');
    const marked = page.locator('[data-word] mark');
    await expect.poll(() => marked.allTextContents()).toEqual(['small', 'stream']);
    await selectedIs(page, 'Section 2');
    await find(page).press('Escape');
    await expect.poll(() => marked.count()).toBe(0);
  });

  it('are replaced one after the other, and all at once as one edit that Undo takes back', async () => {
    const { page, texts, read } = await open();
    await press(page, 'Find and replace');
    await find(page).fill('river');
    await instead(page).fill('rivers');
    await find(page).press('Enter');
    await told(page, '1 of 4');
    await instead(page).press('Enter');
    await toast(page, 'Text Replaced').waitFor();
    // What was put in is not the next one.
    await told(page, '2 of 4');
    expect((await texts())[0]).toBe('A rivers begins. The River ends.');
    await instead(page).press('Enter');
    await told(page, '3 of 4');
    await selectedIs(page, 'Section 3');
    await instead(page).fill('stream');
    await press(page, 'Replace all');
    await page.getByText('Replaced 4 in 2 sections.').first().waitFor();
    await told(page, 'Nothing found');
    expect(await texts()).toEqual([
      'A streams begins. The streams ends.',
      'Nothing here.',
      'Two streams, one stream',
    ]);
    expect((await read()).history.undo).toBe('Replace "river" with "stream"');
    await page
      .getByRole('region', { name: /^Notification/ })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect.poll(texts).toEqual(['A rivers begins. The rivers ends.', TEXTS[1], TEXTS[2]]);
  });

  it('are replaced with what was just typed, while it is saved', async () => {
    const { page, texts } = await open();
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/sections/*/update?*', async (route) => {
      await held;
      await route.continue();
    });
    const text = await textField(page);
    const saving = page.waitForRequest('**/api/sections/*/update?*');
    await text.fill('A river, and one more river.');
    await saving;
    await press(page, 'Find and replace');
    await find(page).fill('river');
    await told(page, '4 found');
    await instead(page).fill('lake');
    await press(page, 'Replace all');
    release();
    await page.getByText('Replaced 4 in 2 sections.').first().waitFor();
    expect(await texts()).toEqual(['A lake, and one more lake.', 'Nothing here.', 'Two lakes, one lake']);
    await expect.poll(() => text.inputValue()).toBe('A lake, and one more lake.');
  });

  it('are refused in a sentence, with nothing lost, where another tab has changed them or a title would be empty', async () => {
    const { page, texts } = await open();
    await press(page, 'Find and replace');
    await find(page).fill('river');
    await find(page).press('Enter');
    await told(page, '1 of 4');
    const changed = 'This text has changed in the meantime. Please check it again.';
    await refuse(page, /\/sections\/replace/, 409, changed);
    await instead(page).fill('lake');
    await press(page, 'Replace');
    await bar(page).getByText(changed).waitFor();
    expect(await texts()).toEqual(TEXTS);
    await page.unrouteAll({ behavior: 'wait' });
    await find(page).fill('Section 2');
    await instead(page).fill('');
    await press(page, 'Replace all');
    await bar(page).getByText('"Section 2" would have no title. Nothing was replaced.').waitFor();
    expect(await titlesOf(page)).toEqual(['Section 1', 'Section 2', 'Section 3']);
    expect(await find(page).inputValue()).toBe('Section 2');
    expect(await selected(page)).toBe('Section 1');
  });
});
