import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Project } from '#contract/projects.ts';
import { patchSettings } from '#core/repositories/users.ts';
import { makePlayable, openEditStage, rows, titlesOf } from '../helpers/browser/edit-scene.ts';
import { changeAnswer, openScene, refuse, toast } from '../helpers/browser/page-scene.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const open = (wish: Parameters<typeof openEditStage>[2] = {}) => openEditStage(scene, scan, wish);

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).click();
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
/** A toast of product.md, as 'title - description' or with a colon. */
async function told(page: Page, title: string, description?: string): Promise<void> {
  await toast(page, title).waitFor();
  if (description) await toast(page, description).waitFor();
}
const done = (page: Page, path: RegExp) =>
  page.waitForResponse((response) => path.test(new URL(response.url()).pathname) && response.ok());
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());

describe('the edit stage', () => {
  it('has Back to Home, a language selector, Reset and Generate Video', async () => {
    const { page } = await open();
    const language = page.getByRole('combobox', { name: 'Language' });
    expect(await language.locator('option').allTextContents()).toEqual(['English', 'Bengali', 'Hindi']);
    expect(await language.inputValue()).toBe('en');
    await page.getByRole('button', { name: 'Reset', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Generate Video' }).waitFor();
    await press(page, 'Back to Home');
    await page.getByRole('heading', { name: 'Find Videos to Include' }).waitFor();
  });

  it('shows each section with its title, length, range, source thumbnail and source title', async () => {
    const thumbnail = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
    const { page } = await open({
      before: ({ page: opened }) =>
        changeAnswer<Project>(opened, /\/api\/projects\/[\w-]{36}(\?|$)/, (project) => ({
          ...project,
          sections: project.sections.map((section) => ({
            ...section,
            video: { ...section.video, thumbnail },
          })),
        })),
    });
    const row = rows(page).nth(2).locator('xpath=ancestor::li');
    for (const text of ['Section 3', '0:10.00', '0:20.00 - 0:30.00', 'Video 1'])
      await row.getByText(text, { exact: true }).waitFor();
    expect(await row.locator(`img[src="${thumbnail}"]`).count()).toBe(1);
  });

  it('scrolls the list above 24 rem', async () => {
    const { page } = await open({ sections: 8 });
    const list = page.locator('#section-list');
    const box = await list.evaluate((element) => [element.clientHeight, element.scrollHeight]);
    expect(box[0]).toBe(24 * 16);
    expect(box[1]).toBeGreaterThan(24 * 16);
  });

  it('scrolls the list to the section that is selected elsewhere', async () => {
    const { page } = await open({ sections: 8 });
    const seenWhole = (row: number) =>
      rows(page)
        .nth(row)
        .evaluate((button) => {
          const own = button.closest('li')!.getBoundingClientRect();
          const list = button.closest('ul')!.getBoundingClientRect();
          return own.top >= list.top - 1 && own.bottom <= list.bottom + 1;
        });
    expect(await seenWhole(6)).toBe(false);
    for (let step = 0; step < 6; step++) await press(page, 'Next section');
    await expect.poll(() => seenWhole(6)).toBe(true);
  });

  it('draws only the rows near what is seen of many sections, and the last one is reached', async () => {
    const { page } = await open({ sections: 60 });
    expect(await rows(page).count()).toBeLessThan(30);
    await page.locator('#section-list').evaluate((list) => (list.scrollTop = list.scrollHeight));
    await rows(page).filter({ hasText: 'Section 60' }).click();
    expect(await rows(page).count()).toBeLessThan(30);
  });

  it('tells the total duration, the number of sections and when it was updated last', async () => {
    const { page } = await open();
    const footer = page.locator('footer', { hasText: 'Total duration' });
    expect(await footer.innerText()).toMatch(/Total duration: 0:30\.00\s+3 sections\s+Last updated: \S/);
  });

  it('says that it uses stored sections when clips cannot be had', async () => {
    const { page } = await open({ before: ({ page: opened }) => refuse(opened, /\/clips\?/, 503) });
    await told(page, 'Using Stored Data', 'Python API unavailable, using stored sections');
    expect(await rows(page).count()).toBe(3);
  });

  it('offers to go on with a project whose processing was cancelled', async () => {
    const { page } = await open({
      sections: 1,
      prepare: async ({ userId, projectId, ids }) => {
        const { db } = scene.backend;
        await db.deleteFrom('sections').where('id', 'in', ids).execute();
        const run = { kind: 'processing', project_id: projectId, user_id: userId, status: 'cancelled' };
        const ended = { finished_at: new Date(), message: 'Cancelled. Your credit is back.' };
        const input = JSON.stringify({ videoIds: [] });
        await db
          .insertInto('runs')
          .values({ ...run, ...ended, input })
          .execute();
      },
    });
    await page.getByText('Processing was cancelled: Cancelled. Your credit is back.').waitFor();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    expect(await rows(page).count()).toBe(0);
  });
});

describe('adding a section', () => {
  it('asks for a title', async () => {
    const { page } = await open();
    await press(page, 'Add New Section');
    const adding = dialog(page, 'Add New Section');
    expect(await adding.getByRole('button', { name: 'Add Section' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await adding.getByLabel('Title').fill('   ');
    await adding.getByLabel('Title').press('Enter');
    await told(page, 'Title Required', 'Please enter a title for the section.');
  });

  it('sends title and transcription trimmed, and says Section Added', async () => {
    const { page, read } = await open();
    await press(page, 'Add New Section');
    await dialog(page, 'Add New Section').getByLabel('Title').fill('  Sunrise ');
    await dialog(page, 'Add New Section').getByLabel('Transcription').fill(' It is warm. ');
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/sections?'),
    );
    await press(page, 'Add Section');
    expect((await sent).postDataJSON()).toMatchObject({ title: 'Sunrise', transcription: 'It is warm.' });
    await told(page, 'Section Added');
    expect((await read()).sections.at(-1)).toMatchObject({
      title: 'Sunrise',
      video: { title: 'Custom Video' },
    });
  });

  it('says Add Section Failed and keeps what was typed', async () => {
    const { page } = await open();
    await refuse(page, /\/sections\?/, 500);
    await press(page, 'Add New Section');
    await dialog(page, 'Add New Section').getByLabel('Title').fill('Sunrise');
    await press(page, 'Add Section');
    await told(page, 'Add Section Failed', 'Failed to add the new section. Please try again.');
    expect(await dialog(page, 'Add New Section').getByLabel('Title').inputValue()).toBe('Sunrise');
  });
});

describe('the Edit Section dialog', () => {
  it('sends only what changed, says Section Updated, and just closes without a change', async () => {
    const { page } = await open();
    const bodies: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') bodies.push(request.postDataJSON());
    });
    await press(page, 'Edit Section');
    await press(page, 'Save Changes');
    await dialog(page, 'Edit Section').waitFor({ state: 'detached' });
    await press(page, 'Edit Section');
    await dialog(page, 'Edit Section').getByLabel('Transcription').fill('Another text.');
    await press(page, 'Save Changes');
    await told(page, 'Section Updated');
    expect(bodies).toEqual([{ transcription: 'Another text.' }]);
  });

  it('says Update Failed when it cannot be saved', async () => {
    const { page } = await open();
    await refuse(page, /\/update\?/, 500);
    await press(page, 'Edit Section');
    await dialog(page, 'Edit Section').getByLabel('Title').fill('Another');
    await press(page, 'Save Changes');
    await told(page, 'Update Failed', 'Failed to update the section. Please try again.');
    expect(await titlesOf(page)).toEqual(['Section 1', 'Section 2', 'Section 3']);
  });
});

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
    await page.getByRole('textbox', { name: 'Transcription' }).fill('Better words.');
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
    // It is told of whichever section is looked at.
    await rows(page).nth(1).click();
    await page.getByText('1 section not saved').waitFor();
    await page.unrouteAll();
    await press(page, 'Save All');
    await page.getByText('All changes saved').waitFor();
    expect((await read()).sections[0]!.title).toBe('Kept');
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

describe('on a small screen', () => {
  const small = (width = 360, height = 780) =>
    open({ sections: 6, before: ({ page }) => page.setViewportSize({ width, height }) });

  it('shows a player that stays, and tabs and Generate fixed at the bottom', async () => {
    const { page } = await small();
    const player = page.getByRole('region', { name: 'Preview', exact: true });
    const generate = page.getByRole('button', { name: 'Generate Video' });
    await page.evaluate(() => window.scrollTo(0, 10_000));
    expect((await player.boundingBox())!.y).toBeGreaterThanOrEqual(56);
    expect((await generate.boundingBox())!.y).toBeGreaterThan(700);
    await page.getByRole('tab', { name: 'Text and range' }).click();
    for (const name of ['Set in', 'Set out', 'Split']) await page.getByRole('button', { name }).waitFor();
    await page.getByRole('region', { name: 'Previewed section' }).getByText('Video 1 · Tests').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  it('never hides the focus behind the player', async () => {
    const { page } = await small(360, 740);
    await rows(page).nth(5).focus();
    const bottom = await page
      .getByRole('region', { name: 'Preview', exact: true })
      .evaluate((element) => element.parentElement!.parentElement!.getBoundingClientRect().bottom);
    for (const row of [4, 3, 2, 1, 0]) {
      await rows(page).nth(row).focus();
      expect((await rows(page).nth(row).boundingBox())!.y).toBeGreaterThanOrEqual(bottom - 1);
    }
  });

  it('lets the player go where there is little height', async () => {
    const { page } = await small(740, 360);
    await page.evaluate(() => window.scrollTo(0, 10_000));
    expect((await page.getByRole('region', { name: 'Preview', exact: true }).boundingBox())!.y).toBeLessThan(
      0,
    );
  });
});
