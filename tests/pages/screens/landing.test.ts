import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { openScene } from '../../helpers/browser/page-scene.ts';

/** Chromium counts what it decodes. */
type DecodingVideo = HTMLVideoElement & { webkitAudioDecodedByteCount: number };

const scene = await openScene();

const isPaused = (clip: Locator) => clip.evaluate((video: HTMLVideoElement) => video.paused);
const currentTime = (clip: Locator) => clip.evaluate((video: HTMLVideoElement) => video.currentTime);

// product 2.130
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

// product 2.130
it('plays each recording of the editor, without sound, while it is in view', async () => {
  const { page } = await scene.visit();
  await page.goto('/');
  for (const name of ['cut', 'translate', 'share']) {
    const clip = page.locator(`video[src="/landing-${name}.mp4"]`);
    expect(await isPaused(clip)).toBe(true);
    await clip.scrollIntoViewIfNeeded();
    await expect.poll(() => currentTime(clip)).toBeGreaterThan(0.3);
    const { width, height, hasSound } = await clip.evaluate((video: DecodingVideo) => ({
      width: video.videoWidth,
      height: video.videoHeight,
      hasSound: video.webkitAudioDecodedByteCount > 0,
    }));
    expect({ width, height, hasSound }).toEqual({ width: 800, height: 500, hasSound: false });
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect.poll(() => isPaused(clip)).toBe(true);
  }
});

// product 2.130
it('plays a recording under reduced motion only after a press of Play', async () => {
  const { page } = await scene.visit();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const clip = page.locator('video[src="/landing-cut.mp4"]');
  const play = page.getByRole('button', { name: 'Play: Words are selected in a transcript and cut' });
  await clip.scrollIntoViewIfNeeded();
  // An observer of the clip would have reported by the second frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(await isPaused(clip)).toBe(true);
  await play.click();
  await expect.poll(() => currentTime(clip)).toBeGreaterThan(0.3);
});

// product 2.27
it('follows the dark setting of the system without a stored theme', async () => {
  const { page } = await scene.visit();
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  expect(await isDark()).toBe(true);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(isDark).toBe(false);
});
