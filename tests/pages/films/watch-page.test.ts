import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it, onTestFinished } from 'vitest';
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
async function shareFilm(partMs: number[] = []): Promise<{ page: Page; link: string }> {
  const user = await createUser(backend);
  const { projectId, sections } = await createProject(backend, user.id);
  const parts = partMs.map((effectiveMs, index) => ({
    sectionId: sections[index]!.id,
    title: `Part ${index + 1}`,
    startMs: partMs.slice(0, index).reduce((sum, length) => sum + length, 0),
    effectiveMs,
    fit: { applied: [], speed: 1, tempo: 1, extend: 0, slow: 1, freeze: 0 },
  }));
  await addFilm(backend, {
    userId: user.id,
    projectId,
    bytes,
    durationMs: SECONDS * 1000,
    sections: parts,
  });
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

// product 20.15
it('shows where the current moment of the film comes from', async () => {
  const { link } = await shareFilm([1500, 1500]);
  const { page: watching } = await scene.visit();
  await watching.goto(link);
  const origin = watching.locator('#now');
  await expect.poll(() => origin.textContent()).toBe('Video 1 · Tests · 0:00–0:10 · Original audio');
  await watching.getByRole('link', { name: 'Part 2' }).click();
  await expect.poll(() => origin.textContent()).toBe('Video 1 · Tests · 0:10–0:20 · Original audio');
});

/** Serves a page that contains `html`. Returns its origin. */
async function serveSite(html: () => string): Promise<string> {
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><body>${html()}</body>`);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void site.close());
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
}

// product 20.14
it('plays in the page of a named site', async () => {
  const { page, link } = await shareFilm();
  let code = '';
  const named = await serveSite(() => code);
  await page.getByRole('button', { name: 'Link settings' }).click();
  await page.getByLabel('Sites that can embed this video').fill(named);
  await page.getByRole('button', { name: 'Save sites' }).click();
  await page.getByRole('button', { name: 'Copy embed code' }).click();
  // The open dialog hides the region of notifications from roles.
  await page.getByText('Embed Code Copied', { exact: true }).waitFor();
  code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toContain(`src="${link}/embed"`);

  const { page: visitor } = await scene.visit();
  await visitor.goto(named);
  const player = visitor.frameLocator('iframe').locator('video');
  await player.evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    return video.play();
  });
  await expect
    .poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.2);
});
