import { describe, expect, it } from 'vitest';
import { makePlayable, titlesOf } from '../../helpers/browser/edit-scene.ts';
import { openScene, toast } from '../../helpers/browser/page-scene.ts';
import {
  openPlaying,
  paused,
  press,
  saved,
  selected,
  selectedIs,
  time,
  timeIs,
} from '../../helpers/browser/player.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const open = (wish?: Parameters<typeof openPlaying>[2]) => openPlaying(scene, scan, wish);

describe('the keys', () => {
  it('play, go, change the speed and choose sections', async () => {
    const { page } = await open();
    const key = (name: string) => page.keyboard.press(name);
    const speed = () => page.evaluate(() => document.querySelector('video')!.playbackRate);
    await key('k');
    await expect.poll(() => paused(page)).toBe(false);
    await key(' ');
    await expect.poll(() => paused(page)).toBe(true);
    await key('l');
    expect(await speed()).toBe(1.25);
    await key('j');
    expect(await speed()).toBe(1);
    const from = await time(page);
    await key('ArrowRight');
    await timeIs(page, from + 1, 0.01);
    await key('.');
    await timeIs(page, from + 1.04, 0.005);
    await key(',');
    await key('ArrowLeft');
    await timeIs(page, from, 0.01);
    await key('ArrowDown');
    await selectedIs(page, 'Section 2');
    await key('ArrowUp');
    await selectedIs(page, 'Section 1');
  });

  it('go on from where the picture stands after a pause in the middle of a seek', async () => {
    const { page } = await open();
    const seeking = (is: boolean) =>
      page.evaluate((value) => {
        const video = document.querySelector('video')!;
        if (value) Object.defineProperty(video, 'seeking', { get: () => true, configurable: true });
        else Reflect.deleteProperty(video, 'seeking');
      }, is);
    await seeking(true);
    await page.keyboard.press('k');
    await expect.poll(() => time(page)).toBeGreaterThan(0.3);
    await page.keyboard.press('k');
    await expect.poll(() => paused(page)).toBe(true);
    await seeking(false);
    const from = await time(page);
    await page.keyboard.press('ArrowRight');
    await timeIs(page, from + 1, 0.01);
  });

  it('set in and out, split, move, delete, undo and redo', async () => {
    const { page, read } = await open();
    const range = async () => {
      const { startTime, endTime } = (await read()).sections[0]!;
      return [startTime, endTime];
    };
    for (let second = 0; second < 2; second++) await page.keyboard.press('ArrowRight');
    let answer = saved(page);
    await page.keyboard.press('i');
    await answer;
    for (let second = 0; second < 6; second++) await page.keyboard.press('ArrowRight');
    answer = saved(page);
    await page.keyboard.press('o');
    await answer;
    expect(await range()).toEqual([2, 8]);
    for (let second = 0; second < 3; second++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('s');
    await toast(page, 'Section Split').waitFor();
    await selectedIs(page, 'Section 1 (2)');
    expect(await titlesOf(page)).toEqual(['Section 1', 'Section 1 (2)', 'Section 2', 'Section 3']);
    await page.keyboard.press('Alt+ArrowDown');
    const reordered = toast(page, 'Sections Reordered');
    await reordered.waitFor();
    await reordered.waitFor({ state: 'detached' });
    await page.keyboard.press('Alt+ArrowUp');
    // One toast shows at a time: this one comes before the next edit's.
    await reordered.waitFor();
    await page.keyboard.press('Delete');
    await toast(page, 'Section Removed').waitFor();
    expect(await titlesOf(page)).toEqual(['Section 1', 'Section 2', 'Section 3']);
    await page.keyboard.press('Control+z');
    await toast(page, 'Undone').waitFor();
    expect(await titlesOf(page)).toHaveLength(4);
    await page.keyboard.press('Control+Shift+Z');
    await toast(page, 'Redone').waitFor();
    expect(await titlesOf(page)).toHaveLength(3);
  });

  it('duplicate the section', async () => {
    const { page } = await open();
    await page.keyboard.press('d');
    await toast(page, 'Section Duplicated').waitFor();
    await selectedIs(page, 'Section 1 (2)');
    expect(await titlesOf(page)).toEqual(['Section 1', 'Section 1 (2)', 'Section 2', 'Section 3']);
    await page.getByRole('button', { name: 'Duplicate Section 3' }).click();
    await selectedIs(page, 'Section 3 (2)');
    await page.keyboard.press('Control+z');
    await toast(page, 'Undone').waitFor();
    expect(await titlesOf(page)).toEqual(['Section 1', 'Section 1 (2)', 'Section 2', 'Section 3']);
  });

  it('are letters in text fields, and work beside a checkbox', async () => {
    const { page } = await open();
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.press('End');
    await page.keyboard.type(' sijkld');
    expect(await title.inputValue()).toBe('Section 1 sijkld');
    expect(await paused(page)).toBe(true);
    await page.getByRole('checkbox', { name: 'Select Section 2' }).check();
    await page.keyboard.press('k');
    await expect.poll(() => paused(page)).toBe(false);
    // Space belongs to the checkbox.
    await page.keyboard.press(' ');
    expect(await page.getByRole('checkbox', { name: 'Select Section 2' }).isChecked()).toBe(false);
  });

  it('are listed by ?, can be switched off, and on again', async () => {
    const { page } = await open();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.waitFor();
    const listed = await sheet.locator('kbd').allTextContents();
    expect(listed.join(' · ')).toBe(
      'Space, K · J · L · P · ← · → · , · . · ↑ · ↓ · Alt ↑ · Alt ↓ · I · O · S · D · Del · Ctrl Z · Ctrl Shift Z, Ctrl Y · U · E · X · Ctrl F · V · ?',
    );
    await sheet.getByLabel('Use these keys').uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('?');
    expect(await sheet.count()).toBe(0);
    expect(await selected(page)).toBe('Section 1');
    await press(page, 'Keyboard shortcuts');
    await sheet.getByLabel('Use these keys').check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowDown');
    await selectedIs(page, 'Section 2');
  });

  it('generate by E', async () => {
    const { page } = await open();
    await page.keyboard.press('e');
    await toast(page, 'Video Generation Started').waitFor();
    expect(await page.getByRole('region', { name: 'Generation' }).count()).toBe(1);
  });
});
