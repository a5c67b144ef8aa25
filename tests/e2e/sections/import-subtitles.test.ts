import { expect, it } from 'vitest';
import { dialog, makePlayable, openEditStage, press } from '../../helpers/browser/edit-scene.ts';
import { openScene, toast } from '../../helpers/browser/page-scene.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const OPENER = 'Import subtitles…';
const file = (text: string, name = 'river.srt') => ({
  name,
  mimeType: 'application/x-subrip',
  buffer: Buffer.from(text),
});
const SRT = [0, 10, 20]
  .map(
    (start, i) =>
      `${i + 1}\n00:00:${String(start + 2).padStart(2, '0')},000 --> 00:00:${start + 6 < 10 ? '0' : ''}${start + 6},000\nLine ${i + 1} & more\n`,
  )
  .join('\n');

it('brings the words of a file into the sections, and Undo takes them back', async () => {
  const { page, read } = await openEditStage(scene, scan);
  const text = page.getByLabel('Transcription', { exact: true });
  await expect.poll(() => text.inputValue()).toBe('Text 1.');
  // By keys alone, except for the file, which the system asks for.
  await page.getByRole('button', { name: OPENER }).press('Enter');
  const shown = dialog(page, 'Import subtitles');
  await shown.getByLabel('SubRip or WebVTT file').setInputFiles(file(SRT));
  await shown.getByRole('button', { name: 'Import', exact: true }).press('Enter');
  await toast(page, 'Subtitles Imported').waitFor();
  await shown.waitFor({ state: 'detached' });
  await expect.poll(() => text.inputValue()).toBe('Line 1 & more');
  await page.getByText('3 sections with the words of river.srt.').first().waitFor();
  const spoken = page.getByRole('toolbar', { name: /^Spoken words/ });
  await expect.poll(async () => (await spoken.textContent())?.trim()).toBe('Line 1 & more');
  expect((await read()).sections.map((section) => section.transcription)).toEqual([
    'Line 1 & more',
    'Line 2 & more',
    'Line 3 & more',
  ]);
  await press(page, 'Undo: Import subtitles for a video');
  await expect.poll(() => text.inputValue()).toBe('Text 1.');
  await expect.poll(async () => (await spoken.textContent())?.trim()).toContain('The river begins');
});

it('says in the dialog why a file is refused, and keeps the choices', async () => {
  const { page, read } = await openEditStage(scene, scan);
  await press(page, OPENER);
  const shown = dialog(page, 'Import subtitles');
  const bring = () => shown.getByRole('button', { name: 'Import', exact: true }).click();
  await bring();
  await shown.getByText('Please choose a file.').waitFor();
  const input = shown.getByLabel('SubRip or WebVTT file');
  await input.setInputFiles({ ...file(''), buffer: Buffer.alloc(2 * 2 ** 20 + 1, 'a') });
  await bring();
  await shown.getByText('A file of subtitles may have at most 2 MB.').waitFor();
  await shown.getByLabel('For').selectOption('section');
  await input.setInputFiles(file('Dear diary', 'diary.txt'));
  await bring();
  await shown.getByText('No subtitles were found in this file.').waitFor();
  await input.setInputFiles(file(SRT.slice(SRT.indexOf('2\n'))));
  await bring();
  await shown.getByText('None of the 2 subtitles of this file is in this section.').waitFor();
  expect(await shown.getByLabel('For').inputValue()).toBe('section');
  expect((await read()).history.undo).toBe(null);
});
