import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { dialog, makePlayable, SPOKEN } from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import {
  openPlaying,
  paused,
  press,
  preview,
  saved,
  time,
  timeIs,
  words,
} from '../../helpers/browser/player.ts';
import { lookWholly } from '../../helpers/screens/look-wholly.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const { db } = scene.backend;
const TEXT = SPOKEN.join(' ');

/** Changes the words of sections, and makes SPOKEN their text. */
async function changeWords(
  ids: string[],
  change: (word: { text: string }, at: number) => object,
): Promise<void> {
  for (const id of ids) {
    const { words: storedWords } = await db
      .selectFrom('sections')
      .select('words')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const changed = (storedWords as { text: string }[]).map((word, at) => ({ ...word, ...change(word, at) }));
    await db
      .updateTable('sections')
      .set({ words: JSON.stringify(changed) })
      .where('id', '=', id)
      .execute();
    await db.updateTable('sectionTexts').set({ text: TEXT }).where('sectionId', '=', id).execute();
  }
}

/** Creates sections of which Ann speaks the first four words, and Bob the others. */
const openTalk = () =>
  openPlaying(scene, scan, {
    prepare: ({ ids }) => changeWords(ids, (_, at) => ({ speaker: at < 4 ? 'Ann' : 'Bob' })),
  });
const other = (page: Page, id: string) => page.locator(`[data-other-text="${id}"]`);
const names = (page: Page, inside: string) => page.locator(`${inside} [data-speaker]`).allTextContents();

