import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makePlayable, rows, SPOKEN } from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { readWords } from '../../helpers/browser/read-words.ts';
import {
  openPlaying,
  paused,
  press,
  preview,
  saved,
  selected,
  selectedIs,
  time,
  timeIs,
  words,
  textField,
} from '../../helpers/browser/player.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const open = (wish?: Parameters<typeof openPlaying>[2]) => openPlaying(scene, scan, wish);

/** Puts the player near the end of the part: an arrow of its bar is 0.05 s. */
async function goNearEnd(page: Page): Promise<void> {
  const position = page.getByRole('slider', { name: 'Position' });
  await position.press('End');
  for (let step = 0; step < 8; step++) await position.press('ArrowLeft');
}

describe('the preview', () => {
  it('shows title, source, start, end, duration, transcription and Play of the section that is pressed', async () => {
    const { page } = await open();
    await rows(page).nth(2).click();
    const region = page.getByRole('region', { name: 'Previewed section' });
    expect(await region.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Section 3');
    expect(await (await textField(page)).inputValue()).toBe('Text 3.');
    await press(page, 'Show the words');
    await words(page).first().waitFor();
    const shown = await region.innerText();
    for (const text of ['Video 1', 'Start\n0:20.00', 'End\n0:30.00', 'Duration\n0:10.00', SPOKEN.join(' ')])
      expect(shown).toContain(text);
    await preview(page).getByRole('button', { name: 'Play', exact: true }).click();
    await preview(page).getByRole('button', { name: 'Pause', exact: true }).click();
    expect(await time(page)).toBeGreaterThanOrEqual(20);
  });

  it('plays the selected section only', async () => {
    const { page } = await open();
    await goNearEnd(page);
    await press(page, 'Play');
    await page.waitForFunction(() => {
      const { paused: stopped, currentTime } = document.querySelector('video')!;
      return stopped && currentTime >= 9.99;
    });
    expect(await time(page)).toBeCloseTo(10, 2);
    expect(await selected(page)).toBe('Section 1');
  });

  it('plays all sections in order before anything is rendered', async () => {
    const { page } = await open();
    await press(page, 'All sections in order');
    await goNearEnd(page);
    await press(page, 'Play');
    await selectedIs(page, 'Section 2');
    await expect.poll(() => paused(page)).toBe(false);
    expect(await time(page)).toBeGreaterThanOrEqual(10);
  });

  it('plays at the speed that the section has in the film', async () => {
    const { page } = await open();
    const speed = page.getByLabel('Speed in the film');
    const player = () =>
      page.evaluate(() => {
        const { playbackRate, preservesPitch } = document.querySelector('video')!;
        return { playbackRate, preservesPitch };
      });
    const done = saved(page);
    await speed.selectOption('1.5×');
    await done;
    expect(await player()).toEqual({ playbackRate: 1.5, preservesPitch: true });
    const details = page.getByRole('region', { name: 'Selected section' });
    expect(await details.innerText()).toContain('Lasts 0:06.67 instead of 0:10.00.');
    const shown = page.getByRole('region', { name: 'Previewed section' });
    expect(await shown.innerText()).toContain('Duration\n0:06.67');
    expect(await page.locator('footer').innerText()).toContain('Total duration: 0:26.67');
    // How fast the preview is watched is no matter of the film.
    await preview(page).getByLabel('Speed').selectOption('2×');
    expect((await player()).playbackRate).toBe(3);
    await rows(page).nth(1).click();
    await expect.poll(player).toMatchObject({ playbackRate: 2 });
  });

  it('is as loud as the section is in the film', async () => {
    const { page } = await open();
    const volume = () => page.evaluate(() => document.querySelector('video')!.volume);
    const details = page.getByRole('region', { name: 'Selected section' });
    const slider = details.getByLabel('Volume');
    expect(await slider.getAttribute('aria-valuetext')).toBe('100%');
    const done = saved(page);
    await slider.fill('0.4');
    await done;
    expect(await volume()).toBe(0.4);
    await details.getByText('40%').waitFor();
    await rows(page).nth(1).click();
    await expect.poll(volume).toBe(1);
  });

  it('goes to the next and to the previous section', async () => {
    const { page } = await open();
    await press(page, 'Next section');
    await selectedIs(page, 'Section 2');
    await timeIs(page, 10);
    await press(page, 'Previous section');
    await selectedIs(page, 'Section 1');
    expect(await paused(page)).toBe(true);
  });

  it('follows a seek of the browser while it is paused, and stays in its part', async () => {
    const { page } = await open();
    const position = page.getByRole('slider', { name: 'Position' });
    const seekByBrowser = (to: number) =>
      page.evaluate((seconds) => void (document.querySelector('video')!.currentTime = seconds), to);
    await seekByBrowser(4);
    await expect.poll(() => position.getAttribute('aria-valuenow')).toBe('4');
    await preview(page).getByText('0:04 / 0:10').waitFor();
    // While a seek of the page itself is pending.
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('[data-word="2"]')!.click();
      document.querySelector('video')!.currentTime = 7;
    });
    await expect.poll(() => position.getAttribute('aria-valuenow')).toBe('7');
    await seekByBrowser(30);
    await timeIs(page, 10);
    expect(await position.getAttribute('aria-valuenow')).toBe('10');
    expect(await paused(page)).toBe(true);
  });

  it('shows the picture of an edge that is dragged without going there', async () => {
    const { page } = await open();
    const position = page.getByRole('slider', { name: 'Position' });
    await words(page).nth(4).click();
    await timeIs(page, 5);
    const box = (await page.getByRole('slider', { name: 'Out point' }).boundingBox())!;
    const drag = (by: number) => page.mouse.move(box.x + 4 + by, box.y + 40);
    await drag(0);
    await page.mouse.down();
    const peeked = page.evaluate(
      () =>
        new Promise<number>((told) => {
          const video = document.querySelector('video')!;
          video.addEventListener('seeked', () => told(video.currentTime), { once: true });
        }),
    );
    await drag(-40);
    expect(await peeked).not.toBeCloseTo(5, 1);
    const shown = Number(await position.getAttribute('aria-valuenow'));
    expect(shown).toBeCloseTo(5, 1);
    await page.keyboard.press('Escape');
    await timeIs(page, shown);
  });

  it('has the shape of the film, for videos and title cards', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: /^Film options/ }).click();
    await page.getByLabel('Shape').selectOption('9:16');
    const shapeOf = async (shown: Locator) => {
      const { width, height } = (await shown.boundingBox())!;
      return width / height;
    };
    expect(await shapeOf(page.locator('video'))).toBeCloseTo(9 / 16, 2);
    await page.keyboard.press('Escape');
    await press(page, 'Add New Section');
    await page.getByRole('dialog').getByLabel('Title').fill('A card');
    await press(page, 'Add Section');
    const card = preview(page).getByRole('img', { name: 'A card' });
    await card.waitFor();
    expect(await shapeOf(card)).toBeCloseTo(9 / 16, 2);
  });
});

