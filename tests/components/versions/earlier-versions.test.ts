import { describe, expect, it } from 'vitest';
import * as calls from '#contract/calls/index.ts';
import type { Version } from '#contract/versions.ts';
import { answer } from '../../helpers/components/answers.ts';
import { dialog, lacks, press, region, shows, textsOf } from '../../helpers/components/find.ts';
import { makeVersion, openFilm } from '../../helpers/served/films.ts';

const versionsDialog = dialog('Earlier versions');

async function openEarlier(versions: Version[]): Promise<void> {
  answer(calls.listVersions, versions);
  await openFilm();
  await press('Play earlier versions');
}

describe('earlier versions', () => {
  // product 23.17
  it('lists the replaced films of the language, and plays one', async () => {
    await openEarlier([
      makeVersion(4),
      makeVersion(3, { isShown: false, language: 'hi' }),
      makeVersion(2, { isShown: false, madeAt: '2026-03-04T12:00:00.000Z', duration: 12 }),
    ]);
    await shows(versionsDialog.getByText('Version 2', { exact: true }));
    expect(textsOf(versionsDialog.getByRole('listitem').getByText(/^Version/))).toEqual(['Version 2']);
    await press('Play version 2');
    const video = () => region('Version 2').element().querySelector('video')!;
    await expect.poll(() => video().currentTime).toBeGreaterThan(0);
  });

  it('names a film without a number by its language', async () => {
    await openEarlier([makeVersion(1, { id: null, number: null, isShown: false })]);
    await shows(versionsDialog.getByText('English video', { exact: true }));
    await shows(versionsDialog.getByRole('button', { name: 'Play the English video' }));
  });

  // product 23.17
  it('reports that the file of a version was removed', async () => {
    await openEarlier([makeVersion(1, { isShown: false, file: null })]);
    await shows(versionsDialog.getByText('The file was removed'));
    await lacks(versionsDialog.getByRole('button', { name: 'Play version 1' }));
  });

  it('reports that there are no earlier versions', async () => {
    await openEarlier([makeVersion(1)]);
    await shows(versionsDialog.getByText('This video has no earlier versions.'));
  });
});
