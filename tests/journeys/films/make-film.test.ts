import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import type { Project } from '#contract/projects.ts';
import { openBrowser, openPage, signIn } from '../../helpers/browser/browser.ts';
import { probe } from '../../helpers/media/frames.ts';
import { ffmpeg } from '../../helpers/media/lavfi.ts';
import { makeSpokenVideo } from '../../helpers/media/spoken-video.ts';
import { checkInstallation } from '../../helpers/processes/check-installation.ts';
import { startStack } from '../../helpers/processes/stack.ts';

const library = await mkdtemp(join(tmpdir(), 'cutroom-library-'));
afterAll(() => rm(library, { recursive: true, force: true }));
// Speech is not recognised, which takes most of the time, and no sentence repeats.
await makeSpokenVideo(library, { name: 'river of the north', seconds: 16, subtitles: true });
const silent = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=25:d=12', '-pix_fmt', 'yuv420p'];
await ffmpeg(...silent, join(library, 'river of the south.mp4'));
const stack = await startStack({ LIBRARY_DIR: library, WELCOME_CREDITS: '2' });
await Promise.all([stack.startStandins(), stack.startWorker()]);

/** Signs in and searches for the sample videos. `presses` counts the mouse presses from then on. */
async function openSearch(person: { name: string; email: string }) {
  const { page, context, complaints } = await openPage(await openBrowser(), stack.url);
  await signIn(page, person);
  // Rendering full resolution would take most of the time.
  await page.request.patch('/api/user/settings', { data: { defaultVideoQuality: '720p' } });
  await page.reload();
  await page.evaluate(() => {
    const counted = window as unknown as { presses: number };
    counted.presses = 0;
    document.addEventListener('pointerdown', () => (counted.presses += 1), true);
  });
  await page.getByRole('searchbox', { name: 'Search for Videos' }).fill('river');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'All Videos (2)' }).waitFor();
  const presses = () => page.evaluate(() => (window as unknown as { presses: number }).presses);
  return { page, context, complaints, presses };
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Make a film' });
const film = (page: Page) => page.getByRole('heading', { name: 'Video Generated Successfully!' });

async function userIdOf(email: string): Promise<string> {
  const user = stack.db.selectFrom('users').select('id').where('email', '=', email);
  return (await user.executeTakeFirstOrThrow()).id;
}

// product 17.1
it('makes a finished film from a search with two presses and one credit', async () => {
  const person = { name: 'Emmy Noether', email: 'emmy@example.com' };
  const { page, complaints, presses } = await openSearch(person);
  await page.getByRole('button', { name: 'Make a film' }).click();
  await dialogOf(page)
    .getByRole('button', { name: /^Make a \d+-second film/ })
    .click();
  await page.getByRole('heading', { name: 'Making your film' }).waitFor();
  await film(page).waitFor();
  expect(await presses()).toBe(2);

  const id = new URL(page.url()).searchParams.get('project')!;
  const project = (await (await page.request.get(`/api/projects/${id}`)).json()) as Project;
  const [generatedFilm] = project.films;
  expect(generatedFilm).toMatchObject({
    language: 'en',
    burnedSubtitles: true,
    credits: 'auto',
    endFades: true,
  });
  expect(generatedFilm!.chapters[0]!.title).toBe('river');
  // All of both videos, and the opening card.
  expect(generatedFilm!.duration).toBeGreaterThan(20);
  expect(generatedFilm!.duration).toBeLessThan(40);
  await checkInstallation(stack, await userIdOf(person.email), { spent: 1, left: 1 });

  await page.getByRole('button', { name: 'Back to Edit' }).click();
  await page.locator('[data-select]').first().waitFor();
  expect(complaints).toEqual([]);
});

// product 17.7
it('finishes a film whose tab was closed, and shows it when its creator returns', async () => {
  const person = { name: 'Lise Meitner', email: 'lise@example.com' };
  const { page, context } = await openSearch(person);
  for (const title of ['River of the north', 'River of the south']) {
    await page.getByRole('checkbox', { name: title }).check();
  }
  await page.getByRole('button', { name: 'Make a film' }).click();
  await dialogOf(page)
    .getByRole('button', { name: /^Make a \d+-second film/ })
    .click();
  await page.waitForURL(/project=/);
  const place = page.url();
  await page.close();

  const userId = await userIdOf(person.email);
  const films = () =>
    stack.db
      .selectFrom('runs')
      .select('status')
      .where('userId', '=', userId)
      .where('kind', '=', 'generation')
      .execute();
  await expect.poll(films, { interval: 500 }).toEqual([{ status: 'completed' }]);
  const returned = await context.newPage();
  await returned.goto(place);
  await film(returned).waitFor();
  await checkInstallation(stack, userId, { spent: 1, left: 1 });
});

/** Creates an API key of a new user, and a folder for its film. */
async function openScript(person: { name: string; email: string }) {
  const { page } = await openSearch(person);
  const scopes = ['read', 'generate'];
  const created = await page.request.post('/api/user/api-keys', { data: { name: 'A script', scopes } });
  const { key } = (await created.json()) as { key: string };
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-example-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const env = { PATH: process.env['PATH'], HOME: folder, CUTROOM_URL: stack.url, CUTROOM_API_KEY: key };
  const run = (...args: string[]) => promisify(execFile)(process.execPath, args, { env });
  return { run, path: join(folder, 'example film.mp4') };
}

async function expectFilm(path: string): Promise<void> {
  const [video] = (await probe(path)).streams.filter(({ codec_type: type }) => type === 'video');
  expect(video).toMatchObject({ codec_name: 'h264', height: 720 });
}

it('is made and downloaded by the example script with an API key', async () => {
  const { run, path } = await openScript({ name: 'Ada Lovelace', email: 'ada@example.com' });
  const { stdout } = await run('examples/make-film.mjs', 'river', path);
  expect(stdout).toMatch(/100% .*\n.*example film\.mp4 is ready\.\n$/s);
  await expectFilm(path);
});

// product 29.12
it('is made, watched and downloaded by the command line', async () => {
  const { run, path } = await openScript({ name: 'Mary Somerville', email: 'mary@example.com' });
  const cutroom = (...args: string[]) => run('client-sdk/cli/cutroom.mjs', ...args);
  const results = JSON.parse((await cutroom('search', 'river', '--json')).stdout) as { id: string }[];
  const ids = results.map(({ id }) => id);
  const processed = await cutroom('process', ...ids, '--title', 'Rivers', '--film', '--output', path);
  expect(processed.stdout).toBe(`Saved ${path}.\n`);
  expect(processed.stderr).toMatch(/^\d+% .*\n\d+% Downloading \d+ MB\n$/s);
  await expectFilm(path);
});
