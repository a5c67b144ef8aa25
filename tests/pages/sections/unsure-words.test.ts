import { expect, it } from 'vitest';
import { makePlayable, SPOKEN } from '../../helpers/browser/edit-scene.ts';
import { openScene, toast } from '../../helpers/browser/page-scene.ts';
import { openPlaying, paused, saved, textField, time, words } from '../../helpers/browser/player.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const TEXT = 'The river begins, as a small stream here.';

/** An editor in which sections, the first alone unless told, have two words that may be misheard: "river" and "stream". */
const open = (unsure = [0]) =>
  openPlaying(scene, scan, {
    prepare: async ({ ids }) => {
      const { db } = scene.backend;
      for (const index of unsure) {
        const id = ids[index]!;
        const words = SPOKEN.map((text, i) => ({
          text,
          startMs: 10_000 * index + 1000 * (i + 1),
          endMs: 10_000 * index + 1000 * (i + 1) + 500,
          confidence: text === 'river' || text === 'stream' ? 0.2 : 0.9,
        }));
        await db
          .updateTable('sections')
          .set({ words: JSON.stringify(words) })
          .where('id', '=', id)
          .execute();
        await db
          .updateTable('section_texts')
          .set({ text: TEXT })
          .where('section_id', '=', id)
          .where('language', '=', 'en')
          .execute();
      }
    },
  });

it('are underlined and named, gone to by a key, heard, and corrected in the text', async () => {
  const { page, read } = await open();
  await words(page).first().waitFor();
  const marked = () =>
    page
      .locator('[data-word][data-unsure]')
      .evaluateAll((found) =>
        found.map((word) => [
          word.textContent,
          word.getAttribute('aria-label'),
          getComputedStyle(word).textDecorationStyle,
        ]),
      );
  expect(await marked()).toEqual([
    ['river', 'river, may be misheard', 'dotted'],
    ['stream', 'stream, may be misheard', 'dotted'],
  ]);
  await page.getByText('2 underlined words may be misheard.').waitFor();

  await page.keyboard.press('u');
  const field = page.getByRole('textbox', { name: 'Heard as “river”' });
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  // It is played, from a little before.
  await expect.poll(() => paused(page)).toBe(false);
  expect(await time(page)).toBeGreaterThanOrEqual(1.4);
  const answer = saved(page);
  await field.fill('brook');
  await page.keyboard.press('Enter');
  await answer;
  const corrected = TEXT.replace('river', 'brook');
  expect((await read()).sections[0]).toMatchObject({ transcription: corrected, voice: 'original' });
  await page.getByText('1 underlined word may be misheard.').waitFor();
  expect((await marked()).map(([text]) => text)).toEqual(['stream']);

  // From the word that was corrected on; Escape leaves it as it was heard.
  await page.keyboard.press('u');
  const next = page.getByRole('textbox', { name: 'Heard as “stream”' });
  await expect.poll(() => next.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await next.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('stream');
  await page.getByRole('button', { name: 'Next uncertain word' }).click();
  await next.waitFor();

  // Undo gives the word back, with its mark.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await expect.poll(async () => (await marked()).map(([text]) => text)).toEqual(['river', 'stream']);
});

it('are gone to in the whole film, also from the field of another text', async () => {
  const { page } = await open([0, 2]);
  await words(page).first().waitFor();
  const field = (heard: string) => page.getByRole('textbox', { name: `Heard as “${heard}”` });
  const isSelected = (title: string) =>
    page.getByRole('button', { name: `Go to the text of ${title}` }).waitFor({ state: 'detached' });
  const next = async (heard: string) => {
    await page.keyboard.press('u');
    await expect
      .poll(() => field(heard).evaluate((input) => input === document.activeElement, null, { timeout: 1000 }))
      .toBe(true);
    await page.keyboard.press('Escape');
  };
  await next('river');
  await next('stream');
  await next('river');
  await isSelected('Section 3');
  await page.getByRole('button', { name: 'Rewrite' }).click();
  // In the field the key is a letter.
  await (await textField(page)).press('Tab');
  await next('river');
  await next('stream');
  // After the film's last word, its first.
  await next('river');
  await isSelected('Section 1');
});

it('are said to be none where every word was heard surely', async () => {
  const { page } = await open([]);
  await words(page).first().waitFor();
  const told = toast(page, 'No Uncertain Words').waitFor();
  await page.keyboard.press('u');
  await told;
  expect(await page.locator('[data-unsure]').count()).toBe(0);
});

it('are corrected in the captions alone where they were heard surely too, by keys', async () => {
  const { page, read } = await open();
  await words(page).nth(2).press('Enter');
  await page.getByRole('button', { name: 'Correct', exact: true }).press('Enter');
  const field = page.getByRole('textbox', { name: 'Heard as “begins”' });
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.getByText('Only the captions change: the voice stays.').waitFor();
  const answer = saved(page);
  await field.fill('starts');
  await page.keyboard.press('Enter');
  await answer;
  expect((await read()).sections[0]).toMatchObject({
    transcription: TEXT.replace('begins', 'starts'),
    voice: 'original',
    voiceReason: 'corrected',
  });
  // The words are the text, with its punctuation; the word that was heard is told.
  expect((await words(page).allTextContents()).join(' ')).toBe(TEXT.replace('begins', 'starts'));
  expect(await words(page).nth(2).getAttribute('title')).toBe('Heard as “begins”');
  // It can be corrected again.
  await page.getByRole('button', { name: 'Correct', exact: true }).press('Enter');
  expect(await field.inputValue()).toBe('starts');
});
