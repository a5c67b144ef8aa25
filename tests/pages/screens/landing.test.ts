import { expect, it } from 'vitest';
import { openScene } from '../../helpers/browser/page-scene.ts';

const scene = await openScene();

it('plays a film that was made with the product, muted and with captions', async () => {
  const { page } = await scene.visit();
  await page.goto('/');
  const film = page.getByLabel('Five small stories, a film made with Cutroom');
  const played = await film.evaluate(async (video: HTMLVideoElement) => {
    video.textTracks[0]!.mode = 'showing';
    await new Promise<void>((resolve) => {
      const reached = () => video.currentTime > 0.5 && video.textTracks[0]!.cues?.length && resolve();
      video.addEventListener('timeupdate', reached);
    });
    const { duration, muted, videoWidth, videoHeight } = video;
    const last = video.textTracks[0]!.cues![video.textTracks[0]!.cues!.length - 1]!;
    return { duration, muted, videoWidth, videoHeight, captioned: last.endTime <= duration + 0.1 };
  });
  expect(played).toMatchObject({ muted: true, videoWidth: 640, videoHeight: 360, captioned: true });
  expect(played.duration).toBeGreaterThan(15);
});

it('follows the dark setting of the system without a stored theme', async () => {
  const { page } = await scene.visit();
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  expect(await isDark()).toBe(true);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(isDark).toBe(false);
});
