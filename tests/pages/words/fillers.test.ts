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
  // Nothing is said in its first second, and in the last one and a half.
  await box.getByRole('button', { name: 'Remove 2 pauses (saves 0:02)' }).waitFor();
  await box
    .getByRole('checkbox', { name: '0:08.65 Pause of 1.5 s, shortened by 1.4 s small stream here …' })
    .waitFor();
  expect(await box.getByLabel('Fillers, with commas between').inputValue()).toContain('you know');
  await box.getByLabel('Fillers, with commas between').fill('river, in vain');
  // Of the words, a second apart and half a second long, one is a filler, with the pause after it.
  await box.getByRole('button', { name: 'Remove 1 filler and 2 pauses (saves 0:03)' }).waitFor();
  await box.getByRole('combobox', { name: 'Pauses', exact: true }).selectOption('From 0.4 s');
  await box.getByRole('button', { name: 'Remove 1 filler and 8 pauses (saves 0:05)' }).waitFor();
  await box.getByRole('combobox', { name: 'In', exact: true }).selectOption('The whole film');
  await box.getByRole('button', { name: 'Remove 3 fillers and 24 pauses (saves 0:14)' }).waitFor();
  const second = box.getByRole('group', { name: 'Section 2' });
  await second.getByRole('checkbox', { name: '0:12.00 The “river” begins as a' }).uncheck();
  const cut = done(page, /\/sections\/cut$/);
  await box.getByRole('button', { name: 'Remove 2 fillers and 24 pauses (saves 0:13)' }).click();
  await cut;
  await box.waitFor({ state: 'hidden' });
  const { sections, history } = await read();
  expect(sections.map((section) => section.cuts.length)).toEqual([9, 8, 9]);
  expect(sections[0]!.cuts.slice(0, 3)).toEqual([
    { startMs: 0, endMs: 900 },
    { startMs: 1650, endMs: 1900 },
    { startMs: 2000, endMs: 2950 },
  ]);
  expect(history.undo).toBe('Cut 3 sections');
  // Removed pauses are shown, and restored by a press.
  const pauses = page.getByRole('button', { name: /^Pause of 0\.3 s, cut out: restore$/ });
  await expect.poll(() => pauses.count()).toBe(6);
  await pauses.first().click();
  await expect.poll(async () => (await read()).sections[0]!.cuts.length).toBe(8);
});

it('the dialog, and the words and pauses that are cut, are accessible in both themes and in their places at 320 px', async () => {
  const cuts = JSON.stringify([
    { startMs: 1650, endMs: 1900 },
    { startMs: 3000, endMs: 4950 },
  ]);
  const prepare = async ({ ids }: { ids: string[] }) => {
    const { db } = scene.backend;
    await db.updateTable('sections').set({ cuts }).where('id', '=', ids[0]!).execute();
    await db.updateTable('sections').set({ sound: 'muted' }).where('id', '=', ids[1]!).execute();
    // Of the third one the last second and a half are left, without a word.
    const most = JSON.stringify([{ startMs: 20_000, endMs: 28_550 }]);
    await db.updateTable('sections').set({ cuts: most }).where('id', '=', ids[2]!).execute();
  };
  const { page, again } = await openPlaying(scene, scan, { prepare });
  await page.getByRole('button', { name: 'begins, cut out: restore' }).waitFor();
  expect(await lookWholly(page)).toEqual([]);
  const other = (await again()).page;
  await press(other, 'Fillers and pauses…');
  const box = dialog(other, 'Fillers and pauses');
  await box.getByRole('combobox', { name: 'Pauses', exact: true }).selectOption('From 0.4 s');
  await box.getByRole('button', { name: /^Remove 6 pauses/ }).waitFor();
  await box.getByRole('combobox', { name: 'In', exact: true }).selectOption('The whole film');
  await box.getByText('1 section whose own voice is not heard in the film is left out.').waitFor();
  await box.getByText('“Section 3” stays as it is: less than half a second of it would be left.').waitFor();
  await box.getByRole('button', { name: /^Remove 6 pauses/ }).waitFor();
  expect(await lookWholly(other)).toEqual([]);
});
