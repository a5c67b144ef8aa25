import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { addFilm } from '../../helpers/data/film.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { ffmpeg } from '../../helpers/media/lavfi.ts';
import { openScene, toast } from '../../helpers/browser/page-scene.ts';

const SECONDS = 3;
const dir = await mkdtemp(join(tmpdir(), 'cutroom-watch-'));
afterAll(() => rm(dir, { recursive: true, force: true }));
const scene = await openScene();
const { backend } = scene;

const path = join(dir, 'film.mp4');
const inputs = [`testsrc2=s=160x90:r=10:d=${SECONDS}`, `sine=f=300:d=${SECONDS}`];
const encode = ['-g', '5', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-movflags', '+faststart'];
await ffmpeg(...inputs.flatMap((input) => ['-f', 'lavfi', '-i', input]), ...encode, path);
const bytes = await readFile(path);

/** Opens the page of a film that was shared there. Returns the film's link too. */
async function shareFilm(): Promise<{ page: Page; link: string }> {
  const user = await createUser(backend);
  const { projectId } = await createProject(backend, user.id);
  await addFilm(backend, { userId: user.id, projectId, bytes, durationMs: SECONDS * 1000 });
  const { page, context } = await scene.visit(user);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/?project=${projectId}&stage=complete`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  await toast(page, 'Link Copied').waitFor();
  return { page, link: await page.evaluate(() => navigator.clipboard.readText()) };
}

const play = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    return video.play();
  });

// product 20.8
it('stops a viewer who has loaded all of a film when its sharing is stopped', async () => {
  const { page, link } = await shareFilm();
  const { page: watching } = await scene.visit();
  await watching.goto(link);
  await play(watching);
  const ended = watching.locator('video').evaluate(
    (video: HTMLVideoElement) =>
      new Promise<void>((resolve) => {
        video.addEventListener('ended', () => resolve());
      }),
  );
  await page.getByRole('button', { name: 'Stop sharing' }).click();
  await toast(page, 'Sharing Stopped').waitFor();
  await ended;
  await watching.getByRole('status').getByText('This video is no longer shared.').waitFor();
  // Playing it again stops immediately.
  await play(watching).catch(() => undefined);
  await expect
    .poll(() => watching.locator('video').evaluate((video: HTMLVideoElement) => video.paused))
    .toBe(true);
  expect((await watching.request.get(link)).status()).toBe(404);
});
