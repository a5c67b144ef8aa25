import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { SectionUpdate } from '#contract/sections.ts';
import { patchSettings } from '#core/repositories/account/users.ts';
import { makePlayable, openEditStage, rows, SPOKEN } from '../../helpers/browser/edit-scene.ts';
import { openScene, refuse, toast } from '../../helpers/browser/page-scene.ts';
import { overflowing } from '../../helpers/screens/look.ts';
import { textField } from '../../helpers/browser/player.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const { db } = scene.backend;
const HEARD = SPOKEN.join(' ');

/** Three sections in which SPOKEN is spoken, and written. */
async function open(wish: Parameters<typeof openEditStage>[2] = {}) {
  const prepare: NonNullable<typeof wish.prepare> = async (own) => {
    const sections = db.selectFrom('sections').select(['id', 'original']).where('id', 'in', own.ids);
    for (const { id, original } of await sections.execute()) {
      const given = JSON.stringify({ ...(original as object), text: HEARD });
      await db.updateTable('sections').set({ original: given }).where('id', '=', id).execute();
      await db.updateTable('section_texts').set({ text: HEARD }).where('section_id', '=', id).execute();
    }
    await wish.prepare?.(own);
  };
  return openEditStage(scene, scan, { ...wish, prepare });
}

/** The label of a section's row. */
const label = (page: Page, n: number) =>
  page.locator('#section-list').getByRole('button', { name: new RegExp(`^Sound of Section ${n}: `) });
const inDetails = (page: Page) =>
  page.getByRole('region', { name: 'Selected section' }).getByRole('button', { name: /^Sound of/ });
const item = (page: Page, name: string) => page.getByRole('menuitemradio', { name: new RegExp(`^${name}`) });
async function labelIs(page: Page, n: number, text: string): Promise<void> {
  await expect.poll(() => label(page, n).textContent()).toBe(text);
}
const said = (page: Page, text: string) => page.getByText(text).waitFor();
async function choose(page: Page, n: number, name: string): Promise<void> {
  await label(page, n).click();
  await item(page, name).click();
}
const mutedVideo = (page: Page) => page.evaluate(() => document.querySelector('video')!.muted);
const saved = (page: Page) =>
  page.waitForResponse((response) => response.url().includes('/update?') && response.ok());

