import { expect, it } from 'vitest';
import { dialog, done, makePlayable, press } from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { openPlaying } from '../../helpers/browser/player.ts';
import { lookWholly } from '../../helpers/screens/look-wholly.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);

it('fillers and pauses are listed with their seconds, and those that stay ticked are removed as one edit', async () => {
  const { page, read } = await openPlaying(scene, scan);
  await press(page, 'Fillers and pauses…');
  const box = dialog(page, 'Fillers and pauses');
  await box.getByText('No such fillers or pauses were found.').waitFor();
  expect(await box.getByLabel('Fillers, with commas between').inputValue()).toContain('you know');
  await box.getByLabel('Fillers, with commas between').fill('river, in vain');
  // Of the words, a second apart and half a second long, one is a filler, with the pause after it.
  await box.getByRole('button', { name: 'Remove 1 filler (saves 0:01)' }).waitFor();
  await box.getByRole('combobox', { name: 'Pauses', exact: true }).selectOption('From 0.4 s');
  await box.getByRole('button', { name: 'Remove 1 filler and 6 pauses (saves 0:02)' }).waitFor();
  await box.getByRole('combobox', { name: 'In', exact: true }).selectOption('The whole film');
  await box.getByRole('button', { name: 'Remove 3 fillers and 18 pauses (saves 0:07)' }).waitFor();
  const second = box.getByRole('group', { name: 'Section 2' });
  await second.getByRole('checkbox', { name: /0:12\.00.*river/ }).uncheck();
  const cut = done(page, /\/sections\/cut$/);
  await box.getByRole('button', { name: 'Remove 2 fillers and 18 pauses (saves 0:06)' }).click();
  await cut;
  await box.waitFor({ state: 'hidden' });
  const { sections, history } = await read();
  expect(sections.map((section) => section.cuts.length)).toEqual([7, 6, 7]);
  expect(sections[0]!.cuts.slice(0, 2)).toEqual([
    { startMs: 1650, endMs: 1900 },
    { startMs: 2000, endMs: 2950 },
  ]);
  expect(history.undo).toBe('Cut 3 sections');
  // Removed pauses are shown, and restored by a press.
  const pauses = page.getByRole('button', { name: /^Pause of 0\.3 s, cut out: restore$/ });
  await expect.poll(() => pauses.count()).toBe(6);
  await pauses.first().click();
  await expect.poll(async () => (await read()).sections[0]!.cuts.length).toBe(6);
});

it('the dialog, and the words and pauses that are cut, are accessible in both themes and in their places at 320 px', async () => {
  const cuts = JSON.stringify([
    { startMs: 1650, endMs: 1900 },
    { startMs: 3000, endMs: 4950 },
  ]);
  const prepare = async ({ ids }: { ids: string[] }) => {
    await scene.backend.db.updateTable('sections').set({ cuts }).where('id', '=', ids[0]!).execute();
  };
  const { page, again } = await openPlaying(scene, scan, { prepare });
  await page.getByRole('button', { name: 'begins, cut out: restore' }).waitFor();
  expect(await lookWholly(page)).toEqual([]);
  const other = (await again()).page;
  await press(other, 'Fillers and pauses…');
  await dialog(other, 'Fillers and pauses')
    .getByRole('combobox', { name: 'Pauses', exact: true })
    .selectOption('From 0.4 s');
  await other.getByRole('button', { name: /^Remove 4 pauses/ }).waitFor();
  expect(await lookWholly(other)).toEqual([]);
});
