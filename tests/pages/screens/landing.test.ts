import { expect, it } from 'vitest';
import { openScene } from '../../helpers/browser/page-scene.ts';

const scene = await openScene();

it('plays a film that the product made, with captions', async () => {
  const { page } = await scene.visit();
  await page.goto('/');
  const film = page.getByLabel('Five small stories, a film made with Cutroom');
  const played = await film.evaluate(async (video: HTMLVideoElement) => {
    video.muted = true;
    video.textTracks[0]!.mode = 'showing';
    await video.play();
    await new Promise<void>((resolve) => {
      const reached = () => video.currentTime > 0.5 && video.textTracks[0]!.cues?.length && resolve();
      video.addEventListener('timeupdate', reached);
    });
    const { duration, videoWidth, videoHeight } = video;
    const last = video.textTracks[0]!.cues![video.textTracks[0]!.cues!.length - 1]!;
    return { duration, videoWidth, videoHeight, captioned: last.endTime <= duration + 0.1 };
  });
  expect(played).toMatchObject({ videoWidth: 640, videoHeight: 360, captioned: true });
  expect(played.duration).toBeGreaterThan(15);
});
