import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { FILM_FRAME_RATE } from '#film/frames.ts';
import type { Project } from '#contract/projects.ts';
import { openBrowser, openPage, signIn } from '../../helpers/browser/browser.ts';
import { checkInstallation } from '../../helpers/processes/check-installation.ts';
import { decodeWhole, difference, frameAt, peakDb, probe } from '../../helpers/media/frames.ts';
import { makeSpokenVideo } from '../../helpers/media/spoken-video.ts';
import { startStack } from '../../helpers/processes/stack.ts';
import { readWords } from '../../helpers/browser/read-words.ts';
import { textField } from '../../helpers/browser/player.ts';

const library = await mkdtemp(join(tmpdir(), 'cutroom-library-'));
afterAll(() => rm(library, { recursive: true, force: true }));

const FILM = { width: 1280, height: 720 };
const FRAME = 1 / FILM_FRAME_RATE;
const NEW_TEXT = 'This sentence was never spoken in the video.';
const PERSON = { name: 'Grace Hopper', email: 'grace@example.com' };
// Different aspects: one fills the film, the other one is letterboxed.
const [wide, square] = await Promise.all([
  makeSpokenVideo(library, { name: 'river of the north', seconds: 20, width: 854, height: 480 }),
  makeSpokenVideo(library, { name: 'river of the south', seconds: 12, width: 480, height: 360 }),
]);
const sources = new Map([
  ['River of the north', wide],
  ['River of the south', square],
]);
const stack = await startStack({ LIBRARY_DIR: library, WELCOME_CREDITS: '3' });
await Promise.all([stack.startStandins(), stack.startWorker()]);

/** Sends API calls in the page's session. */
async function readProject(page: Page): Promise<Project> {
  const id = new URL(page.url()).searchParams.get('project')!;
  const response = await page.request.get(`/api/projects/${id}`);
  expect(response.status()).toBe(200);
  return (await response.json()) as Project;
}

const rowTitles = (page: Page) =>
  page.locator('[data-select]').evaluateAll((rows) => rows.map((row) => row.textContent!.trim()));

async function generate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Generate Video' }).first().click();
  await page.getByRole('heading', { name: 'Video Generated Successfully!' }).waitFor();
}

async function download(page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /^Download/ })
      .first()
      .click(),
  ]);
  expect(file.suggestedFilename()).toBe('river.mp4');
  const path = join(library, `.${name}.mp4`);
  await file.saveAs(path);
  return path;
}

/**
 * Checks that the downloaded film matches the API's data, and compares the video and audio of this many
 * sections.
 */
async function inspect(path: string, project: Project, compared = Infinity): Promise<void> {
  const { streams, format, chapters } = await probe(path);
  const video = streams.find((stream) => stream.codec_type === 'video')!;
  const audio = streams.find((stream) => stream.codec_type === 'audio')!;
  expect(video).toMatchObject({ codec_name: 'h264', ...FILM, r_frame_rate: `${FILM_FRAME_RATE}/1` });
  expect(audio).toMatchObject({ codec_name: 'aac', sample_rate: '48000' });
  const lengths = project.sections.map((section) => section.effectiveDuration);
  expect(project.sections.some((section) => section.effectiveEstimated)).toBe(false);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  expect(Math.abs(Number(format.duration) - total)).toBeLessThanOrEqual(FRAME * lengths.length);
  const frames = lengths.reduce((sum, length) => sum + Math.round(length * FILM_FRAME_RATE), 0);
  expect(Number(video.nb_read_packets)).toBe(frames);
  expect(chapters.map((chapter) => chapter.tags.title)).toEqual(
    project.sections.map((section) => section.title),
  );
  await decodeWhole(path);

  let start = 0;
  for (const [index, section] of project.sections.slice(0, compared).entries()) {
    const length = lengths[index]!;
    expect(Math.abs(Number(chapters[index]!.start_time) - start)).toBeLessThanOrEqual(FRAME);
    // Every section has speech: its own or the narration's.
    expect(await peakDb(path, start, length)).toBeGreaterThan(-20);
    const offset = section.duration * 0.4;
    const source = sources.get(section.video.title)!;
    const frame = await frameAt(path, start + offset, FILM);
    expect(difference(frame, await frameAt(source, section.startTime + offset, FILM))).toBeLessThan(8);
    // The comparison can fail: the next shot has another image.
    const elsewhere = section.startTime + offset > 6 ? 1 : 10;
    expect(difference(frame, await frameAt(source, elsewhere, FILM))).toBeGreaterThan(8);
    start += length;
  }
}

