import { expect, it } from 'vitest';
import type { Project } from '#contract/projects.ts';
import { makePlayable, openEditStage } from '../../helpers/browser/edit-scene.ts';
import { changeAnswer, openScene } from '../../helpers/browser/page-scene.ts';
import { PROJECT } from '../../helpers/screens/screen.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);

const open = async (facts: Partial<Project>) => {
  const { page } = await openEditStage(scene, scan, {
    before: (visit) => changeAnswer<Project>(visit.page, PROJECT, (project) => ({ ...project, ...facts })),
  });
  return page;
};
const failedVideos = [{ id: 'Made_lost', title: 'Lost', message: 'It is gone.' }];
const FAILED = '“Lost” could not be processed: It is gone.';

it('are one line with the most important one, and a button that opens the others', async () => {
  const page = await open({ notices: ['Nobody speaks in “Waves”.', 'A file is missing.'], failedVideos });
  await page.getByText(FAILED).waitFor();
  const other = page.getByText('Nobody speaks in “Waves”.');
  expect(await other.count()).toBe(0);
  await page.getByRole('button', { name: '2 more notices' }).press('Enter');
  await other.waitFor();
  await page.getByText('A file is missing.').waitFor();
  const fewer = page.getByRole('button', { name: 'Show one notice' });
  expect(await fewer.getAttribute('aria-expanded')).toBe('true');
  await fewer.press('Enter');
  await other.waitFor({ state: 'detached' });
  await page.getByText(FAILED).waitFor();
});

it('are one line however long they are, which a button opens', async () => {
  const long = 'Nobody speaks in “Waves”, which lasts long, and nothing else was found there either. '.repeat(
    4,
  );
  const page = await open({ notices: [long] });
  await page.setViewportSize({ width: 1440, height: 900 });
  const notice = page.getByText(long.trim());
  const height = async () => (await notice.boundingBox())!.height;
  await page.getByRole('button', { name: 'Show all' }).waitFor();
  expect(await height()).toBe(20);
  await page.getByRole('button', { name: 'Show all' }).press('Enter');
  await expect.poll(height).toBeGreaterThan(20);
  await page.getByRole('button', { name: 'Show one line' }).press('Enter');
  await expect.poll(height).toBe(20);
});

it('have no button where there is only one', async () => {
  const page = await open({ failedVideos });
  await page.getByText(FAILED).waitFor();
  expect(await page.getByRole('button', { name: /more notices?$/ }).count()).toBe(0);
});
