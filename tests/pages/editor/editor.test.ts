import { describe, expect, it } from 'vitest';
import type { Project } from '#contract/projects.ts';
import { changeAnswer, openScene, refuse } from '../../helpers/browser/page-scene.ts';
import {
  dialog,
  makePlayable,
  openEditStage,
  press,
  rows,
  titlesOf,
  told,
} from '../../helpers/browser/edit-scene.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const open = (wish: Parameters<typeof openEditStage>[2] = {}) => openEditStage(scene, scan, wish);

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

  it('has room for the name of a source, on a line of its own where there is less', async () => {
    const { page } = await open({
      before: ({ page: opened }) =>
        changeAnswer<Project>(opened, /\/api\/projects\/[\w-]{36}(\?|$)/, (project) => ({
          ...project,
          sections: project.sections.map((section) => ({
            ...section,
            video: { ...section.video, title: 'A walk along the river, part one' },
          })),
        })),
    });
    const row = rows(page).nth(1).locator('xpath=ancestor::li');
    const name = async () => (await row.getByText('A walk along').boundingBox())!;
    const range = async () => (await row.getByText('0:10.00 - 0:20.00').boundingBox())!;
    await page.setViewportSize({ width: 1440, height: 900 });
    expect((await name()).width).toBeGreaterThan(60);
    expect((await name()).y).toBe((await range()).y);
    await page.setViewportSize({ width: 1024, height: 768 });
    expect((await name()).width).toBeGreaterThan(120);
    expect((await name()).y).toBeGreaterThan((await range()).y);
  });

  it('has numbered rows of 56 px, whose actions stand in the selected one and in the one under the pointer', async () => {
    const { page } = await open({ sections: 4 });
    const row = (at: number) => rows(page).nth(at).locator('xpath=ancestor::li');
    const lines = async (at: number) => (await row(at).boundingBox())!.height;
    const seen = (name: string) =>
      page
        .getByRole('button', { name, exact: true })
        .evaluate((button) => Number(getComputedStyle(button.parentElement!).opacity));
    expect(await row(1).innerText()).toMatch(/^2\s/);
    // With the line above it.
    expect(await lines(1)).toBe(57);
    expect(await lines(0)).toBeGreaterThan(57);
    expect(await seen('Delete Section 1')).toBe(1);
    expect(await seen('Delete Section 2')).toBe(0);
    await rows(page).nth(1).hover();
    expect(await seen('Delete Section 2')).toBe(1);
    await page.getByRole('button', { name: 'Move Section 3 up', exact: true }).focus();
    expect(await seen('Delete Section 3')).toBe(1);
  });

  it('has the actions of a row in a menu where nothing hovers', async () => {
    const visit = await open({ sections: 3 });
    const context = await visit.context.browser()!.newContext({
      baseURL: scene.url,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      storageState: await visit.context.storageState(),
    });
    try {
      const page = await context.newPage();
      await page.goto(`/?project=${visit.projectId}&stage=edit`);
      await rows(page).first().waitFor();
      expect(await page.getByRole('button', { name: 'Delete Section 2', exact: true }).count()).toBe(0);
      await page.getByRole('button', { name: 'Actions for Section 2', exact: true }).tap();
      await page.getByRole('menuitem', { name: 'Delete Section 2', exact: true }).tap();
      await expect.poll(() => titlesOf(page)).toEqual(['Section 1', 'Section 3']);
    } finally {
      await context.close();
    }
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
    await page.unrouteAll();
    await refuse(page, /\/sections\?/, 422, 'This file is not a usable video or image. Its end is missing.');
    await press(page, 'Add Section');
    await told(page, 'Add Section Failed', 'This file is not a usable video or image. Its end is missing.');
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

  it('has the sound of the selected row as large as that of any other', async () => {
    const { page } = await small();
    const sound = async (name: string) =>
      (await rows(page)
        .getByText(name, { exact: true })
        .locator('xpath=ancestor::li')
        .getByRole('button', { name: `Sound of ${name}` })
        .boundingBox())!;
    const [selected, other] = [await sound('Section 1'), await sound('Section 2')];
    expect(selected.width).toBeGreaterThanOrEqual(28);
    expect([selected.width, selected.height]).toEqual([other.width, other.height]);
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
