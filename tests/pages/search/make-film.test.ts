import { expect, it } from 'vitest';
import type { ProcessingInput } from '#contract/jobs/processing.ts';
import { createFilmStarter } from '../../../server/services/runs/start-following-films.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import {
  checkbox,
  heading,
  openSearch,
  search,
  says,
  tray,
  videoOf,
} from '../../helpers/browser/search-page.ts';
import { createReadyVideo, endAnalysis, sectionsSaying } from '../../helpers/data/analysed.ts';

const scene = await openScene();
const { backend } = scene;
const PROCESS = /\/api\/projects\/process$/;

// product 17.9
it('makes a film of the ticked videos, and shows its second step after a reload and in a second tab', async () => {
  const { page, context, user, answer } = await openSearch(scene);
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.push(await createReadyVideo(backend, user.id));
  answer(ids.map((id, at) => videoOf(at + 1, { id, duration: 30 })));
  await search(page, 'river');
  for (const title of ['River 1', 'River 2', 'River 3']) await checkbox(page, title).check();
  await tray(page).getByRole('button', { name: 'Make a film', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a film' });
  await dialog.getByRole('checkbox', { name: /^River 3/ }).uncheck();
  const [answered] = await Promise.all([
    page.waitForResponse((response) => PROCESS.test(response.url())),
    dialog.getByRole('button', { name: 'Make a 1-minute film · 1 credit' }).click(),
  ]);
  const { projectId, runId } = (await answered.json()) as { projectId: string; runId: string };
  await heading(page, 'Making your film').waitFor();
  const { input } = await backend.db
    .selectFrom('runs')
    .select('input')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  expect((input as unknown as ProcessingInput).videoIds).toEqual(ids.slice(0, 2));

  const texts = ['The river is wide', 'A boat on the river', 'The river flows to the sea'];
  await endAnalysis(backend, runId, sectionsSaying(ids[0]!, texts));
  await says(page, 'Starting the film').waitFor();
  await createFilmStarter(backend).wake();
  const second = says(page, 'Step 2 of 2 for “river”');
  await second.waitFor();
  await page.reload();
  await second.waitFor();
  const other = await context.newPage();
  await other.goto(page.url());
  await says(other, 'Step 2 of 2 for “river”').waitFor();
  expect(new URL(other.url()).searchParams.get('project')).toBe(projectId);

  // Cancelling it in one tab leads both to the sections.
  await other.getByRole('button', { name: 'Cancel', exact: true }).click();
  for (const tab of [page, other]) await tab.locator('[data-select]').first().waitFor();
});
