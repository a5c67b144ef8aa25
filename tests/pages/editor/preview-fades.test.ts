import { expect, it } from 'vitest';
import { makePlayable, openTab } from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { openPlaying, saved } from '../../helpers/browser/player.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);

// product 4.75
it('rises from silence and falls to it as the section does in the film', async () => {
  const { page } = await openPlaying(scene, scan);
  const volume = () => page.evaluate(() => document.querySelector('video')!.volume);
  const details = page.getByRole('region', { name: 'Selected section' });
  const set = async (label: string, seconds: string) => {
    const done = saved(page);
    await details.getByLabel(label).fill(seconds);
    await done;
    expect(await details.getByLabel(label).getAttribute('aria-valuetext')).toBe(`${seconds} s`);
  };
  await openTab(page, 'Sound');
  expect(await details.getByLabel('Fade in').getAttribute('aria-valuetext')).toBe('None');
  await set('Fade in', '1');
  await set('Fade out', '0.5');
  expect(await volume()).toBe(0);
  const position = page.getByRole('slider', { name: 'Position' });
  await position.press('End');
  await expect.poll(volume).toBe(0);
  for (let step = 0; step < 5; step++) await position.press('ArrowLeft');
  await expect.poll(volume).toBeCloseTo(0.5, 1);
  for (let step = 0; step < 10; step++) await position.press('ArrowLeft');
  await expect.poll(volume).toBe(1);
});
