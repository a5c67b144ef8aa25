import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { User } from '#contract/users.ts';
import { makePlayable, openEditStage, rows, titlesOf } from '../../helpers/browser/edit-scene.ts';
import { changeAnswer, openScene, refuse, toast } from '../../helpers/browser/page-scene.ts';
import { createUpload } from '../../helpers/data/upload.ts';
import { textField } from '../../helpers/browser/player.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const open = (wish: Parameters<typeof openEditStage>[2] = {}) => openEditStage(scene, scan, wish);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const form = (page: Page) => page.getByRole('region', { name: 'Selected section' });
const answered = (page: Page, path: RegExp) =>
  page.waitForResponse((response) => path.test(new URL(response.url()).pathname) && response.ok());

describe('an image', () => {
  it('tells one length in its row, its details, the footer and the preview', async () => {
    const { page, read } = await open({
      sections: 1,
      prepare: async ({ userId, projectId, ids: [id] }) => {
        const path = await createUpload(scene.backend, { userId, projectId }, 'image');
        const image = { object_id: path.split('/').at(-1)!, start_ms: 0, end_ms: 3000 };
        const { db } = scene.backend;
        await db.updateTable('sections').set(image).where('id', '=', id!).execute();
        const text = 'A text that takes a while to be read aloud, longer than three seconds for certain.';
        await db.updateTable('section_texts').set({ text }).where('section_id', '=', id!).execute();
      },
      before: async ({ page: opened }) => {
        await opened.route(/\/preview\.jpg$/, (route) => route.abort());
      },
    });
    const { effectiveDuration } = (await read()).sections[0]!;
    expect(effectiveDuration).toBeGreaterThan(5);
    const length = `0:${effectiveDuration.toFixed(2).padStart(5, '0')}`;
    const row = await rows(page).first().locator('xpath=ancestor::li').innerText();
    expect(row.replaceAll(/\s+/g, ' ')).toContain(`≈ ${length} · 0:00.00 - ${length}`);
    const details = await page.getByRole('region', { name: 'Previewed section' }).innerText();
    expect(details).toContain(`Start\n0:00.00\nEnd\n${length}\nDuration\n≈ ${length}`);
    await page.getByText(`Total duration: ${length}`).waitFor();
    const end = await page.getByRole('slider', { name: 'Position' }).getAttribute('aria-valuemax');
    expect(Number(end)).toBeCloseTo(effectiveDuration, 2);
  });
});

describe('a phone', () => {
  const box = async (of: Locator) => (await of.boundingBox())!;
  const bar = (page: Page) => page.getByRole('tablist', { name: 'Editor' }).locator('xpath=..');
  const sizes = [
    { name: 'of 390 px', width: 390, height: 844 },
    { name: 'of 320 px', width: 320, height: 640 },
    { name: 'on its side', width: 844, height: 390 },
  ];
  for (const { name, ...size } of sizes) {
    it(`${name} has its tabs by Generate, opens the form of a row that is pressed, and covers no field`, async () => {
      const { page } = await open({ before: ({ page: opened }) => opened.setViewportSize(size) });
      const [tabs, generate] = await Promise.all([
        box(page.getByRole('tablist', { name: 'Editor' })),
        box(button(page, 'Generate Video')),
      ]);
      expect(generate.y + generate.height).toBeLessThanOrEqual(size.height);
      const above = tabs.y + tabs.height <= generate.y;
      const beside = tabs.x + tabs.width <= generate.x;
      expect({ above, beside }).toEqual({ above: size.height > 400, beside: size.height < 400 });
      await rows(page).nth(1).click();
      const tab = page.getByRole('tab', { name: 'Text and range' });
      expect(await tab.getAttribute('aria-selected')).toBe('true');
      const panel = page.getByRole('tabpanel', { name: 'Text and range' });
      expect(await panel.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await field(page, 'Title').inputValue()).toBe('Section 2');
      // Below the header: the preview with its form, or the form alone where there is no room for both.
      const preview = page.getByRole('region', { name: 'Preview', exact: true });
      const first = await box(size.height > 400 ? preview : form(page));
      expect(first.y).toBeGreaterThanOrEqual(56);
      expect(first.y).toBeLessThan(100);
      for (const each of await form(page).getByRole('textbox').all()) {
        await each.focus();
        const shown = await box(each);
        // In landscape a phone has no room for both: the bar hides.
        const lid = (await bar(page).isVisible()) ? (await box(bar(page))).y : size.height;
        expect(shown.y + shown.height).toBeLessThanOrEqual(lid);
      }
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.getByRole('tab', { name: /^Sections/ }).click();
      await rows(page).first().waitFor();
    });
  }

  it('has no bar over the field that is typed in while its keyboard is open', async () => {
    const { page } = await open({
      before: ({ page: opened }) => opened.setViewportSize({ width: 390, height: 844 }),
    });
    await rows(page).first().click();
    const text = await textField(page);
    await text.click();
    expect(await bar(page).isVisible()).toBe(true);
    await page.setViewportSize({ width: 390, height: 400 });
    await bar(page).waitFor({ state: 'hidden' });
    await text.scrollIntoViewIfNeeded();
    const { y, height } = await box(text);
    expect(y + height).toBeLessThanOrEqual(400);
    await text.blur();
    await bar(page).waitFor();
  });
});

