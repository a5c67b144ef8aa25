import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makePlayable, rows, SPOKEN, titlesOf } from '../../helpers/browser/edit-scene.ts';
import { openScene, toast } from '../../helpers/browser/page-scene.ts';
import { gate } from '../../helpers/gate.ts';
import {
  openPlaying,
  paused,
  press,
  saved,
  selectedIs,
  slowVideos,
  textField,
  time,
  timeIs,
  words,
} from '../../helpers/browser/player.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const { db } = scene.backend;
const TEXT = `${SPOKEN.join(' ')}.`;

/** Sections whose text is what is said in them. */
const open = (sections = 3, texts: string[] = [], slower = 1) =>
  openPlaying(scene, scan, {
    sections,
    before: async ({ page }) => void (await page.addInitScript(slowVideos, slower)),
    prepare: async ({ ids }) => {
      for (const [at, id] of ids.entries()) {
        const said = { text: texts[at] ?? TEXT };
        await db.updateTable('section_texts').set(said).where('section_id', '=', id).execute();
      }
    },
  });

const film = (page: Page) => page.getByRole('region', { name: 'Text of the film' });
const other = (page: Page, id: string) => film(page).locator(`[data-other-text="${id}"]`);

/** The middle of a word in the text of a section that is not selected. */
const placeOf = (page: Page, id: string, word: string) =>
  other(page, id).evaluate((text, wanted) => {
    const range = document.createRange();
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const at = walker.currentNode.textContent!.indexOf(wanted);
      if (at < 0) continue;
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + wanted.length);
    }
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, word);

/** Drags from a word to another one, each in the text of a section that is not selected. */
async function drag(page: Page, [from, word]: [string, string], [to, last]: [string, string]): Promise<void> {
  const begin = await placeOf(page, from, word);
  const end = await placeOf(page, to, last);
  await page.mouse.move(begin.x, begin.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 5 });
  await page.mouse.up();
}

