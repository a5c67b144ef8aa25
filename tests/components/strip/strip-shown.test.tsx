import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { lacks, press, region, shows } from '../../helpers/components/find.ts';
import { makeSpoken } from '../../helpers/served/editing.ts';
import { openEditor } from '../../helpers/served/serve-project.ts';

const strip = region('Film strip');

// product 27.11
it('hides the film strip and shows it again, in this browser from then on', async () => {
  await openEditor(...makeSpoken());
  await shows(strip);
  await press('Hide film strip');
  await lacks(strip);
  expect(JSON.parse(localStorage.getItem('cutroom.workspace')!)).toMatchObject({ strip: false });
  await press('Show film strip');
  await shows(strip);
});

// product 27.12
it('opens the inspector at the transition of the pressed join', async () => {
  await openEditor(...makeSpoken());
  await strip.getByRole('button', { name: 'Section 2: Cut' }).click();
  await shows(page.getByRole('tab', { name: 'Join', selected: true }));
});

// product 27.11
it('starts hidden in a low window', async () => {
  await page.viewport(1280, 720);
  await openEditor(...makeSpoken());
  await shows(page.getByRole('button', { name: 'Show film strip' }));
  await lacks(strip);
});
