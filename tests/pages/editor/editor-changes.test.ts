import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { patchSettings } from '#core/repositories/account/users.ts';
import { openScene, refuse } from '../../helpers/browser/page-scene.ts';
import {
  dialog,
  done,
  makePlayable,
  openEditStage,
  press,
  rows,
  titlesOf,
  told,
} from '../../helpers/browser/edit-scene.ts';
import { textField } from '../../helpers/browser/player.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const open = (wish: Parameters<typeof openEditStage>[2] = {}) => openEditStage(scene, scan, wish);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());

describe('deleting', () => {
  it('says Section Removed, puts the focus on the next row, and takes it back', async () => {
    const { page, ids, read } = await open();
    await press(page, 'Delete Section 2');
    await told(page, 'Section Removed', 'Section 2');
    expect(await focused(page)).toBe('Section 3');
    expect(await titlesOf(page)).toEqual(['Section 1', 'Section 3']);
    await press(page, 'Undo');
    await told(page, 'Undone', 'Delete "Section 2"');
    expect((await read()).sections.map(({ id }) => id)).toEqual(ids);
  });

  it('says Error when it fails, and the section is back', async () => {
    const { page } = await open();
    await page.route(/\/api\/sections\/[\w-]+$/, (route) => route.fulfill({ status: 500, body: '' }));
    await press(page, 'Delete Section 2');
    await told(page, 'Error', 'Failed to remove section. Please try again.');
    await expect.poll(() => titlesOf(page)).toEqual(['Section 1', 'Section 2', 'Section 3']);
  });

  it('takes several at once, and brings them back by one Undo', async () => {
    const { page, read, ids } = await open({ sections: 4 });
    await page.getByRole('checkbox', { name: 'Select Section 1' }).check();
    await page.getByRole('checkbox', { name: 'Select Section 3' }).click({ modifiers: ['Shift'] });
    await page.getByText('3 selected').waitFor();
    await press(page, 'Delete');
    await told(page, 'Sections Removed');
    expect(await titlesOf(page)).toEqual(['Section 4']);
    expect(await focused(page)).toBe('Section 4');
    await page.keyboard.press('Control+z');
    await told(page, 'Undone', 'Delete 3 sections');
    expect((await read()).sections.map(({ id }) => id)).toEqual(ids);
  });
});

describe('the order', () => {
  it('changes by the arrows, and says Sections Reordered', async () => {
    const { page, read } = await open();
    await press(page, 'Move Section 1 down');
    await told(page, 'Sections Reordered');
    expect((await read()).sections.map(({ title }) => title)).toEqual([
      'Section 2',
      'Section 1',
      'Section 3',
    ]);
  });

  it('changes by Move to…, for one section', async () => {
    const { page } = await open({ sections: 4 });
    await press(page, 'Move Section 1 to…');
    await dialog(page, 'Move to…').getByLabel('Place').selectOption({ label: 'After 3. Section 4' });
    await press(page, 'Move');
    await told(page, 'Sections Reordered');
    expect(await titlesOf(page)).toEqual(['Section 2', 'Section 3', 'Section 4', 'Section 1']);
  });

  it('changes by Move to…, for several together', async () => {
    const { page, read } = await open({ sections: 4 });
    await page.getByRole('checkbox', { name: 'Select Section 2' }).check();
    await page.getByRole('checkbox', { name: 'Select Section 4' }).check();
    await press(page, 'Move to…');
    await dialog(page, 'Move to…').getByLabel('Place').selectOption({ label: 'At the beginning' });
    const saved = done(page, /\/reorder$/);
    await press(page, 'Move');
    await saved;
    const order = ['Section 2', 'Section 4', 'Section 1', 'Section 3'];
    expect((await read()).sections.map(({ title }) => title)).toEqual(order);
  });

  it('changes by dragging, of all that are checked', async () => {
    const { page } = await open({ sections: 4 });
    for (const n of [4, 1]) await page.getByRole('checkbox', { name: `Select Section ${n}` }).check();
    const from = (await page.getByRole('button', { name: 'Drag Section 1' }).boundingBox())!;
    const to = (await page.getByRole('button', { name: 'Drag Section 2' }).boundingBox())!;
    const saved = done(page, /\/reorder$/);
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, from.y + 30, { steps: 4 });
    await page.mouse.move(to.x + 8, to.y + 20, { steps: 8 });
    await page.mouse.up();
    await saved;
    expect(await titlesOf(page)).toEqual(['Section 2', 'Section 1', 'Section 4', 'Section 3']);
  });
});

