import { describe, expect, it } from 'vitest';
import {
  dialog,
  makePlayable,
  openEditStage,
  press,
  waitForToast,
} from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { startMusicSites } from '../../helpers/music/music-sites.ts';
import { PUBLIC_URL } from '../../helpers/outside/video-sites.ts';

const sites = await startMusicSites();
const scene = await openScene({ STANDINS_URL: sites.url, PUBLIC_URL });
const scan = await makePlayable(scene.backend);

describe('found music', () => {
  it('plays in the browser, becomes the music of the film with its credit, and is removed on Undo', async () => {
    const { page, read } = await openEditStage(scene, scan);
    await page.getByRole('button', { name: /^Film options/ }).click();
    await page.getByRole('button', { name: 'Add music…' }).click();
    const box = dialog(page, 'Music');
    await box.getByRole('tab', { name: 'Search free music' }).click();
    await box.getByRole('button', { name: 'Calm' }).click();
    await box.getByText('2 tracks found').waitFor();
    await box.getByRole('button', { name: 'Listen to “Harbour Lights”' }).click();
    const stop = box.getByRole('button', { name: 'Stop “Harbour Lights”' });
    // The spinner disappears once the music plays.
    await stop.locator('svg:not(.animate-spin)').waitFor();
    await box.getByRole('button', { name: 'Use “Harbour Lights”' }).click();
    await waitForToast(page, 'Music Added');
    const credit = `by Cutroom's music generator, CC0, ${PUBLIC_URL}/standins/archive/details/generated-harbour-lights`;
    await expect.poll(() => box.getByLabel('Credit').inputValue()).toBe(credit);
    await box.getByRole('button', { name: 'Done' }).click();
    await press(page, /^Undo: /);
    await expect.poll(async () => (await read()).music).toBeNull();
  });
});