describe('the text of the film', () => {
  it('has the words of every section once, under its title', async () => {
    const { page, ids } = await open();
    await words(page).first().waitFor();
    expect(await words(page).allTextContents()).toEqual(TEXT.split(' '));
    for (const id of ids.slice(1)) expect(await other(page, id).textContent()).toBe(TEXT);
    expect(await page.getByRole('textbox', { name: 'Transcription' }).count()).toBe(0);
    await film(page).getByRole('button', { name: 'Go to the text of Section 3' }).press('Enter');
    await selectedIs(page, 'Section 3');
    await timeIs(page, 20);
  });

  it('leads to a word of another section by a press, which stays under the pointer and plays on', async () => {
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

  it('shows what is cut out of a section struck through, also when another one is selected', async () => {
    // So many that the text scrolls, and a pressed word stays under the pointer.
    const { page, ids, read } = await open(8);
    await words(page).nth(1).click();
    await words(page)
      .nth(2)
      .click({ modifiers: ['Shift'] });
    let done = saved(page);
    await page.keyboard.press('Delete');
    await done;
    await rows(page).nth(1).click();
    const struck = other(page, ids[0]!).locator('s');
    await other(page, ids[0]!).scrollIntoViewIfNeeded();
    await expect.poll(() => struck.allTextContents()).toEqual(['river begins']);
    expect(await other(page, ids[0]!).textContent()).toBe(TEXT);
    // A press on it leads there, and the next one restores it.
    const place = await placeOf(page, ids[0]!, 'begins');
    await page.mouse.click(place.x, place.y);
    await selectedIs(page, 'Section 1');
    await timeIs(page, 3);
    done = saved(page);
    await words(page).nth(2).click();
    await done;
    expect((await read()).sections[0]!.cuts).toEqual([]);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await read()).sections[0]!.cuts.length).toBe(1);
    // Undo selects what it changed.
    await page.getByText('Undone', { exact: true }).first().waitFor();
    // A double click restores nothing: its second press is none of the word that comes to be under it.
    await rows(page).nth(1).click();
    await other(page, ids[0]!).scrollIntoViewIfNeeded();
    await expect.poll(() => struck.allTextContents()).toEqual(['river begins']);
    const again = await placeOf(page, ids[0]!, 'begins');
    await page.mouse.click(again.x, again.y);
    await selectedIs(page, 'Section 1');
    await timeIs(page, 3);
    await words(page).nth(2).hover();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expect.poll(() => words(page).nth(2).getAttribute('aria-label')).toContain('cut out');
  });

  it('loses the words that are selected anywhere in it by Delete, as one edit, and never a section', async () => {
    const { page, ids, read } = await open();
    await words(page).first().waitFor();
    const cuts = async () => (await read()).sections.map((section) => section.cuts);
    await drag(page, [ids[1]!, 'river'], [ids[1]!, 'begins']);
    let done = saved(page);
    await page.keyboard.press('Delete');
    await done;
    expect(await cuts()).toEqual([[], [{ startMs: 12_000, endMs: 13_950 }], []]);
    await selectedIs(page, 'Section 1');
    await expect.poll(() => other(page, ids[1]!).locator('s').allTextContents()).toEqual(['river begins']);

    // Over the end of a section.
    await drag(page, [ids[1]!, 'stream'], [ids[2]!, 'river']);
    await page.keyboard.press('Backspace');
    await toast(page, 'Sections Cut').waitFor();
    expect(await cuts()).toMatchObject([
      [],
      [{ startMs: 12_000 }, { startMs: 17_000 }],
      [{ startMs: 21_000, endMs: 22_950 }],
    ]);
    await page.keyboard.press('Control+z');
    await expect.poll(cuts).toEqual([[], [{ startMs: 12_000, endMs: 13_950 }], []]);
    // What comes back is selected.
    await selectedIs(page, 'Section 2');
    await rows(page).first().click();
    await expect.poll(() => other(page, ids[1]!).locator('s').allTextContents()).toEqual(['river begins']);

    // What is cut out is restored.
    await drag(page, [ids[1]!, 'river'], [ids[1]!, 'begins']);
    done = saved(page);
    await page.keyboard.press('Delete');
    await done;
    expect(await cuts()).toEqual([[], [], []]);

    // Nothing is selected, and what had the focus is gone.
    await film(page).getByRole('button', { name: 'Go to the text of Section 3' }).press('Enter');
    await selectedIs(page, 'Section 3');
    await page.keyboard.press('Delete');
    await toast(page, 'No Words Selected').waitFor();
    expect((await read()).sections).toHaveLength(3);
  });

  it('keeps its words while the film plays on, for the one who works on them', async () => {
    // A busy page does all of this while the second section plays.
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
    // A key of the player means the section that plays, which can be split after half a second of it.
    const position = page.getByRole('slider', { name: 'Position' });
    await expect.poll(async () => Number(await position.getAttribute('aria-valuenow'))).toBeGreaterThan(10);
    await page.keyboard.press('k');
    const parts = page.waitForResponse(/\/split/);
    await page.keyboard.press('s');
    expect((await parts).ok()).toBe(true);
    await rows(page).nth(3).waitFor();
    expect(await titlesOf(page)).toMatchObject({ 0: 'Section 1', 3: 'Section 3' });
  });

  it('is gone through word by word by the arrow keys, over the ends of sections', async () => {
    const { page } = await open();
    const focused = () =>
      page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['word'] ?? null);
    await words(page).last().focus();
    await page.keyboard.press('ArrowRight');
    await selectedIs(page, 'Section 2');
    await expect.poll(focused).toBe('0');
    await page.keyboard.press('ArrowLeft');
    await selectedIs(page, 'Section 1');
    await expect.poll(focused).toBe(String(SPOKEN.length - 1));
    // The list's first section is the end.
    for (let step = 0; step < SPOKEN.length + 1; step += 1) await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe('0');
    await selectedIs(page, 'Section 1');
  });

  it('tells a correction from a text that is narrated', async () => {
    const { page, read } = await open();
    const text = await textField(page);
    await expect.poll(() => text.evaluate((field) => field === document.activeElement)).toBe(true);
    let done = saved(page);
    await text.fill(TEXT.replace('small', 'tiny').replace('here', 'up here'));
    await done;
    await page.getByText('Corrected', { exact: true }).waitFor();
    await press(page, 'Show the words');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('The');
    expect((await words(page).allTextContents()).join(' ')).toBe(
      'The river begins as a tiny stream up here.',
    );
    expect(await words(page).nth(5).getAttribute('title')).toBe('Heard as “small”');
    expect((await read()).sections[0]).toMatchObject({ narrated: false });

    // Another text has no words of its own: what the video says is behind it.
    done = saved(page);
    await (await textField(page)).fill('Nobody has ever seen where the water comes from.');
    await done;
    await page.getByText('Your text', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Show the words' }).count()).toBe(0);
    expect(await words(page).first().isVisible()).toBe(false);
    await page.getByText('What the video says').click();
    await words(page).nth(4).click();
    await timeIs(page, 5);
  });

  it('scrolls to the section that is selected elsewhere, of many', async () => {
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
});

it('shows no field that the words of a narrated section take away when they come', async () => {
  const { page, projectId } = await open();
  const held = gate();
  await page.route(/\/api\/sections\/[\w-]+\/words/, async (route) => {
    await held.opened;
    await route.fallback();
  });
  // An English text in a film in Hindi is narrated.
  await page.goto(`/?project=${projectId}&stage=edit&lang=hi`);
  await page.getByText('Spoken words are loading').waitFor({ state: 'attached' });
  expect(await page.getByRole('textbox', { name: 'Transcription' }).count()).toBe(0);
  held.open();
  await page.getByRole('button', { name: 'Rewrite', exact: true }).waitFor();
});