// product 1.1, 1.4, 1.7, 1.8, 1.9, 1.11, 2.73, 9.6, 9.21
it('turns two videos into a film, and renders no section again after a reorder', async () => {
  const { page, complaints } = await openPage(await openBrowser(), stack.url);
  await signIn(page, PERSON);
  await page.waitForFunction(() => document.documentElement.dataset['transport'] === 'websocket');

  // Search and select two videos.
  await page.getByRole('searchbox', { name: 'Search for Videos' }).fill('river');
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'River of the north' }).check();
  await page.getByRole('checkbox', { name: 'River of the south' }).check();
  await page.getByRole('button', { name: 'Process 2 Videos' }).click();

  // After the processing there are sections of both, with their speech.
  await page.locator('[data-select]').first().waitFor();
  const analysed = await readProject(page);
  expect(new Set(analysed.sections.map((section) => section.video.title))).toEqual(new Set(sources.keys()));
  expect(analysed.sections.length).toBeGreaterThanOrEqual(3);
  for (const section of analysed.sections) {
    expect((await readWords(page, section.id)).words.length).toBeGreaterThan(5);
    expect(section.title.split(/\s+/).length).toBeGreaterThanOrEqual(3);
    expect(section.narrated).toBe(false);
  }
  // A reload shows the same stage.
  await page.reload();
  await page.locator('[data-select]').first().waitFor();

  // An edited text is saved automatically.
  await page.locator('[data-select]').nth(1).click();
  await (await textField(page)).fill(NEW_TEXT);
  await page.getByRole('radio', { name: 'Read my text aloud' }).check();
  await page.getByText('Saved', { exact: true }).first().waitFor();
  expect((await readProject(page)).sections[1]).toMatchObject({ transcription: NEW_TEXT, narrated: true });

  // Drag the first section below the second.
  const [first, second] = await rowTitles(page);
  const handle = page.getByRole('button', { name: `Drag ${first}` });
  const from = (await handle.boundingBox())!;
  const below = (await page.locator('[data-select]').nth(1).locator('xpath=ancestor::li').boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y + 30, { steps: 4 });
  const reordered = page.waitForResponse((response) => response.url().endsWith('/sections/reorder'));
  await page.mouse.move(from.x + 10, below.y + below.height * 0.75, { steps: 12 });
  await page.mouse.up();
  expect((await reordered).status()).toBe(204);
  expect((await readProject(page)).sections.slice(0, 2).map((section) => section.title)).toEqual([
    second,
    first,
  ]);

  // Generate, wait for the event, play.
  await page.getByRole('button', { name: /^Film options/ }).click();
  await page.getByLabel('Quality').selectOption('720p');
  await page
    .getByRole('region', { name: 'Film options' })
    .getByLabel('Framing')
    .selectOption('Fit (black bars)');
  await generate(page);
  const video = page.locator('video').first();
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    return element.play();
  });
  await page.waitForFunction(() => document.querySelector('video')!.currentTime > 1);
  const film = await readProject(page);
  await inspect(await download(page, 'first'), film);

  // Reorder by the buttons, generate again: nothing is rendered.
  await page.getByRole('button', { name: 'Back to Edit' }).click();
  await page.locator('[data-select]').nth(1).waitFor();
  const moved = page.waitForResponse((response) => response.url().endsWith('/sections/reorder'));
  const [, last] = await rowTitles(page);
  await page.getByRole('button', { name: `Actions for ${last}`, exact: true }).click();
  await page.getByRole('menuitem', { name: `Move ${last} up`, exact: true }).click();
  expect((await moved).status()).toBe(204);
  await page.getByText('Nothing to render', { exact: true }).waitFor();
  await generate(page);
  const regenerated = await readProject(page);
  expect(regenerated.sections.map((section) => section.id)).not.toEqual(
    film.sections.map((section) => section.id),
  );
  const renders = await stack.db
    .selectFrom('runSteps')
    .innerJoin('runs', 'runs.id', 'runSteps.runId')
    .select(['runSteps.reused', 'runs.createdAt'])
    .where('runs.id', '=', regenerated.generation!.id)
    .where('job', '=', 'render-section')
    .execute();
  expect(renders.map((step) => step.reused)).toEqual(regenerated.sections.map(() => true));
  await inspect(await download(page, 'second'), regenerated, 2);

  const { id } = await stack.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', PERSON.email)
    .executeTakeFirstOrThrow();
  await checkInstallation(stack, id, { spent: 1, left: 2 });
  expect(complaints).toEqual([]);

  // Log out, which also ends the session on the server.
  const cookies = await page.context().cookies();
  await page.goto('/api/logout');
  await page.getByRole('heading').first().waitFor();
  const old = cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; ');
  expect((await fetch(`${stack.url}/api/auth/user`, { headers: { cookie: old } })).status).toBe(401);
});
