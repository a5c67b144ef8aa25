import { expect, it } from 'vitest';
import { dialog, makePlayable, openEditStage, press } from '../../helpers/browser/edit-scene.ts';
import { openScene, toast } from '../../helpers/browser/page-scene.ts';
import { textField } from '../../helpers/browser/player.ts';

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
  const spoken = page.getByRole('toolbar', { name: /^Spoken words/ });
  await expect.poll(async () => (await spoken.textContent())?.trim()).toContain('The river begins');
  // By keys alone, except for the file, which the system asks for.
  await page.getByRole('button', { name: OPENER }).press('Enter');
  const shown = dialog(page, 'Import subtitles');
  await shown.getByLabel('SubRip or WebVTT file').setInputFiles(file(SRT));
  await shown.getByRole('button', { name: 'Import', exact: true }).press('Enter');
  await toast(page, 'Subtitles Imported').waitFor();
  await shown.waitFor({ state: 'detached' });
  await page.getByText('3 sections with the words of river.srt.').first().waitFor();
  await expect.poll(async () => (await spoken.textContent())?.trim()).toBe('Line 1 & more');
  expect((await read()).sections.map((section) => section.transcription)).toEqual([
    'Line 1 & more',
    'Line 2 & more',
    'Line 3 & more',
  ]);
  await press(page, 'Undo: Import subtitles for a video');
  await expect.poll(async () => (await read()).sections[0]!.transcription).toBe('Text 1.');
  await expect.poll(async () => (await spoken.textContent())?.trim()).toContain('The river begins');
});

it('brings a translation, which is marked when what it translates changes', async () => {
  const { page, read } = await openEditStage(scene, scan);
  await press(page, OPENER);
  const shown = dialog(page, 'Import subtitles');
  const content = shown.getByLabel('Content');
  // What is spoken is no translation.
  await expect
    .poll(() => content.locator('option').allTextContents())
    .toEqual([
      'This is what is said in the video',
      'This is a translation into Bengali',
      'This is a translation into Hindi',
    ]);
  await shown.getByLabel('Language of the subtitles').waitFor();
  await content.selectOption('This is a translation into Hindi');
  await shown.getByText('They become your text in this language. You can undo this.').waitFor();
  await shown.getByLabel('Language of the subtitles').waitFor({ state: 'detached' });
  await shown.getByLabel('SubRip or WebVTT file').setInputFiles(file(SRT));
  await shown.getByRole('button', { name: 'Import', exact: true }).click();
  await toast(page, 'Subtitles Imported').waitFor();
  await page.getByText('3 sections with the translation of river.srt.').first().waitFor();
  const textOf = async () => (await textField(page)).inputValue();
  expect(await textOf()).toBe('Text 1.');
  const choose = (label: string) => page.getByLabel('Language').selectOption({ label });
  await choose('Hindi');
  await expect.poll(textOf).toBe('Line 1 & more');
  await page.getByText('Your text', { exact: true }).waitFor();
  await choose('English');
  await expect.poll(textOf).toBe('Text 1.');
  await (await textField(page)).fill('Another text.');
  await expect.poll(async () => (await read()).sections[0]!.transcription).toBe('Another text.');
  await choose('Hindi');
  await page.getByText('Your translation of an earlier text – please check').waitFor();
});

it('says in the dialog why a file is refused, and keeps the choices', async () => {
  const { page, read } = await openEditStage(scene, scan);
  await press(page, OPENER);
  const shown = dialog(page, 'Import subtitles');
  const bring = () => shown.getByRole('button', { name: 'Import', exact: true }).click();
  await bring();
  await shown.getByText('Please choose a file.').waitFor();
  const input = shown.getByLabel('SubRip or WebVTT file');
  await input.setInputFiles({
    ...file(''),
    buffer: Buffer.alloc(2 * 2 ** 20 + 1, 'a'),
  });
  await bring();
  await shown.getByText('A file of subtitles may have at most 2 MB.').waitFor();
  await shown.getByLabel('For').selectOption('section');
  await input.setInputFiles(file('Dear diary', 'diary.txt'));
  await bring();
  await shown.getByText('No subtitles were found in this file.').waitFor();
  await input.setInputFiles(file(SRT.slice(SRT.indexOf('2\n'))));
  await bring();
  await shown.getByText('None of the 2 subtitles in this file is in this section.').waitFor();
  expect(await shown.getByLabel('For').inputValue()).toBe('section');
  expect((await read()).history.undo).toBe(null);
});
