import { expect, it } from 'vitest';
import { makePlayable, openEditStage, press, rows } from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { selectedIs } from '../../helpers/browser/player.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);

it('Play film stays at its picture when a section is split, and when that is undone and redone', async () => {
  const { page } = await openEditStage(scene, scan);
  const film = page.getByRole('region', { name: 'Film preview' });
  const position = film.getByRole('slider', { name: 'Position' });
  const second = async () => Number(await position.getAttribute('aria-valuenow'));
  await press(page, 'Play film');
  await film.getByRole('button', { name: 'Pause', exact: true }).click();
  await position.press('Home');
  for (let step = 0; step < 30; step++) await position.press('PageUp');
  await selectedIs(page, 'Section 2');
  await page.keyboard.press('s');
  await expect.poll(() => rows(page).count()).toBe(4);
  await selectedIs(page, 'Section 2 (2)');
  expect(await second()).toBe(15);
  for (let step = 0; step < 4; step++) await position.press('PageUp');
  await page.keyboard.press('Control+z');
  await expect.poll(() => rows(page).count()).toBe(3);
  await selectedIs(page, 'Section 2');
  expect(await second()).toBe(17);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => rows(page).count()).toBe(4);
  await selectedIs(page, 'Section 2 (2)');
  expect(await second()).toBe(17);
});
