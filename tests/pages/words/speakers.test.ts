import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dialog, makePlayable, rows, SPOKEN, told } from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { openPlaying, selectedIs, timeIs, words } from '../../helpers/browser/player.ts';
import { lookWholly } from '../../helpers/screens/look-wholly.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const { db } = scene.backend;
const TEXT = SPOKEN.join(' ');

/** Sections whose first four words Ann says, and Bob the others; the text of each is what they say. */
const open = () =>
  openPlaying(scene, scan, {
    prepare: async ({ ids }) => {
      for (const id of ids) {
        const { words: said } = await db
          .selectFrom('sections')
          .select('words')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const told = (said as object[]).map((word, at) => ({ ...word, speaker: at < 4 ? 'Ann' : 'Bob' }));
        await db
          .updateTable('sections')
          .set({ words: JSON.stringify(told) })
          .where('id', '=', id)
          .execute();
        await db.updateTable('section_texts').set({ text: TEXT }).where('section_id', '=', id).execute();
      }
    },
  });

const other = (page: Page, id: string) => page.locator(`[data-other-text="${id}"]`);
const names = (page: Page, inside: string) => page.locator(`${inside} [data-speaker]`).allTextContents();

/** The middle of what of a text stands first, in pixels of the page. */
const middleOf = (page: Page, id: string, wanted: string) =>
  other(page, id).evaluate((text, part) => {
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
      const at = walker.currentNode.textContent!.indexOf(part);
      if (at < 0) continue;
      walker.currentNode.parentElement!.scrollIntoView({ block: 'nearest' });
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + part.length);
      break;
    }
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, wanted);

describe('who speaks', () => {
  it('stands over the words of each turn, in every section', async () => {
    const { page, ids } = await open();
    await words(page).first().waitFor();
    expect(await names(page, '[role=toolbar]')).toEqual(['Ann', 'Bob']);
    const over = await page.evaluate(() => {
      const bob = [...document.querySelectorAll('[role=toolbar] [data-speaker]')].at(-1)!;
      const below = (at: number) =>
        document.querySelector(`[data-word="${at}"]`)!.getBoundingClientRect().top;
      const { top, bottom } = bob.getBoundingClientRect();
      return below(3) < top && below(4) >= bottom - 8;
    });
    expect(over).toBe(true);
    for (const id of ids.slice(1)) {
      await expect.poll(() => names(page, `[data-other-text="${id}"]`)).toEqual(['Ann', 'Bob']);
      expect(await other(page, id).textContent()).toBe(
        `Ann${SPOKEN.slice(0, 4).join(' ')} Bob${SPOKEN.slice(4).join(' ')}`,
      );
    }
    expect(await lookWholly(page)).toEqual([]);
  });

  it('leads to their words: a press on a name to its first one, and on a word to that word', async () => {
    const { page, ids } = await open();
    await expect.poll(() => names(page, `[data-other-text="${ids[1]}"]`)).toEqual(['Ann', 'Bob']);
    const small = await middleOf(page, ids[1]!, 'small');
    await page.mouse.click(small.x, small.y);
    await selectedIs(page, 'Section 2');
    await timeIs(page, 16);
    await expect.poll(() => names(page, `[data-other-text="${ids[2]}"]`)).toEqual(['Ann', 'Bob']);
    const bob = await middleOf(page, ids[2]!, 'Bob');
    await page.mouse.click(bob.x, bob.y);
    await selectedIs(page, 'Section 3');
    await timeIs(page, 25);
    // The arrow keys go from word to word by way of the name, which is selected with neither.
    await words(page).nth(3).focus();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    for (const next of ['Bob', SPOKEN[4]]) {
      await page.keyboard.press('ArrowRight');
      expect(await focused()).toBe(next);
    }
    await page.keyboard.press('Shift+ArrowLeft');
    expect(await page.locator('[data-word][aria-pressed=true]').allTextContents()).toEqual([
      SPOKEN[3],
      SPOKEN[4],
    ]);
  });

  it('is renamed by a press on the name or by keys, in every section, and back by Undo', async () => {
    const { page, ids, read } = await open();
    await words(page).nth(3).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const box = dialog(page, 'Rename Speaker');
    const field = box.getByRole('textbox', { name: 'Name' });
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    const submit = box.getByRole('button', { name: 'Rename' });
    expect(await submit.getAttribute('aria-disabled')).toBe('true');
    // It is selected: the key removes the name, and no word of the film.
    await page.keyboard.press('Delete');
    await page.keyboard.type('  Doctor Bob ');
    await submit.click();
    await told(page, 'Speaker Renamed', 'Bob is Doctor Bob in 3 sections.');
    await expect.poll(() => names(page, '[role=toolbar]')).toEqual(['Ann', 'Doctor Bob']);
    for (const id of ids.slice(1))
      await expect.poll(() => names(page, `[data-other-text="${id}"]`)).toEqual(['Ann', 'Doctor Bob']);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Doctor Bob');
    expect((await read()).sections[0]!.cuts).toEqual([]);
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await expect.poll(() => names(page, '[role=toolbar]')).toEqual(['Ann', 'Bob']);
  });

  it('says when the name is gone meanwhile, and keeps what was typed', async () => {
    const { page, ids } = await open();
    await page.getByRole('button', { name: 'Bob: rename' }).click();
    const box = dialog(page, 'Rename Speaker');
    await box.getByRole('textbox', { name: 'Name' }).fill('Robert');
    await db.updateTable('sections').set({ words: '[]' }).where('id', 'in', ids).execute();
    await page.keyboard.press('Enter');
    await box.getByText('Nobody in this video is called "Bob" any more.').waitFor();
    expect(await box.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Robert');
    expect(await lookWholly(page)).toEqual([]);
  });

  it('stays with cut words, and is not said of a translation', async () => {
    const { page, ids, projectId } = await open();
    await words(page).nth(4).click();
    await page.keyboard.press('Delete');
    await rows(page).nth(1).click();
    await selectedIs(page, 'Section 2');
    await expect.poll(() => other(page, ids[0]!).locator('s').allTextContents()).toEqual([SPOKEN[4]]);
    expect(await names(page, `[data-other-text="${ids[0]}"]`)).toEqual(['Ann', 'Bob']);
    await db
      .insertInto('section_texts')
      .values(ids.map((id) => ({ section_id: id, language: 'hi', text: 'नदी', translated_from: TEXT })))
      .execute();
    await page.goto(`/?project=${projectId}&stage=edit&lang=hi`);
    await expect.poll(() => other(page, ids[1]!).textContent()).toBe('नदी');
    expect(await names(page, `[data-other-text="${ids[1]}"]`)).toEqual([]);
  });
});
