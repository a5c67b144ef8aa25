import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makePlayable, SPOKEN } from '../../helpers/browser/edit-scene.ts';
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

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const open = (wish?: Parameters<typeof openPlaying>[2]) => openPlaying(scene, scan, wish);

/** The words that are struck through: a word a second, half a second long, from 1 s on. */
const struck = (page: Page) =>
  words(page).evaluateAll((all) =>
    all.flatMap((word) =>
      getComputedStyle(word).textDecorationLine === 'line-through' ? word.textContent : [],
    ),
  );

describe('words that are cut out of the film', () => {
  it('are selected and deleted by keys, stay struck through, and come back by Enter and by Undo', async () => {
    const { page, read } = await open();
    await words(page).nth(2).focus();
    await page.keyboard.press('Shift+ArrowRight');
    let done = saved(page);
    await page.keyboard.press('Delete');
    await done;
    // With the pause after them, to just before the next word.
    expect((await read()).sections[0]).toMatchObject({
      cuts: [{ startMs: 3000, endMs: 4950 }],
      duration: 10,
    });
    expect((await read()).sections[0]!.effectiveDuration).toBeCloseTo(8.05, 1);
    expect(await struck(page)).toEqual(['begins', 'as']);
    // No section is deleted by the key.
    expect((await read()).sections).toHaveLength(3);
    const word = words(page).nth(2);
    expect(await word.getAttribute('aria-label')).toBe('begins, cut out: restore');
    await word.focus();
    done = saved(page);
    await page.keyboard.press('Enter');
    await done;
    expect((await read()).sections[0]).toMatchObject({ cuts: [], effectiveDuration: 10 });
    expect(await struck(page)).toEqual([]);
    await page.keyboard.press('Control+z');
    await expect.poll(() => struck(page)).toEqual(['begins', 'as']);
  });

  it('are cut by a press on Cut, one of them is restored, and the least length is kept', async () => {
    const { page, read } = await open();
    await words(page).nth(1).click();
    await words(page)
      .nth(3)
      .click({ modifiers: ['Shift'] });
    let done = saved(page);
    await press(page, 'Cut');
    await done;
    expect((await read()).sections[0]!.cuts).toEqual([{ startMs: 2000, endMs: 4950 }]);
    await words(page).nth(2).focus();
    done = saved(page);
    await page.keyboard.press('Backspace');
    await done;
    expect(await struck(page)).toEqual(['river', 'as']);
    await page.getByRole('textbox', { name: 'Start' }).fill('1');
    done = saved(page);
    await page.keyboard.press('Enter');
    await done;
    await page.getByRole('textbox', { name: 'End' }).fill('1.6');
    done = saved(page);
    await page.keyboard.press('Enter');
    await done;
    await words(page).nth(0).focus();
    await page.keyboard.press('Delete');
    await page.getByText('Cannot Cut This').first().waitFor();
    expect((await read()).sections[0]).toMatchObject({ endTime: 1.6, effectiveDuration: 0.6 });
  });

  it('stay where they are while they are selected, with what can be done in sight', async () => {
    const { page } = await open({
      prepare: async ({ ids }) => {
        const said = { text: SPOKEN.join(' ') };
        await scene.backend.db
          .updateTable('section_texts')
          .set(said)
          .where('section_id', 'in', ids)
          .execute();
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

    // On a phone, with more words than it shows at once.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('tab', { name: 'Text and range' }).click();
    await words(page).first().waitFor();
    await page.addStyleTag({ content: '[data-word] { margin-right: 16rem }' });
    await press(page, 'Select words');
    await words(page).nth(0).click();
    expect(await words(page).nth(0).getAttribute('aria-pressed')).toBe('true');
    await page.getByText('Now press the last word.').waitFor();
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

  it('are skipped while the section plays, whose time is its own', async () => {
    const { page } = await open({
      prepare: async ({ ids }) => {
        const cuts = JSON.stringify([
          { startMs: 1000, endMs: 6000 },
          { startMs: 7000, endMs: 11_000 },
        ]);
        await scene.backend.db.updateTable('sections').set({ cuts }).where('id', '=', ids[0]!).execute();
      },
    });
    await preview(page).getByText('0:00 / 0:02').waitFor();
    // What is cut out is pale in the waveform, whose length is the section's.
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
    const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
    // Some pictures may be shown before a busy page notices a cut.
    expect(seen.filter((at) => at > 4 && at < 5.9)).toEqual([]);
    expect(seen.some((at) => at >= 6 && at < 7)).toBe(true);
    expect(await time(page)).toBeCloseTo(10, 1);
  });
});
