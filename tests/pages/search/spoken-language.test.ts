import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { ProcessRequest } from '#contract/projects.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { checkbox, heading, openSearch, search, tray, videos } from '../../helpers/browser/search-page.ts';
import { createProject } from '../../helpers/data/project.ts';

const scene = await openScene();
const PROCESS = /\/api\/projects\/process$/;

const choice = (page: Page, title: string) =>
  tray(page).getByRole('combobox', { name: `Spoken language of ${title}`, exact: true });
const shown = (page: Page, title: string) =>
  choice(page, title).evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.text);

/** A search with three selected videos, whose processing is answered; and what was sent. */
async function openSelected() {
  const opened = await openSearch(scene);
  const { page, user } = opened;
  opened.answer(videos(1, 3));
  await search(page, 'river');
  for (const { title } of videos(1, 3)) await checkbox(page, title).check();
  const { projectId } = await createProject(scene.backend, user.id);
  const sent: ProcessRequest[] = [];
  await page.route(PROCESS, async (route) => {
    sent.push(route.request().postDataJSON() as ProcessRequest);
    await route.fulfill({ json: { projectId, runId: randomUUID() } });
  });
  const process = () =>
    tray(page).getByRole('button', { name: 'Process 3 Videos · 1 credit', exact: true }).click();
  return { ...opened, projectId, sent, process };
}

it('is chosen for each selected video by keys, kept over a reload and a new order, and sent', async () => {
  const { page, sent, process } = await openSelected();
  await choice(page, 'River 1').waitFor();
  expect(await Promise.all(videos(1, 3).map(({ title }) => shown(page, title)))).toEqual([
    'Auto',
    'Auto',
    'Auto',
  ]);
  expect(await choice(page, 'River 1').locator('option').allTextContents()).toEqual([
    'Auto',
    'English',
    'Hindi',
    'Bengali',
  ]);
  await choice(page, 'River 2').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await shown(page, 'River 2')).toBe('Hindi');
  await choice(page, 'River 3').selectOption('Bengali');
  await choice(page, 'River 1').selectOption('English');
  await choice(page, 'River 1').selectOption('Auto');
  await tray(page).getByRole('button', { name: 'Arrange', exact: true }).click();
  await page.getByRole('button', { name: 'Move River 3 up' }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await choice(page, 'River 2').waitFor();
  expect(await Promise.all(videos(1, 3).map(({ title }) => shown(page, title)))).toEqual([
    'Auto',
    'Hindi',
    'Bengali',
  ]);
  await process();
  await page.getByRole('button', { name: 'Back to Home', exact: true }).waitFor();
  expect(sent).toEqual([
    {
      videoIds: ['library_1', 'library_3', 'library_2'],
      projectTitle: 'river',
      spoken: { library_2: 'hi', library_3: 'bn' },
    },
  ]);
});

it('is still there when the selection comes back: by Undo, and after a processing that failed', async () => {
  const { page, user, projectId, process } = await openSelected();
  await choice(page, 'River 2').selectOption('Hindi');
  await tray(page).getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await choice(page, 'River 2').waitFor();
  expect(await shown(page, 'River 2')).toBe('Hindi');
  await scene.backend.db
    .insertInto('runs')
    .values({
      kind: 'processing',
      project_id: projectId,
      user_id: user.id,
      status: 'failed',
      message: 'No sound.',
      input: JSON.stringify({}),
    })
    .execute();
  await process();
  await page.getByText('Processing failed: No sound. Your credit is back.').waitFor();
  await heading(page, 'Find Videos to Include').waitFor();
  expect(await shown(page, 'River 2')).toBe('Hindi');
  expect(await shown(page, 'River 1')).toBe('Auto');
});
