import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { addFilm } from '../../helpers/data/film.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { gate } from '../../helpers/gate.ts';
import { ffmpeg } from '../../helpers/media/lavfi.ts';
import { openScene, refuse, toast } from '../../helpers/browser/page-scene.ts';

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

/** A user with an English and a Hindi film of one project, and their page of My Videos. */
async function openLibrary() {
  const user = await createUser(backend);
  const { projectId } = await createProject(backend, user.id);
  for (const language of ['en', 'hi'] as const)
    await addFilm(backend, { userId: user.id, projectId, bytes, language, durationMs: SECONDS * 1000 });
  const { page, context } = await scene.visit(user);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  /** Shares a film on its own screen, and returns its link. */
  async function share(language: string): Promise<string> {
    await page.goto(`/?project=${projectId}&stage=complete&lang=${language}`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await toast(page, 'Link Copied').waitFor();
    return copied();
  }
  return { user, projectId, page, copied, share };
}

const said = (page: Page) => page.getByRole('status');
const play = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    return video.play();
  });

it('tells who watches that the video is no longer shared, although all of it was loaded', async () => {
  const { page, share } = await openLibrary();
  const link = await share('en');
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
  await said(watching).getByText('This video is no longer shared.').waitFor();
  // Played again it stops.
  await play(watching).catch(() => undefined);
  await expect
    .poll(() => watching.locator('video').evaluate((video: HTMLVideoElement) => video.paused))
    .toBe(true);
  expect((await watching.request.get(link)).status()).toBe(404);
});

it('lists what is shared with its terms, changes them, and ends sharing', async () => {
  const { page, copied, share } = await openLibrary();
  const english = await share('en');
  await share('hi');

  await page.getByRole('button', { name: 'Link settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Link settings' });
  const downloads = settings.getByRole('checkbox', { name: 'Viewers can download the file' });
  // A change that is refused is taken back.
  await refuse(page, /\/share\?/, 422);
  await downloads.click();
  // The open dialog hides the region of notifications from roles.
  await page.getByText('Link Not Changed', { exact: true }).waitFor();
  await expect.poll(() => downloads.isChecked()).toBe(true);
  await page.unrouteAll();
  // What is changed while a call is under way is sent after it.
  const first = gate();
  const sent: unknown[] = [];
  await page.route(/\/share\?/, async (route) => {
    sent.push(route.request().postDataJSON());
    if (sent.length === 1) await first.opened;
    await route.fallback();
  });
  await downloads.uncheck();
  await downloads.check();
  await downloads.uncheck();
  await settings.getByLabel('Password').fill('river stone');
  await settings.getByRole('button', { name: 'Set password' }).click();
  expect(sent).toEqual([{ downloads: false }]);
  first.open();
  await settings.getByText('Viewers must enter a password.').waitFor();
  await settings.getByLabel('The link ends').selectOption('In a week');
  await settings
    .getByRole('combobox', { name: 'The link ends' })
    .getByText(/^On /)
    .waitFor({ state: 'attached' });
  expect(sent.slice(1, 4)).toEqual([{ downloads: true }, { downloads: false }, { password: 'river stone' }]);
  await page.keyboard.press('Escape');

  await page.goto('/?stage=videolist');
  await page.getByRole('button', { name: 'Shared', exact: true }).click();
  const list = page.getByRole('dialog', { name: 'Shared videos' });
  const item = (language: string) => list.getByRole('listitem').filter({ hasText: language });
  await item('Hindi')
    .getByText(/^Hindi · ends .* · with a password · no download$/)
    .waitFor();
  await item('English').getByText('English · does not end · without a password', { exact: true }).waitFor();
  await list.getByRole('button', { name: 'Copy link of A project in English' }).click();
  await expect.poll(copied).toBe(english);

  await list.getByRole('button', { name: 'Stop sharing A project in English' }).click();
  await item('English').waitFor({ state: 'detached' });
  expect((await page.request.get(english)).status()).toBe(404);
  await list.getByRole('button', { name: 'Stop sharing A project in Hindi' }).click();
  await list.getByText('No video is shared.').waitFor();
});