describe('titles', () => {
  it('of the project is changed in its place: Enter saves, Escape gives it back, and Undo too', async () => {
    const { page, read } = await open();
    const title = field(page, 'Project title');
    await button(page, 'Rename project').click();
    await title.fill('Never mind');
    await title.press('Escape');
    await heading(page, 'A project').waitFor();
    expect(await heading(page, 'A project').evaluate((element) => element === document.activeElement)).toBe(
      true,
    );
    await button(page, 'Rename project').click();
    await title.fill('   ');
    await title.press('Enter');
    await page.getByText('Please enter a title.').waitFor();
    expect((await read()).title).toBe('A project');
    await title.fill('  The river  ');
    await title.press('Enter');
    await heading(page, 'The river').waitFor();
    await toast(page, 'Project Renamed').waitFor();
    expect((await read()).title).toBe('The river');
    await page
      .getByRole('region', { name: /^Notification/ })
      .getByRole('button', { name: 'Undo' })
      .click();
    await heading(page, 'A project').waitFor();
    await expect.poll(async () => (await read()).title).toBe('A project');
  });

  it('of the project keep what was typed when they cannot be saved', async () => {
    const { page } = await open();
    await refuse(page, /\/api\/projects\/[\w-]+$/, 503, 'The library is busy.');
    await button(page, 'Rename project').click();
    await field(page, 'Project title').fill('The river');
    await button(page, 'Save title').click();
    await toast(page, 'Rename Failed').waitFor();
    await toast(page, 'The library is busy.').waitFor();
    expect(await field(page, 'Project title').inputValue()).toBe('The river');
    await button(page, 'Keep the old title').click();
    await heading(page, 'A project').waitFor();
  });

  it('of a section are saved by Enter at once, also without auto-save, and given back by Escape', async () => {
    const { page, read } = await open({
      before: ({ page: opened }) =>
        changeAnswer<User>(opened, /\/api\/auth\/user$/, (user) => ({
          ...user,
          settings: { ...user.settings, autoSave: false },
        })),
    });
    const title = form(page).getByRole('textbox', { name: 'Title' });
    await title.fill('Another');
    await title.press('Escape');
    expect(await title.inputValue()).toBe('Section 1');
    await title.fill('The spring');
    const saved = answered(page, /\/update$/);
    await title.press('Enter');
    await saved;
    expect((await read()).sections[0]!.title).toBe('The spring');
  });
});

