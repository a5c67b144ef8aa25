import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  dialog,
  makePlayable,
  openEditStage,
  openTab,
  press,
  rows,
} from '../../helpers/browser/edit-scene.ts';
import { openScene, toast } from '../../helpers/browser/page-scene.ts';
import { selectedIs } from '../../helpers/browser/player.ts';
import { overflowing } from '../../helpers/screens/look.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const SRT = '1\n00:00:02,000 --> 00:00:06,000\nLine 1 & more\n';

/** The label of the audio mode in a section's row. */
const label = (page: Page, n: number) =>
  page.locator('#section-list').getByRole('button', { name: new RegExp(`^Sound of Section ${n}: `) });
const item = (page: Page, name: string) => page.getByRole('menuitemradio', { name: new RegExp(`^${name}`) });
const labelIs = async (page: Page, n: number, text: string) => {
  await expect.poll(() => label(page, n).textContent()).toBe(text);
};

// product 18.4
itInFullTier('keeps the film at its frame when a section is split, and on Undo and Redo', async () => {
  const { page } = await openEditStage(scene, scan);
  const film = page.getByRole('region', { name: 'Film preview' });
  const position = film.getByRole('slider', { name: 'Position' });
  const second = async () => Number(await position.getAttribute('aria-valuenow'));
  await press(page, 'Play film');
  await film.getByRole('button', { name: 'Pause', exact: true }).click();
  await position.press('Home');
  for (let step = 0; step < 30; step++) await position.press('PageUp');
  await selectedIs(page, 'Section 2');
  await page.keyboard.press('s');
  await expect.poll(() => rows(page).count()).toBe(4);
  await selectedIs(page, 'Section 2 (2)');
  expect(await second()).toBe(15);
  for (let step = 0; step < 4; step++) await position.press('PageUp');
  await page.keyboard.press('Control+z');
  await expect.poll(() => rows(page).count()).toBe(3);
  await selectedIs(page, 'Section 2');
  expect(await second()).toBe(17);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => rows(page).count()).toBe(4);
  await selectedIs(page, 'Section 2 (2)');
  expect(await second()).toBe(17);
});

// product 14.13
itInFullTier('imports the words of a subtitle file, and restores the earlier words on Undo', async () => {
  const { page, read } = await openEditStage(scene, scan);
  const words = page.getByRole('toolbar', { name: /^Spoken words/ });
  await expect.poll(async () => (await words.textContent())?.trim()).toContain('The river begins');
  await openTab(page, 'Captions');
  await press(page, 'Import subtitles…');
  const importDialog = dialog(page, 'Import subtitles');
  await importDialog
    .getByLabel('SubRip or WebVTT file')
    .setInputFiles({ name: 'river.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(SRT) });
  await importDialog.getByRole('button', { name: 'Import', exact: true }).click();
  await toast(page, 'Subtitles Imported').waitFor();
  await openTab(page, 'Text');
  await expect.poll(async () => (await words.textContent())?.trim()).toBe('Line 1 & more');
  expect((await read()).sections[0]!.transcription).toBe('Line 1 & more');
  await press(page, 'Undo: Import subtitles for a video');
  await expect.poll(async () => (await read()).sections[0]!.transcription).toBe('Text 1.');
  await expect.poll(async () => (await words.textContent())?.trim()).toContain('The river begins');
});

it('mutes a section, restores its audio on Undo, and shows a muted section after a reload', async () => {
  const { page, read } = await openEditStage(scene, scan);
  await label(page, 1).click();
  await item(page, 'Muted').click();
  await expect.poll(async () => (await read()).sections[0]!.sound).toBe('muted');
  await press(page, 'Undo: Change the sound of "Section 1"');
  await expect.poll(async () => (await read()).sections[0]!.sound).toBe('auto');
  await page.keyboard.press('Control+Shift+z');
  await labelIs(page, 1, 'Muted');
  await page.reload();
  await labelIs(page, 1, 'Muted');
});

itInFullTier('opens the audio menu for a finger at 320 px, without overflow', async () => {
  const visit = await openEditStage(scene, scan);
  const context = await visit.context.browser()!.newContext({
    baseURL: scene.url,
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
    storageState: await visit.context.storageState(),
  });
  try {
    const page = await context.newPage();
    await page.goto(`/?project=${visit.projectId}&stage=edit`);
    await label(page, 3).tap();
    expect(await overflowing(page)).toEqual([]);
    await item(page, 'Original').tap();
    await expect.poll(async () => (await visit.read()).sections[2]!.sound).toBe('original');
    const box = (await label(page, 3).boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
  } finally {
    await context.close();
  }
});
