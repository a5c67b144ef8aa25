import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { createArtifactStore } from '#core/storage/artifact-store.ts';
import { openLocalStorage } from '#core/storage/local-storage.ts';
import { openBrowser, openPage } from '../../helpers/browser/browser.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { ffmpeg } from '../../helpers/media/lavfi.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { startStack } from '../../helpers/processes/stack.ts';

const SECONDS = 24;
const SPOKEN = 'Captions are on when present.';
const VTT = `WEBVTT\n\n00:00:00.000 --> 00:00:${SECONDS}.000\n${SPOKEN}\n`;

const INPUTS = [`testsrc2=s=640x360:r=25:d=${SECONDS}`, `sine=d=${SECONDS}`].flatMap((input) => [
  '-f',
  'lavfi',
  '-i',
  input,
]);
// The index precedes the media, so that half of the file is half of the film.
const ENCODING = '-c:v libx264 -preset ultrafast -g 25 -pix_fmt yuv420p -c:a aac -movflags +faststart'.split(
  ' ',
);

const dir = await mkdtemp(join(tmpdir(), 'cutroom-expired-'));
afterAll(() => rm(dir, { recursive: true, force: true }));
const path = join(dir, 'film.mp4');
const [, stack] = await Promise.all([ffmpeg(...INPUTS, ...ENCODING, path), startStack()]);
const bytes = await readFile(path);
const artifacts = createArtifactStore(stack.db, openLocalStorage(join(stack.dataDir, 'objects')), dir, {
  storedBytes: Infinity,
});

/** Opens the page of a finished film, whose requests for the film are answered by `answer`. */
async function openFilm(prepare: (page: Page) => Promise<void> = () => Promise.resolve()) {
  const user = await createUser(stack);
  const { projectId } = await createProject(stack, user.id);
  const { db } = stack;
  const film = { userId: user.id, projectId, bytes, durationMs: SECONDS * 1000, vtt: VTT };
  await addFilm({ db, artifacts }, film);
  const { page, context, complaints } = await openPage(await openBrowser(), stack.url);
  const [name, value] = user.cookie.split('=') as [string, string];
  await context.addCookies([{ name, value, url: stack.url }]);
  await prepare(page);
  await page.goto(`/?project=${projectId}&stage=complete`);
  await page.getByRole('heading', { name: 'Video Generated Successfully!' }).waitFor();
  return { page, projectId, complaints };
}

const shownCues = (page: Page) =>
  page.evaluate(() => {
    const { track } = document.querySelector('track')!;
    return track.mode === 'showing' ? [...(track.activeCues ?? [])].map((cue) => (cue as VTTCue).text) : null;
  });

// product 4.68
it('renews a link that expires while the film plays, and continues at the same second', async () => {
  let first: string | null = null;
  let refused = 0;
  let renewals = 0;
  const { page, complaints } = await openFilm(async (opened) => {
    opened.on('request', (request) => {
      if (request.url().includes('/video-link')) renewals++;
    });
    // The first link serves half of the film, and expires after the film has played for a while.
    await opened.route(/\/media\/signed.*film\.mp4/, async (route) => {
      first ??= route.request().url();
      const from = Number(/bytes=(\d+)-/.exec(route.request().headers()['range'] ?? '')?.[1] ?? 0);
      if (route.request().url() !== first) return route.continue();
      if (from > 0) {
        refused++;
        await opened.waitForFunction(() => document.querySelector('video')!.currentTime > 2);
        return route.fulfill({ status: 410, json: { code: 'gone', message: 'This link has expired.' } });
      }
      const half = Math.floor(bytes.length / 2);
      return route.fulfill({
        status: 206,
        headers: {
          'content-type': 'video/mp4',
          'accept-ranges': 'bytes',
          'content-range': `bytes 0-${half - 1}/${bytes.length}`,
        },
        body: bytes.subarray(0, half),
      });
    });
  });

  await page.evaluate(() => {
    const video = document.querySelector('video')!;
    const seen = { failedAt: -1, wentOnAt: -1 };
    Object.assign(window, { seen });
    video.addEventListener('error', () => (seen.failedAt = video.currentTime), { capture: true });
    // The player's target, since the film's own position depends on when the page has time to read it.
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'currentTime')!;
    Object.defineProperty(video, 'currentTime', {
      get,
      set(seconds: number) {
        if (seen.failedAt >= 0 && seen.wentOnAt < 0) seen.wentOnAt = seconds;
        set!.call(video, seconds);
      },
    });
    video.muted = true;
  });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  type PlaybackRecord = { seen: { failedAt: number; wentOnAt: number } };
  await page.waitForFunction(() => {
    const { seen } = window as unknown as PlaybackRecord;
    return seen.wentOnAt >= 0 && document.querySelector('video')!.currentTime > seen.failedAt + 1;
  });
  const { failedAt, wentOnAt } = await page.evaluate(() => (window as unknown as PlaybackRecord).seen);
  expect(failedAt).toBeGreaterThan(2);
  expect(Math.abs(wentOnAt - failedAt)).toBeLessThan(0.5);
  expect(refused).toBeGreaterThan(0);
  expect(renewals).toBe(1);
  expect(await page.evaluate(() => document.querySelector('video')!.paused)).toBe(false);
  // The captions were renewed too.
  await page.waitForFunction(() => document.querySelector('track')!.track.activeCues?.length === 1);
  expect(await shownCues(page)).toEqual([SPOKEN]);
  expect(complaints).toEqual([]);
});

it('shows captions, remembers that they were switched off, and offers them as files', async () => {
  const { page, projectId, complaints } = await openFilm();
  await page.waitForFunction(() => document.querySelector('track')!.track.activeCues?.length === 1);
  expect(await shownCues(page)).toEqual([SPOKEN]);
  const button = page.getByRole('button', { name: 'Captions (C)' });
  expect(await button.getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.press('c');
  expect(await button.getAttribute('aria-pressed')).toBe('false');
  expect(await shownCues(page)).toBe(null);

  await page.goto(`/?project=${projectId}&stage=complete`);
  await button.waitFor();
  expect(await button.getAttribute('aria-pressed')).toBe('false');
  await button.click();
  await page.waitForFunction(() => document.querySelector('track')!.track.mode === 'showing');

  for (const kind of ['srt', 'vtt']) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Download subtitles as .${kind}` }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`A project.${kind}`);
    expect(await readFile(await file.path(), 'utf8')).toBe(VTT);
  }
  expect(complaints).toEqual([]);
});
