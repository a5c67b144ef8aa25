import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { makePlayable, openEditStage, titlesOf, waitForToast } from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);

/** Opens the film options and finds one of their styles. */
async function styleOf(page: Page, name: string) {
  await page.getByRole('button', { name: /^Film options/ }).click();
  return page.getByRole('region', { name: 'Film options' }).getByRole('button', { name, exact: true });
}

// product 26.13
it('applies a style by one press, keeps it over a reload, and restores the earlier one by one Undo', async () => {
  const { page, read } = await openEditStage(scene, scan);
  const before = await titlesOf(page);
  await (await styleOf(page, 'Documentary')).click();
  await waitForToast(page, 'Style Applied');
  await expect.poll(() => titlesOf(page)).toEqual(['A project', ...before]);
  await page.getByText('3 transitions to render').waitFor();
  await page.reload();
  const style = await styleOf(page, 'Documentary');
  await expect.poll(() => style.getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo: Apply the style Documentary' }).click();
  await expect.poll(() => titlesOf(page)).toEqual(before);
  const { sections, filmChoices, history } = await read();
  expect(new Set(sections.map(({ transition }) => transition))).toEqual(new Set(['cut']));
  expect([filmChoices.style, filmChoices.endFades, history.undo]).toEqual([null, false, null]);
});
