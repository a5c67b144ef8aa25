import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import type { Language } from '#contract/primitives.ts';
import type { Film, Project } from '#contract/projects.ts';
import { openBrowser, openPage, signIn } from '../../helpers/browser/browser.ts';
import { decodeWhole, difference, frameAt, peakDb, probe } from '../../helpers/media/frames.ts';
import { makeSpokenVideo } from '../../helpers/media/spoken-video.ts';
import { startStack } from '../../helpers/processes/stack.ts';
import { openNotices } from '../../helpers/browser/edit-scene.ts';
import { textField } from '../../helpers/browser/player.ts';

const run = promisify(execFile);
const library = await mkdtemp(join(tmpdir(), 'cutroom-library-'));
afterAll(() => rm(library, { recursive: true, force: true }));

const PERSON = { name: 'Satyajit Roy', email: 'roy@example.com' };
const FILM = { width: 1280, height: 720 };
const TITLE = 'सूर्योदय';
const TEXTS: Record<'hi' | 'bn', string> = {
  hi: 'पहाड़ियों के ऊपर सूरज उगता है। गाँव धीरे धीरे जागता है।',
  bn: 'পাহাড়ের উপরে সূর্য ওঠে। গ্রাম ধীরে ধীরে জেগে ওঠে।',
};

const [, image] = await Promise.all([
  makeSpokenVideo(library, { name: 'river', seconds: 12 }),
  makeImage(join(library, 'sunrise.png')),
]);
const stack = await startStack({ LIBRARY_DIR: library });
await Promise.all([stack.startStandins(), stack.startWorker()]);

/** An image with the film's own aspect that differs from everything in the library. */
async function makeImage(path: string): Promise<string> {
  const source = 'gradients=s=1600x900:c0=orange:c1=purple:x0=0:y0=0:x1=1600:y1=900';
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-frames:v', '1', '-y', path]);
  return path;
}

async function readProject(page: Page, language: Language): Promise<Project> {
  const id = new URL(page.url()).searchParams.get('project')!;
  const response = await page.request.get(`/api/projects/${id}?language=${language}`);
  return (await response.json()) as Project;
}

/** Checks that the notices explain what it means that there is no translator. */
async function explainsTranslation(page: Page): Promise<void> {
  await openNotices(page);
  await page.getByText(/^Translation isn’t set up, so /).waitFor();
  await page.keyboard.press('Escape');
}

async function generate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Generate Video' }).first().click();
  await page.getByRole('heading', { name: 'Video Generated Successfully!' }).waitFor();
}

/** The caption that the player shows. */
const captions = (page: Page) =>
  page.waitForFunction(() => {
    const track = document.querySelector('video')?.textTracks[0];
    const cues = [...(track?.cues ?? [])] as VTTCue[];
    return cues.length > 0 && track!.mode === 'showing' ? cues.map((cue) => cue.text).join(' ') : null;
  });

/** Checks that the film is complete, and that its last section shows the image while it is narrated. */
async function inspect(page: Page, project: Project, film: Film, language: 'hi' | 'bn'): Promise<void> {
  const path = join(library, `.${language}.mp4`);
  await writeFile(path, await (await page.request.get(film.finalVideoLink)).body());
  await decodeWhole(path);
  const { format, streams } = await probe(path);
  const lengths = project.sections.map((section) => section.effectiveDuration);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  expect(Math.abs(Number(format.duration) - total)).toBeLessThan(0.04 * lengths.length);
  expect(streams.map((stream) => stream.codec_name)).toEqual(
    expect.arrayContaining(['h264', 'aac', 'mov_text']),
  );
  const own = project.sections.at(-1)!;
  expect(own).toMatchObject({ title: TITLE, media: 'image', narrated: true, effectiveEstimated: false });
  expect(own.transcription).toBe(TEXTS[language]);
  const start = total - own.effectiveDuration;
  expect(await peakDb(path, start, own.effectiveDuration)).toBeGreaterThan(-20);
  const wanted = await frameAt(image, 0, FILM);
  for (const part of [0.1, 0.9]) {
    // The subtitles cover a small part of the image.
    const shown = await frameAt(path, start + own.effectiveDuration * part, FILM);
    expect(difference(shown, wanted)).toBeLessThan(12);
  }
  expect(difference(await frameAt(path, 1, FILM), wanted)).toBeGreaterThan(25);
}

// product 1.8, 12.12
it("makes one film in Hindi and one in Bengali, with a section of the creator's own image", async () => {
  const { page, complaints } = await openPage(await openBrowser(), stack.url);
  await signIn(page, PERSON);
  await page.getByRole('searchbox', { name: 'Search for Videos' }).fill('river');
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'River' }).check();
  await page.getByRole('button', { name: /^Process 1 Video/ }).click();
  await page.locator('[data-select]').first().waitFor();

  // Hindi, without a translator: the page explains what that means.
  await page.getByLabel('Language').selectOption({ label: 'Hindi' });
  await explainsTranslation(page);

  await page.getByRole('button', { name: 'Add New Section' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Section' });
  await dialog.getByLabel('Title').fill(TITLE);
  await dialog.getByLabel('Transcription').fill(TEXTS.hi);
  await dialog.locator('input[type=file]').setInputFiles(image);
  await dialog.getByRole('button', { name: 'Add Section' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('[data-select]', { hasText: TITLE }).waitFor();

  await page.getByRole('button', { name: /^Film options/ }).click();
  await page.getByLabel('Quality').selectOption('720p');
  await page.getByLabel('Burn in captions').check();
  await page.keyboard.press('Escape');
  await generate(page);
  const hindi = await readProject(page, 'hi');
  const [hindiFilm] = hindi.films;
  expect(hindiFilm).toMatchObject({ language: 'hi', quality: '720p', burnedSubtitles: true, edited: false });
  await inspect(page, hindi, hindiFilm!, 'hi');

  // Bengali, in the same project: the custom section's text is written in it.
  await page.getByRole('button', { name: 'Back to Edit' }).click();
  await page.getByLabel('Language').selectOption({ label: 'Bengali' });
  await explainsTranslation(page);
  await page.locator('[data-select]', { hasText: TITLE }).click();
  await (await textField(page)).fill(TEXTS.bn);
  await page.getByText('Saved', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: /^Film options/ }).click();
  await page.getByLabel('Burn in captions').uncheck();
  await page.keyboard.press('Escape');
  await generate(page);
  const bengali = await readProject(page, 'bn');
  expect(bengali.films.map((film) => film.language).toSorted()).toEqual(['bn', 'hi']);
  const film = bengali.films.find((candidate) => candidate.language === 'bn')!;
  expect(film).toMatchObject({ burnedSubtitles: false, edited: false });
  await inspect(page, bengali, film, 'bn');

  // It plays, with captions on.
  await page.getByRole('button', { name: /^Play/ }).first().click();
  await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.5);
  expect(await (await captions(page)).jsonValue()).toContain('পাহাড়ের উপরে সূর্য ওঠে।');
  expect(complaints).toEqual([]);
});
