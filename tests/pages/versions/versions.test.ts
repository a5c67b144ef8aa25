import { expect, it } from 'vitest';
import { chooseTool, dialog, press, titlesOf } from '../../helpers/browser/edit-scene.ts';
import { openFilms } from '../../helpers/browser/films.ts';
import { toast } from '../../helpers/browser/page-scene.ts';
import { addVersion } from '../../helpers/data/film.ts';

const { backend, withFilm, openFilm } = await openFilms();

// product 23.5
it('opens the versions from the page of the film only once, and restores one until Undo', async () => {
  const { page, read } = await openFilm(async (own) => {
    await addVersion(backend, { ...own, runId: await withFilm(own) });
  });
  await page.getByRole('link', { name: 'Versions', exact: true }).click();
  const versions = dialog(page, 'Versions');
  await versions.getByText('Version 1', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await versions.waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('[data-select]').nth(2).waitFor();
  expect(await versions.count()).toBe(0);
  await chooseTool(page, 'Section 3', 'Move Section 3 up');
  await chooseTool(page, 'Section 2', 'Delete Section 2');
  await expect.poll(() => titlesOf(page)).toEqual(['Section 1', 'Section 3']);
  await press(page, 'Versions');
  await press(page, 'Compare version 1');
  await dialog(page, 'Version 1').getByText('Removed from position 2').waitFor();
  await press(page, 'Restore version 1');
  await toast(page, 'Version 1 Restored').waitFor();
  await expect.poll(() => titlesOf(page)).toEqual(['Section 1', 'Section 2', 'Section 3']);
  expect((await read()).history.undo).toBe('Restore version 1');
  await press(page, 'Undo: Restore version 1');
  await expect.poll(() => titlesOf(page)).toEqual(['Section 1', 'Section 3']);
});