describe('the label of a sound', () => {
  it('says whose voice it will be, as the text is corrected, rewritten and in another language', async () => {
    const { page, read, ids } = await open();
    await labelIs(page, 1, "Speaker's voice");
    const text = await textField(page);
    const typed = saved(page);
    await text.fill(HEARD.replace('river', 'River').replace('stream', 'brook'));
    await typed;
    await said(page, 'Keeps the speaker: only some words are corrected. The captions show your text.');
    await labelIs(page, 1, "Speaker's voice");
    expect((await read()).sections[0]).toMatchObject({ id: ids[0], narrated: false, voice: 'original' });

    const rewritten = saved(page);
    await text.fill('Something else is told here.');
    await rewritten;
    await labelIs(page, 1, 'Narrated in English');
    await said(page, 'Will be narrated in English, over the quieter original sound.');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('hi');
    await labelIs(page, 2, 'Narrated in Hindi');
  });

  it('is changed by a click, heard at once in the preview, and taken back by Undo', async () => {
    const { page, read } = await open();
    await page.getByText('3 of 3 sections to render').waitFor();
    expect(await mutedVideo(page)).toBe(false);
    await choose(page, 1, 'Muted');
    await labelIs(page, 1, 'Muted');
    await expect.poll(() => inDetails(page).textContent()).toBe('Muted');
    await page.getByRole('button', { name: 'Muted in the film' }).waitFor();
    expect(await mutedVideo(page)).toBe(true);
    await expect.poll(async () => (await read()).sections[0]!.sound).toBe('muted');
    // Another section keeps its sound.
    await rows(page).nth(1).click();
    await expect.poll(() => mutedVideo(page)).toBe(false);

    await page.getByRole('button', { name: 'Undo: Change the sound of "Section 1"' }).click();
    await labelIs(page, 1, "Speaker's voice");
    await page.waitForFunction(
      () => document.querySelector('[data-select][aria-current]')!.textContent === 'Section 1',
    );
    expect(await mutedVideo(page)).toBe(false);
    await page.keyboard.press('Control+Shift+z');
    await labelIs(page, 1, 'Muted');
    await page.reload();
    await labelIs(page, 1, 'Muted');
  });

  it('is changed by keys alone, and gives the focus back', async () => {
    const { page, read } = await open();
    await label(page, 2).focus();
    await page.keyboard.press('Enter');
    const onItem = (name: string) =>
      page.waitForFunction(
        (text) =>
          document.activeElement?.role === 'menuitemradio' &&
          document.activeElement.textContent!.startsWith(text),
        name,
      );
    await onItem('Automatic');
    await page.keyboard.press('ArrowDown');
    await onItem('Original');
    await page.keyboard.press('ArrowDown');
    await onItem('Narrated');
    await page.keyboard.press('Enter');
    await labelIs(page, 2, 'Narrated in English');
    await page.waitForFunction(
      () => document.activeElement?.ariaLabel === 'Sound of Section 2: Narrated in English',
    );
    await expect.poll(async () => (await read()).sections[1]!.sound).toBe('narrated');
    // These keys selected, moved or deleted nothing else.
    expect(await page.locator('[data-select][aria-current]').textContent()).toBe('Section 1');
  });

  it('is there for a finger at 320 px, and nothing stands out of the page', async () => {
    const visit = await open();
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

  it('says that there is nothing to narrate, and nothing to hear', async () => {
    const { page, read } = await open({
      prepare: async ({ ids }) => {
        await db.updateTable('section_texts').set({ text: '' }).where('section_id', '=', ids[0]!).execute();
      },
    });
    await labelIs(page, 1, "Speaker's voice");
    await choose(page, 1, 'Narrated');
    await labelIs(page, 1, 'No text to narrate');
    await expect.poll(async () => (await read()).sections[0]!.sound).toBe('narrated');
    expect((await read()).sections[0]).toMatchObject({ voice: 'original', voiceReason: 'no_text' });
    await said(page, 'There is no text to narrate: until you write one, the original sound plays.');
    await page.getByRole('button', { name: 'Add New Section' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Section' });
    await dialog.getByLabel('Title').fill('Section 4');
    await dialog.getByRole('button', { name: 'Add Section' }).click();
    await dialog.waitFor({ state: 'detached' });
    await labelIs(page, 4, 'Silent');
    await choose(page, 4, 'Original');
    await said(page, 'Is silent: a picture or a title has no sound of its own.');
  });

  it('waits for Save without auto-save, and keeps what could not be saved', async () => {
    const { page, read } = await open({
      prepare: async ({ userId }) => {
        await patchSettings(db, userId, { autoSave: false });
      },
    });
    await choose(page, 1, 'Muted');
    await labelIs(page, 1, 'Muted');
    expect((await read()).sections[0]!.sound).toBe('auto');
    await refuse(page, /\/api\/sections\//, 503);
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await toast(page, 'Update Failed').waitFor();
    await labelIs(page, 1, 'Muted');
    await page.unrouteAll();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Try Again' }).first().click();
    expect((await sent).postDataJSON()).toEqual({ sound: 'muted' } satisfies SectionUpdate);
    await expect.poll(async () => (await read()).sections[0]!.sound).toBe('muted');
  });

  it('takes the last of several choices in quick succession', async () => {
    const { page, read } = await open();
    for (const name of ['Muted', 'Narrated', 'Original', 'Muted', 'Original']) await choose(page, 1, name);
    await labelIs(page, 1, "Speaker's voice");
    await said(page, 'Plays its original sound, as you chose. The captions show the text.');
    await expect.poll(async () => (await read()).sections[0]!.sound).toBe('original');
  });
});