describe("a section's own Reset", () => {
  const reset = (page: Page) => button(page, 'Reset section');
  const inactive = (page: Page) => reset(page).getAttribute('aria-disabled');

  it('gives back what was found of this one alone, and Undo takes it back', async () => {
    const { page, read, ids, user } = await open();
    await fetch(`${scene.url}/api/sections/${ids[1]}/update`, {
      method: 'PATCH',
      body: JSON.stringify({ title: 'The other one' }),
      headers: { cookie: user.cookie, 'content-type': 'application/json' },
    });
    await page.locator('[data-select]', { hasText: 'The other one' }).waitFor();
    expect(await inactive(page)).toBe('true');
    const title = form(page).getByRole('textbox', { name: 'Title' });
    await title.fill('Changed');
    // Unsaved changes count already.
    expect(await inactive(page)).toBe(null);
    const done = answered(page, /\/reset$/);
    await reset(page).press('Enter');
    await done;
    await toast(page, 'Clips Reset').waitFor();
    await expect.poll(() => title.inputValue()).toBe('Section 1');
    await expect.poll(() => inactive(page)).toBe('true');
    expect((await read()).sections.map((section) => section.title)).toEqual([
      'Section 1',
      'The other one',
      'Section 3',
    ]);
    await page.keyboard.press('Control+z');
    await expect.poll(() => title.inputValue()).toBe('Changed');
    expect((await read()).sections[0]!.title).toBe('Changed');
  });

  it('makes parts one again, and the one is selected', async () => {
    const { page, ids, user } = await open();
    const split = { method: 'POST', body: JSON.stringify({ at: 14 }) };
    const headers = { cookie: user.cookie, 'content-type': 'application/json' };
    await fetch(`${scene.url}/api/sections/${ids[1]}/split`, { ...split, headers });
    await page.locator('[data-select]', { hasText: 'Section 2 (2)' }).click();
    await reset(page).click();
    await toast(page, 'Clips Reset').waitFor();
    await page.locator(`[data-select="${ids[1]}"][aria-current]`).waitFor();
    expect(await titlesOf(page)).toEqual(['Section 1', 'Section 2', 'Section 3']);
  });

  it('says Reset Failed with the message', async () => {
    const { page } = await open();
    await refuse(page, /\/api\/sections\/[\w-]+\/reset/, 503, 'The clips are busy.');
    await form(page).getByRole('textbox', { name: 'Title' }).fill('Changed');
    await reset(page).click();
    await toast(page, 'Reset Failed').waitFor();
    await toast(page, 'The clips are busy.').waitFor();
    expect(await form(page).getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Changed');
  });

  it('has nothing to give back to a section of the creator', async () => {
    const { page } = await open();
    await button(page, 'Add New Section').click();
    await page.getByRole('dialog').getByLabel('Title').fill('A card');
    await button(page, 'Add Section').click();
    await page.locator('[data-select][aria-current]', { hasText: 'A card' }).waitFor();
    expect(await inactive(page)).toBe('true');
  });
});

describe('the spoken words', () => {
  const path = /\/api\/sections\/[\w-]+\/words/;
  const words = (page: Page) => form(page).locator('[data-word]');

  it('that could not be read are said to be missing, and come when they are asked for again', async () => {
    const { page } = await open({ before: ({ page: opened }) => refuse(opened, path, 422) });
    await page.getByText('The spoken words could not be loaded.').waitFor();
    expect(await words(page).count()).toBe(0);
    await page.unroute(path);
    await button(page, 'Try Again').click();
    await words(page).first().waitFor();
  });

  it('come late without moving the place that was sought', async () => {
    let send = (): void => {};
    const held = new Promise<void>((resolve) => (send = resolve));
    const { page } = await open({
      before: async ({ page: opened }) => {
        await opened.route(path, async (route) => {
          await held;
          await route.continue();
        });
      },
    });
    await page.waitForFunction(() => document.querySelector('video')!.readyState >= 2);
    const position = page.getByRole('slider', { name: 'Position' });
    const at = () => position.getAttribute('aria-valuenow');
    await page.evaluate(() => void (document.querySelector('video')!.currentTime = 4));
    await expect.poll(at).toBe('4');
    send();
    await words(page).first().waitFor();
    expect(await at()).toBe('4');
  });
});
