import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { heading, openSearch, search, videos } from '../../helpers/browser/search-page.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';

const scene = await openScene();
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Make a film' });
const PROCESS = /\/api\/projects\/process$/;

it('is wished for from a search: its length, its videos and its cost are said before', async () => {
  const { page, answer } = await openSearch(scene);
  const posts: Route[] = [];
  await page.route(PROCESS, (route) => void posts.push(route));
  answer(videos(1, 6));
  await search(page, 'river');
  await heading(page, 'All Videos (6)').waitFor();
  await page.getByRole('button', { name: 'Make a film' }).click();
  await dialog(page).getByText('Costs 1 credit.').waitFor();
  expect(await dialog(page).getByRole('listitem').allInnerTexts()).toEqual(
    [1, 2, 3, 4].map((number) => `River ${number} · 1:05`),
  );
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  expect(posts).toEqual([]);
  await page.getByRole('button', { name: 'Make a film' }).press('Enter');
  await dialog(page).getByLabel('5 minutes').check();
  expect(await dialog(page).getByRole('listitem').count()).toBe(6);
  await dialog(page).getByLabel('1 minute', { exact: true }).check();
  await dialog(page).getByRole('button', { name: 'Make a 1-minute film · 1 credit' }).click();
  await expect.poll(() => posts.length).toBe(1);
  expect(posts[0]!.request().postDataJSON()).toEqual({
    videoIds: ['library_1', 'library_2', 'library_3'],
    projectTitle: 'river',
    draft: { words: 'river', minutes: 1 },
  });
  await page.getByRole('progressbar').first().waitFor();
});

it('says in the editor why each section was chosen, until that is dismissed', async () => {
  const user = await createUser(scene.backend);
  const { projectId } = await createProject(scene.backend, user.id);
  const draft = {
    sentence: 'This draft of 0:30 has 3 sections, chosen for “river”.',
    reasons: [1, 2, 3].map((number) => ({ title: `Section ${number}`, why: `Reason ${number}.` })),
  };
  await scene.backend.db
    .updateTable('projects')
    .set({ draft: JSON.stringify(draft), notices: JSON.stringify(['The video "Sea" is not here.']) })
    .where('id', '=', projectId)
    .execute();
  const { page } = await scene.visit(user);
  await page.goto(`/?project=${projectId}&stage=edit`);
  await page.getByText(`${draft.sentence} Why these sections?`).click();
  await page.getByText('Section 2: Reason 2.').waitFor();
  const box = page.locator('details').filter({ hasText: draft.sentence });
  await page.reload();
  await box.waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await box.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Section 2', { exact: true }).first().waitFor();
  expect(await box.count()).toBe(0);
});