describe('the transcript', () => {
  it('lights the word that is spoken, and a press on a word goes there', async () => {
    const { page } = await open();
    await words(page).nth(4).click();
    await timeIs(page, 5);
    await expect.poll(() => page.locator('[data-word][aria-current]').textContent()).toBe(SPOKEN[4]);
  });

  it('makes a trim of words that are selected with Shift', async () => {
    const { page, read } = await open();
    await words(page).nth(1).click();
    await words(page)
      .nth(3)
      .click({ modifiers: ['Shift'] });
    const trimmed = saved(page);
    await press(page, 'Trim to selection');
    await trimmed;
    expect((await read()).sections[0]).toMatchObject({ startTime: 2, endTime: 4.5 });
  });

  it('makes a trim of words that are pressed one after another, without Shift', async () => {
    const { page, read } = await open();
    await press(page, 'Select words');
    await words(page).nth(2).click();
    await words(page).nth(5).click();
    const trimmed = saved(page);
    await press(page, 'Trim to selection');
    await trimmed;
    expect((await read()).sections[0]).toMatchObject({ startTime: 3, endTime: 6.5 });
  });

  it('never cuts media when its text is corrected', async () => {
    const { page, read } = await open();
    const corrected = saved(page);
    await (await textField(page)).fill('Short.');
    await corrected;
    const [section] = (await read()).sections;
    expect(section).toMatchObject({ transcription: 'Short.', startTime: 0, endTime: 10 });
    expect((await readWords(page, section!.id)).words).toHaveLength(SPOKEN.length);
  });
});

describe('trimming', () => {
  /** Drags a handle by this many seconds of the strip, in its pixels. */
  async function drag(page: Page, name: 'In point' | 'Out point', bySeconds: number): Promise<void> {
    const box = async (edge: string) => (await page.getByRole('slider', { name: edge }).boundingBox())!;
    const [start, end] = [await box('In point'), await box('Out point')];
    // The handles are outside their edges: between them is the range, of 10 s.
    const perSecond = (end.x - (start.x + start.width)) / 10;
    const from = name === 'In point' ? start : end;
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + bySeconds * perSecond, y, { steps: 8 });
  }

  it('catches at words outside the section when a handle is dragged outwards', async () => {
    const { page, read } = await open();
    // The next section's first word ends at 11.5 s.
    await drag(page, 'Out point', 1.52);
    const trimmed = saved(page);
    await page.mouse.up();
    await trimmed;
    expect((await read()).sections[0]!.endTime).toBe(11.5);
  });

  it('catches at nothing when that is switched off', async () => {
    const { page, read } = await open();
    await press(page, 'Snap to words');
    await drag(page, 'Out point', 1.52);
    const trimmed = saved(page);
    await page.mouse.up();
    await trimmed;
    const { endTime } = (await read()).sections[0]!;
    expect(endTime).not.toBe(11.5);
    expect(Math.abs(endTime - 11.52)).toBeLessThan(0.05);
  });

  it('is given up by Escape', async () => {
    const { page, read } = await open();
    await drag(page, 'Out point', -3);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await page.getByText('All changes saved').waitFor();
    expect((await read()).sections[0]!.endTime).toBe(10);
  });

  it('has nudge buttons and number fields, and says what does not fit', async () => {
    const { page, read } = await open();
    let trimmed = saved(page);
    await press(page, 'End 0.1 s earlier');
    await trimmed;
    expect((await read()).sections[0]!.endTime).toBe(9.9);
    trimmed = saved(page);
    await page.getByRole('textbox', { name: 'Start' }).fill('2.5');
    await page.keyboard.press('Enter');
    await trimmed;
    expect((await read()).sections[0]!.startTime).toBe(2.5);
    await page.getByRole('textbox', { name: 'Start' }).fill('99');
    await page.getByText('Start must be a number of seconds, 0 to 9.4.').waitFor();
  });

  it('draws the sound of the video', async () => {
    const { page } = await open();
    const painted = () =>
      page
        .getByRole('region', { name: 'Trim' })
        .locator('canvas')
        .evaluate((canvas: HTMLCanvasElement) => {
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
          return data.some((value) => value > 0);
        });
    await expect.poll(painted).toBe(true);
  });
});