describe('Reset', () => {
  const asked = (page: Page) => page.getByRole('alertdialog', { name: 'Reset all sections?' });
  const reset = async (page: Page) => {
    await press(page, 'Reset');
    await asked(page).getByRole('button', { name: 'Reset' }).click();
  };

  it('asks first, and says Clips Reset', async () => {
    const { page, read } = await open();
    await page.getByRole('textbox', { name: 'Title' }).fill('Renamed');
    await reset(page);
    await told(page, 'Clips Reset');
    expect((await read()).sections[0]!.title).toBe('Section 1');
  });

  it('says Reset Failed with the message', async () => {
    const { page } = await open();
    await refuse(page, /\/sections\/reset/, 503, 'The clips are busy.');
    await reset(page);
    await told(page, 'Reset Failed', 'The clips are busy.');
    expect(await asked(page).count()).toBe(0);
  });

  it('says Reset Failed in words of its own without a message', async () => {
    const { page } = await open();
    await page.route(/\/sections\/reset/, (route) => route.abort());
    await reset(page);
    await told(page, 'Reset Failed', 'Failed to reset clips. Please try again.');
    expect(await asked(page).count()).toBe(0);
  });
});

describe('saving', () => {
  it('shows unsaved, saving and saved by itself, a second after the last letter', async () => {
    const { page, read } = await open();
    const state = page.getByRole('region', { name: 'Selected section' });
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/update\?/, async (route) => {
      await held;
      await route.continue();
    });
    await (await textField(page)).fill('Better words.');
    await state.getByText('Unsaved changes').waitFor();
    await state.getByText('Saving...').waitFor();
    answer();
    await state.getByText('Saved', { exact: true }).waitFor();
    await page.getByText('All changes saved').waitFor();
    expect((await read()).sections[0]).toMatchObject({
      transcription: 'Better words.',
      startTime: 0,
      endTime: 10,
    });
  });

  it('keeps what could not be saved, and saves it when asked again', async () => {
    const { page, read } = await open();
    await refuse(page, /\/update\?/, 500);
    await page.getByRole('textbox', { name: 'Title' }).fill('Kept');
    await told(page, 'Update Failed', 'Failed to update the section. Please try again.');
    // Shown whichever section is selected.
    await rows(page).nth(1).click();
    await page.getByText('1 section not saved').waitFor();
    await page.unrouteAll();
    await press(page, 'Save All');
    await page.getByText('All changes saved').waitFor();
    expect((await read()).sections[0]!.title).toBe('Kept');
  });

  it('saves by itself what was edited offline, once the server is back', async () => {
    const { page, context, read } = await open();
    await context.setOffline(true);
    await page.getByRole('textbox', { name: 'Title' }).fill('Offline');
    await page.getByText('1 section not saved').waitFor();
    await context.setOffline(false);
    await page.getByText('All changes saved').waitFor();
    expect((await read()).sections[0]!.title).toBe('Offline');
  });

  it('waits for the Save button when auto-save is off', async () => {
    const { page, read } = await open({
      prepare: ({ userId }) => patchSettings(scene.backend.db, userId, { autoSave: false }),
    });
    await page.getByRole('textbox', { name: 'Title' }).fill('By hand');
    const saved = done(page, /\/update$/);
    await press(page, 'Save');
    await saved;
    expect((await read()).sections[0]!.title).toBe('By hand');
  });

  it('takes every edit back and does it again, told by what it was', async () => {
    const { page } = await open();
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.fill('Renamed');
    await press(page, 'Undo');
    await told(page, 'Undone', 'Rename "Section 1"');
    expect(await title.inputValue()).toBe('Section 1');
    await press(page, 'Redo: Rename "Section 1"');
    await told(page, 'Redone', 'Rename "Section 1"');
    expect(await title.inputValue()).toBe('Renamed');
  });
});

describe('two pages of one user', () => {
  it('show each other every edit without a reload', async () => {
    const { page, again } = await open();
    const { page: other } = await again();
    await other.waitForFunction(() => document.documentElement.dataset['transport'] === 'websocket');
    await page.getByRole('textbox', { name: 'Title' }).fill('Seen elsewhere');
    await expect.poll(() => titlesOf(other)).toEqual(['Seen elsewhere', 'Section 2', 'Section 3']);
    await press(page, 'Move Seen elsewhere down');
    await expect.poll(() => titlesOf(other)).toEqual(['Section 2', 'Seen elsewhere', 'Section 3']);
  });

  it('leave nothing unsaved of a section that the other one deleted', async () => {
    const { page, again } = await open();
    const { page: other } = await again();
    await page.waitForFunction(() => document.documentElement.dataset['transport'] === 'websocket');
    await refuse(page, /\/update\?/, 500);
    await page.getByRole('textbox', { name: 'Title' }).fill('Never saved');
    await told(page, 'Update Failed');
    await press(other, 'Delete Section 1');
    await expect.poll(() => titlesOf(page)).toEqual(['Section 2', 'Section 3']);
    await page.getByText('All changes saved').waitFor();
  });

  it('show what a worker changed', async () => {
    const { page, user, projectId, ids } = await open();
    await page.waitForFunction(() => document.documentElement.dataset['transport'] === 'websocket');
    const { db, bus } = scene.backend;
    await db.updateTable('sections').set({ title: 'By a worker' }).where('id', '=', ids[2]!).execute();
    bus.publish(user.id, 'project.changed', { projectId });
    await expect.poll(() => titlesOf(page)).toEqual(['Section 1', 'Section 2', 'By a worker']);
  });
});
