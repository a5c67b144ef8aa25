import { expect, it } from 'vitest';
import { addLink, openScene, toast } from '../../helpers/browser/page-scene.ts';
import { checkbox, heading, openSearch, search, tray, videos } from '../../helpers/browser/search-page.ts';

const scene = await openScene();

it('begins with nothing selected, added or asked for, from the library; Undo brings the selection back', async () => {
  const { page, answer } = await openSearch(scene);
  answer(videos(1, 3));
  await search(page, 'river');
  for (const { title } of videos(1, 2)) await checkbox(page, title).check();
  await addLink(page, 'https://example.com/film.mp4');
  await page.getByRole('button', { name: 'My Videos', exact: true }).click();
  await page.getByRole('button', { name: 'New Compilation', exact: true }).click();
  await heading(page, 'Start searching for videos').waitFor();
  expect(await tray(page).count()).toBe(0);
  await toast(page, 'Selection Cleared').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await tray(page).getByRole('button', { name: 'Process 3 Videos · 1 credit', exact: true }).waitFor();
  await page.getByRole('button', { name: 'My Videos', exact: true }).click();
  await page.getByRole('button', { name: 'New Compilation', exact: true }).click();
  await heading(page, 'Start searching for videos').waitFor();
  await page.reload();
  await heading(page, 'Start searching for videos').waitFor();
  expect(await tray(page).count()).toBe(0);
});