// product 19.4
it('keeps words in place while they are selected, and their actions in view', async () => {
  const { page } = await openPlaying(scene, scan, {
    prepare: async ({ ids }) => {
      await db.updateTable('sectionTexts').set({ text: TEXT }).where('sectionId', 'in', ids).execute();
    },
  });
  const place = async (index: number) => (await words(page).nth(index).boundingBox())!;
  const [first, second] = [await place(1), await place(4)];
  await page.mouse.move(first.x + 4, first.y + 4);
  await page.mouse.down();
  await page.mouse.move(second.x + 4, second.y + 4, { steps: 4 });
  await page.getByRole('button', { name: 'Trim to selection' }).waitFor();
  expect([await place(1), await place(4)]).toEqual([first, second]);
  await page.mouse.up();
  expect([await place(1), await place(4)]).toEqual([first, second]);
  await page.keyboard.press('Escape');

  // On a phone, with more words than fit on the screen.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('tab', { name: 'Text and range' }).click();
  await words(page).first().waitFor();
  await page.addStyleTag({ content: '[data-word] { margin-right: 16rem }' });
  await press(page, 'Select words');
  await words(page).nth(0).click();
  expect(await words(page).nth(0).getAttribute('aria-pressed')).toBe('true');
  await page.getByText('Now click the last word.').waitFor();
  await words(page).nth(1).click();
  const bar = await page.getByRole('tablist', { name: 'Editor' }).boundingBox();
  const isSeen = async (name: string) => {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox();
    return box!.y > 0 && box!.y + box!.height <= bar!.y;
  };
  expect([await isSeen('Cut'), await isSeen('Trim to selection')]).toEqual([true, true]);
  await press(page, 'Select words');
  await words(page).nth(0).click();
  await press(page, 'Correct');
  await page.getByRole('form', { name: 'Correct a word' }).waitFor();
  expect(await isSeen('Correct')).toBe(true);
  await page.setViewportSize({ width: 320, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

// product 19.6
it('skips cut words while a section plays, and shows the length of the section without them', async () => {
  const { page } = await openPlaying(scene, scan, {
    prepare: async ({ ids }) => {
      const cuts = JSON.stringify([
        { startMs: 1000, endMs: 6000 },
        { startMs: 7000, endMs: 11_000 },
      ]);
      await db.updateTable('sections').set({ cuts }).where('id', '=', ids[0]!).execute();
    },
  });
  await preview(page).getByText('0:00 / 0:02').waitFor();
  // Cut ranges are pale in the waveform, which has the section's length.
  const trim = page.getByRole('region', { name: 'Trim' });
  await trim.getByText('0:02.00').waitFor();
  expect(await trim.locator('[data-cut]').count()).toBe(2);
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    document.querySelector('video')!.requestVideoFrameCallback(function note(_, { mediaTime }) {
      seen.push(mediaTime);
      document.querySelector('video')!.requestVideoFrameCallback(note);
    });
  });
  await press(page, 'Play');
  await expect.poll(() => paused(page)).toBe(true);
  await timeIs(page, 10);
  const frameTimes = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
  // Some frames may be shown before a busy page notices a cut.
  expect(frameTimes.filter((at) => at > 4 && at < 5.9)).toEqual([]);
  expect(frameTimes.some((at) => at >= 6 && at < 7)).toBe(true);
  expect(await time(page)).toBeCloseTo(10, 1);
});

// product 19.8
itInFullTier(
  'shows fillers, cut words and cut pauses accessibly in both themes, without overflow at 320 px',
  async () => {
    const cuts = JSON.stringify([
      { startMs: 1650, endMs: 1900 },
      { startMs: 3000, endMs: 4950 },
    ]);
    const prepare = async ({ ids }: { ids: string[] }) => {
      const quiet = JSON.stringify({ silences: [{ startMs: 0, endMs: 60_000 }], loudness: null });
      await sql`UPDATE artifacts SET data = data || ${quiet}::jsonb WHERE key = ${scan}`.execute(db);
      await db.updateTable('sections').set({ cuts }).where('id', '=', ids[0]!).execute();
      await db.updateTable('sections').set({ sound: 'muted' }).where('id', '=', ids[1]!).execute();
      // The last second and a half of the third section remain, without a word.
      const most = JSON.stringify([{ startMs: 20_000, endMs: 28_550 }]);
      await db.updateTable('sections').set({ cuts: most }).where('id', '=', ids[2]!).execute();
    };
    const { page, again } = await openPlaying(scene, scan, { prepare });
    await page.getByRole('button', { name: 'begins, cut out: restore' }).waitFor();
    expect(await lookWholly(page)).toEqual([]);
    const other = (await again()).page;
    await press(other, 'Fillers and pauses…');
    const box = dialog(other, 'Fillers and pauses');
    await box.getByRole('combobox', { name: 'Pauses', exact: true }).selectOption('Longer than 0.4 s');
    await box.getByRole('button', { name: /^Remove 6 pauses/ }).waitFor();
    await box.getByRole('combobox', { name: 'In', exact: true }).selectOption('The whole film');
    await box.getByText('1 section skipped: the film doesn’t use its voice.').waitFor();
    await box.getByText('“Section 3” won’t change: less than half a second would be left.').waitFor();
    await box.getByRole('button', { name: /^Remove 6 pauses/ }).waitFor();
    expect(await lookWholly(other)).toEqual([]);
  },
);

// product 19.16
itInFullTier('shows the name of each speaker above the words of the turn, in every section', async () => {
  const { page, ids } = await openTalk();
  await words(page).first().waitFor();
  expect(await names(page, '[role=toolbar]')).toEqual(['Ann', 'Bob']);
  const over = await page.evaluate(() => {
    const bob = [...document.querySelectorAll('[role=toolbar] [data-speaker]')].at(-1)!;
    const below = (at: number) => document.querySelector(`[data-word="${at}"]`)!.getBoundingClientRect().top;
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

itInFullTier('reports that a speaker no longer exists, and keeps the typed name', async () => {
  const { page, ids } = await openTalk();
  await page.getByRole('button', { name: 'Bob: rename' }).click();
  const box = dialog(page, 'Rename Speaker');
  await box.getByRole('textbox', { name: 'Name' }).fill('Robert');
  await db.updateTable('sections').set({ words: '[]' }).where('id', 'in', ids).execute();
  await page.keyboard.press('Enter');
  await box.getByText('This video no longer has a speaker called "Bob".').waitFor();
  expect(await box.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Robert');
  expect(await lookWholly(page)).toEqual([]);
});

itInFullTier('plays an uncertain word from shortly before it, and saves its correction', async () => {
  const { page, read } = await openPlaying(scene, scan, {
    prepare: ({ ids }) =>
      changeWords(ids.slice(0, 1), ({ text }) => (text === 'river' ? { confidence: 0.2 } : {})),
  });
  await words(page).first().waitFor();
  await page.keyboard.press('u');
  const field = page.getByRole('textbox', { name: 'Transcribed as “river”' });
  await field.waitFor();
  await expect.poll(() => paused(page)).toBe(false);
  expect(await time(page)).toBeGreaterThanOrEqual(1.4);
  const answer = saved(page);
  await field.fill('brook');
  await page.keyboard.press('Enter');
  await answer;
  expect((await read()).sections[0]).toMatchObject({
    transcription: TEXT.replace('river', 'brook'),
    voice: 'original',
    voiceReason: 'corrected',
  });
});
