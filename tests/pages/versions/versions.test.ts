import { describe, expect, it } from 'vitest';
import { dialog, press, titlesOf } from '../../helpers/browser/edit-scene.ts';
import { openFilms } from '../../helpers/browser/films.ts';
import { toast } from '../../helpers/browser/page-scene.ts';
import { addVersion } from '../../helpers/data/film.ts';
import { button } from '../../helpers/screens/screen.ts';

const { backend, withFilm, open, openFilm } = await openFilms();
type Own = Parameters<typeof withFilm>[0];
const TITLES = ['Section 1', 'Section 2', 'Section 3'];

/** A film whose plan was kept. */
const withVersion = async (own: Own) => addVersion(backend, { ...own, runId: await withFilm(own) });

describe('the versions of a film', () => {
  it('tell what has changed, and one is gone back to, and forth by Undo', async () => {
    const { page, read } = await open(withVersion);
    await press(page, 'Move Section 3 up');
    await press(page, 'Delete Section 2');
    await expect.poll(() => titlesOf(page)).toEqual(['Section 1', 'Section 3']);
    await press(page, 'Versions');
    const versions = dialog(page, 'Versions');
    await versions.getByText('Version 1', { exact: true }).waitFor();
    await versions.getByText(/English · 0:30\.00 · 3 sections · 720p, 16:9$/).waitFor();
    await versions.getByText('Can be played', { exact: true }).waitFor();
    await press(page, 'Compare version 1');
    const changes = dialog(page, 'Version 1');
    await changes.getByText('Removed from place 2').waitFor();
    expect(await changes.getByText('Framing: Fit', { exact: false }).count()).toBe(0);
    await press(page, 'Go back to version 1');
    await toast(page, 'Back to Version 1').waitFor();
    await expect.poll(() => titlesOf(page)).toEqual(TITLES);
    expect((await read()).history.undo).toBe('Go back to version 1');
    await page.getByText('3 of 3 sections to render').waitFor();
    await press(page, 'Undo: Go back to version 1');
    await expect.poll(() => titlesOf(page)).toEqual(['Section 1', 'Section 3']);
  });

  it('are used by keys alone, and the focus stays where one works', async () => {
    const { page } = await open(withVersion);
    await press(page, 'Delete Section 1');
    await expect.poll(() => titlesOf(page)).toHaveLength(2);
    await page.keyboard.press('v');
    const compare = button(page, 'Compare version 1');
    await compare.focus();
    await page.keyboard.press('Enter');
    await dialog(page, 'Version 1').getByText('Removed from place 1').waitFor();
    const isFocused = (name: string) =>
      button(page, name).evaluate((found) => found === document.activeElement);
    await expect.poll(() => isFocused('All versions')).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused('Compare version 1')).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused('All versions')).toBe(true);
    await dialog(page, 'Version 1').getByText('Removed from place 1').waitFor();
    await page.keyboard.press('Tab');
    expect(await isFocused('Go back to version 1')).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => titlesOf(page)).toEqual(TITLES);
  });

  it('bring back the options of their film', async () => {
    const { page } = await open(withVersion);
    await press(page, 'Film options: 720p, 16:9');
    await page.getByLabel('Quality').selectOption('1080p');
    await page.keyboard.press('Escape');
    await press(page, 'Versions');
    await press(page, 'Compare version 1');
    await dialog(page, 'Version 1').getByText('Quality: 720p, then 1080p').waitFor();
    await press(page, 'Go back to version 1');
    await button(page, 'Film options: 720p, 16:9').waitFor();
    await press(page, 'Versions');
    await press(page, 'Compare version 1');
    await dialog(page, 'Version 1').getByText('Nothing is different.').waitFor();
    expect(
      await dialog(page, 'Version 1')
        .getByText(/^Quality/)
        .count(),
    ).toBe(0);
  });

  it('are compared with each other', async () => {
    const { page, ids } = await open(async (own) => {
      await withVersion(own);
      const { db } = backend;
      await db.updateTable('sections').set({ title: 'Renamed' }).where('id', '=', own.ids[0]!).execute();
      await addVersion(backend, { ...own, runId: await withFilm(own) });
    });
    expect(ids).toHaveLength(3);
    await press(page, 'Versions');
    await press(page, 'Compare version 1');
    await dialog(page, 'Version 1').getByText('Title: “Section 1”, then “Renamed”').waitFor();
    await press(page, 'All versions');
    await press(page, 'Compare version 2');
    await dialog(page, 'Version 2').getByText('Nothing is different.').waitFor();
    expect(await button(page, 'Go back to version 2').getAttribute('aria-disabled')).toBe('true');
    await page.getByLabel('Compare with').selectOption('Version 1');
    await dialog(page, 'Version 2').getByText('Title: “Renamed”, then “Section 1”').waitFor();
  });

  it('are opened from the page of the film once, which may be one without a plan', async () => {
    const { page } = await openFilm(withFilm);
    await page.getByRole('link', { name: 'Versions', exact: true }).click();
    const versions = dialog(page, 'Versions');
    await versions.getByText('English video', { exact: true }).waitFor();
    await versions.getByText(/^Its plan was not kept, so it cannot be compared or gone back to\./).waitFor();
    expect(await versions.getByRole('button', { name: /^Compare/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await versions.waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('[data-select]').nth(2).waitFor();
    expect(await versions.count()).toBe(0);
  });
});
