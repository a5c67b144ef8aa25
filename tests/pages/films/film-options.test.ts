import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { done, makePlayable, openEditStage, told } from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { button } from '../../helpers/screens/screen.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const CHOICES = /\/film-choices$/;

async function choose(page: Page, act: (options: ReturnType<Page['getByRole']>) => Promise<unknown>) {
  await page.getByRole('button', { name: /^Film options/ }).click();
  const chosen = done(page, CHOICES);
  await act(page.getByRole('region', { name: 'Film options' }));
  await chosen;
  await page.keyboard.press('Escape');
}
const back = async (page: Page, key: string, description: string) => {
  await page.keyboard.press(key);
  await told(page, key === 'Control+z' ? 'Undone' : 'Redone', description);
};

describe('the options of the film', () => {
  it('are undone and done again by keys, in one order with the edits of sections, and stay so', async () => {
    const { page, read } = await openEditStage(scene, scan);
    await choose(page, (options) => options.getByLabel('Shape').selectOption('9:16, tall'));
    await page.getByLabel('Title', { exact: true }).fill('Another title');
    // What is typed and not saved yet is the earlier edit.
    await choose(page, (options) => options.getByLabel('Burn subtitles').check());
    await choose(page, (options) => options.getByLabel('Colour').selectOption('Yellow'));
    await button(page, 'Undo: Change the colour of the captions').waitFor();
    await back(page, 'Control+z', 'Change the colour of the captions');
    await back(page, 'Control+z', 'Change the subtitles in the picture');
    expect((await read()).sections[0]!.title).toBe('Another title');
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await read()).sections[0]!.title).toBe('Section 1');
    await button(page, 'Film options: 1080p, 9:16').waitFor();
    await back(page, 'Control+z', 'Change the shape of the film');
    await button(page, 'Film options: 1080p, 16:9').waitFor();
    await page.reload();
    await button(page, 'Film options: 1080p, 16:9').waitFor();
    await back(page, 'Control+Shift+z', 'Change the shape of the film');
    await button(page, 'Film options: 1080p, 9:16').waitFor();
    expect((await read()).filmChoices).toMatchObject({ aspect: '9:16', burnSubtitles: false });
  });
});
