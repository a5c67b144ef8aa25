import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import type { Run } from '#contract/runs.ts';
import { findRun } from '#core/repositories/runs.ts';
import { makePlayable, openEditStage } from '../helpers/browser/edit-scene.ts';
import { addFilm } from '../helpers/data/film.ts';
import { ffmpeg } from '../helpers/media/lavfi.ts';
import { openScene, refuse, toast } from '../helpers/browser/page-scene.ts';

const SECONDS = 12;

const dir = await mkdtemp(join(tmpdir(), 'cutroom-complete-'));
afterAll(() => rm(dir, { recursive: true, force: true }));
const path = join(dir, 'film.mp4');
const scene = await openScene();
const { backend } = scene;
const input = ['-f', 'lavfi', '-i', `testsrc2=s=160x90:r=10:d=${SECONDS}`, '-g', '5', '-pix_fmt', 'yuv420p'];
const [scan] = await Promise.all([makePlayable(backend), ffmpeg(...input, '-movflags', '+faststart', path)]);
const bytes = await readFile(path);

const FIT = { applied: [], speed: 1, tempo: 1, extend: 0, slow: 1, freeze: 0 };
interface Own {
  userId: string;
  projectId: string;
  ids: string[];
}
/** A film of three sections of 4 s. */
const withFilm = ({ userId, projectId, ids }: Own) =>
  addFilm(backend, {
    userId,
    projectId,
    bytes,
    durationMs: SECONDS * 1000,
    sections: ids.map((sectionId, index) => ({
      sectionId,
      title: `Section ${index + 1}`,
      startMs: index * 4000,
      effectiveMs: 4000,
      fit: FIT,
    })),
  });
const open = (prepare?: (own: Own) => Promise<void>, before?: (page: Page) => Promise<void>) =>
  openEditStage(scene, scan, {
    ...(prepare && { prepare }),
    ...(before && { before: ({ page }) => before(page) }),
  });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
/** The page of the film. */
async function openFilm(prepare: ((own: Own) => Promise<void>) | undefined = withFilm) {
  const visit = await open(prepare);
  await visit.page.goto(`/?project=${visit.projectId}&stage=complete`);
  await heading(visit.page, 'Video Generat').waitFor();
  return visit;
}
const alerted = (page: Page, text: string) =>
  page.getByRole('alertdialog').getByText(text, { exact: true }).waitFor();
const isHead = (route: Route) => route.request().method() === 'HEAD';

describe('the complete stage', () => {
  it('says Video Generated Successfully! with sections, total duration, sources and a player', async () => {
    const { page } = await openFilm();
    await heading(page, 'Video Generated Successfully!').waitFor();
    const figures = await page.locator('dl').innerText();
    expect(figures.split('\n')).toEqual(
      expect.arrayContaining(['3', 'Sections', '0:12.00', 'Total duration', '1', 'Source']),
    );
    await page
      .getByRole('region', { name: 'Film: A project' })
      .getByRole('button', { name: 'Play' })
      .waitFor();
  });

  it('says Video Generation In Progress without a film, and neither shares nor downloads', async () => {
    const { page } = await openFilm(() => Promise.resolve());
    await heading(page, 'Video Generation In Progress').waitFor();
    for (const name of ['Share', 'Download'])
      expect(await page.getByRole('button', { name, exact: true }).getAttribute('aria-disabled')).toBe(
        'true',
      );
  });

  it('downloads the film under the title of its project, and says how large it is', async () => {
    const { page } = await openFilm();
    const button = page.getByRole('button', { name: /^Download \(/ });
    expect(await button.innerText()).toMatch(/^Download\s+\(\d+ KB\)$/);
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(file.suggestedFilename()).toBe('A project.mp4');
  });

  it('alerts that the video is still being generated only while it is', async () => {
    const { page } = await openFilm();
    const generating = { code: 'not_found', message: 'No.', requestId: 'x', details: { generating: true } };
    await page.route(/video-link/, (route) => route.fulfill({ status: 404, json: generating }));
    await page.getByRole('button', { name: /^Download \(/ }).click();
    await alerted(page, 'Video is still being generated. Please wait for completion.');
    await press(page, 'OK');
    await press(page, 'Share');
    await alerted(
      page,
      'Video is not available for sharing or still being generated. Please try again later.',
    );
    await press(page, 'OK');
    // Its file is missing, which no waiting mends.
    await page.unrouteAll();
    await page.route(/film\.mp4/, (route) =>
      isHead(route) ? route.fulfill({ status: 404 }) : route.continue(),
    );
    for (const name of [/^Download \(/, /^Share$/]) {
      await page.getByRole('button', { name }).click();
      await alerted(page, 'The file of this video is missing: generate it again in the editor.');
      await press(page, 'OK');
    }
    expect(await page.getByText('Shared.').count()).toBe(0);
  });

  it('says so when the film cannot be played', async () => {
    const visit = await open(withFilm);
    await visit.page.route(/film\.mp4/, (route) => route.fulfill({ status: 404 }));
    await visit.page.goto(`/?project=${visit.projectId}&stage=complete`);
    const notice = visit.page.getByRole('alert');
    await notice.getByText('The file of this video is missing: generate it again in the editor.').waitFor();
    expect(await notice.count()).toBe(1);
  });

  it('copies the link of a shared film', async () => {
    const { page, context } = await openFilm();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await press(page, 'Share');
    await toast(page, 'Link Copied').waitFor();
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await press(page, 'Copy link');
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain(`${scene.url}/media/share/`);
  });

  it('has chapters: the one that plays is marked, a press goes there, and so do the buttons', async () => {
    const { page } = await openFilm();
    const chapters = page.getByRole('navigation', { name: 'Chapters' });
    expect(await chapters.getByRole('button').allInnerTexts()).toEqual([
      '0:00\nSection 1',
      '0:04\nSection 2',
      '0:08\nSection 3',
    ]);
    await chapters.getByRole('button', { name: 'Section 2' }).click();
    const current = chapters.locator('[aria-current]');
    await expect.poll(() => current.innerText()).toContain('Section 2');
    await press(page, 'Pause');
    await press(page, 'Next chapter');
    await expect.poll(() => current.innerText()).toContain('Section 3');
    await press(page, 'Previous chapter');
    await expect.poll(() => current.innerText()).toContain('Section 2');
  });

  it('fills the screen with the player, keeps its controls there, and gives the page back', async () => {
    const { page } = await openFilm();
    const filling = () => page.evaluate(() => document.fullscreenElement?.ariaLabel ?? null);
    await press(page, 'Full screen');
    await expect.poll(filling).toBe('Film: A project');
    await press(page, 'Play');
    await press(page, 'Exit full screen');
    await expect.poll(filling).toBe(null);
    await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
  });

  it('leads back to edit, to all videos, and to a new compilation that begins with nothing', async () => {
    const { page, projectId } = await openFilm();
    await press(page, 'Back to Edit');
    await heading(page, 'Sections (3)').waitFor();
    await page.goBack();
    await press(page, 'View All My Videos');
    await heading(page, 'My Video Compilations').waitFor();
    const kept = {
      id: 'library_1',
      title: 'Kept',
      thumbnail: '',
      duration: 5,
      source: 'library',
      channel: 'x',
    };
    await page.evaluate(
      (videos) => sessionStorage.setItem('cutroom.selection', videos),
      JSON.stringify([kept]),
    );
    await page.goto(`/?project=${projectId}&stage=complete`);
    await press(page, 'Create New Compilation');
    await heading(page, 'Find Videos to Include').waitFor();
    expect(await page.getByRole('button', { name: /^Process/ }).count()).toBe(0);
    expect(new URL(page.url()).search).toBe('');
  });
});

describe('the generate button', () => {
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  /** A generation that is at work, and the events with which a worker would tell of it. */
  async function openRun() {
    let runId = '';
    const visit = await open(async ({ userId, projectId }) => {
      const run = { kind: 'generation', project_id: projectId, user_id: userId, language: 'en' };
      const state = { status: 'running', stage: 'Rendering sections', percentage: 12 };
      const row = await backend.db
        .insertInto('runs')
        .values({ ...run, ...state })
        .returning('id')
        .executeTakeFirstOrThrow();
      runId = row.id;
    });
    const { page, user } = visit;
    await page.waitForFunction(() => document.documentElement.dataset['transport'] === 'websocket');
    const { run } = (await findRun(backend.db, runId))!;
    let { version } = run;
    const tell = (change: Partial<Run>) =>
      backend.bus.publish(user.id, 'run.progressed', { run: { ...run, ...change, version: ++version } });
    const end = async (status: 'completed' | 'failed', message = '') => {
      const ended = { status, message, finished_at: new Date(), version: ++version, percentage: 100 };
      await backend.db.updateTable('runs').set(ended).where('id', '=', runId).execute();
      const { run: over } = (await findRun(backend.db, runId))!;
      backend.bus.publish(user.id, `run.${status}`, { run: over });
    };
    return { ...visit, tell, end };
  }

  it('says Generating in Background... for a run that is found, then its percent, then its last stage', async () => {
    const { page, tell } = await openRun();
    await button(page, 'Generating in Background...').waitFor();
    tell({ percentage: 42 });
    await button(page, 'Generating... 42%').waitFor();
    await expect.poll(() => page.title()).toBe('42% · A project · Cutroom');
    // A number that stands still at the end would look stuck.
    tell({ percentage: 99, stage: 'Joining the film' });
    await button(page, 'Joining the film...').waitFor();
    await expect.poll(() => page.title()).toBe('Finishing… · A project · Cutroom');
    expect(await button(page, 'Joining the film...').getAttribute('aria-disabled')).toBe('true');
    const panel = page.getByRole('region', { name: 'Generation' });
    await panel.getByText('You may leave this page: the video will be in My Videos.').waitFor();
    await panel.getByRole('button', { name: 'Cancel' }).waitFor();
  });

  it('opens the complete stage when the run has completed', async () => {
    const { page, end, user, projectId, ids } = await openRun();
    await withFilm({ userId: user.id, projectId, ids });
    await end('completed');
    await heading(page, 'Video Generated Successfully!').waitFor();
    expect(new URL(page.url()).searchParams.get('stage')).toBe('complete');
  });

  it('says Generation Failed when the run has failed, and can be pressed again', async () => {
    const { page, end } = await openRun();
    await end('failed', 'The disk is full.');
    await toast(page, 'Generation Failed').waitFor();
    await toast(page, 'Video generation failed. Please try again.').waitFor();
    await page.getByText('The last generation failed: The disk is full.').waitFor();
    expect(await button(page, 'Generate Video').getAttribute('aria-disabled')).toBe(null);
  });

  it('says Starting Generation..., then Video Generation Started', async () => {
    const { page } = await open();
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/generate$/, async (route) => {
      await held;
      await route.continue();
    });
    await press(page, 'Generate Video');
    await button(page, 'Starting Generation...').waitFor();
    answer();
    await toast(page, 'Video Generation Started').waitFor();
    expect(await button(page, 'Starting Generation...').count()).toBe(0);
  });

  it('sends the sections as the payload has them', async () => {
    const { page } = await open();
    const asked = page.waitForRequest(/\/generate$/);
    await press(page, 'Generate Video');
    const payload = (await asked).postDataJSON();
    expect(payload).toMatchObject({ project_title: expect.any(String), language: 'en', isview: false });
    expect(payload.videos).toHaveLength(3);
    for (const clip of payload.videos) {
      expect(clip).toMatchObject({
        clipid: expect.any(String),
        transcription: expect.any(String),
        meantime: expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3}$/),
        clip_max_time: expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3}$/),
        path: expect.any(String),
        voice_id: '',
        xi_voice_id: '',
        gender: 'male',
      });
    }
    // The third section plays from 20 s to 30 s.
    expect(payload.videos[2]).toMatchObject({ meantime: '00:00:10.000', clip_max_time: '00:00:30.000' });
  });

  it('says Generation Failed with the message, or in words of its own', async () => {
    const { page } = await open();
    await refuse(page, /\/generate$/, 409, 'Another film is being made.');
    await press(page, 'Generate Video');
    await toast(page, 'Another film is being made.').waitFor();
    await page.unrouteAll();
    await page.route(/\/generate$/, (route) => route.abort());
    await press(page, 'Generate Video');
    await toast(page, 'Failed to start video generation. Please try again.').waitFor();
    expect(await toast(page, 'Generation Failed').count()).toBe(1);
  });

  it('says View Video while nothing was edited, Checking Video... meanwhile, and Generate Video after an edit', async () => {
    const { page } = await open(withFilm);
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/film\.mp4/, async (route) => {
      if (isHead(route)) await held;
      await route.continue();
    });
    await press(page, 'View Video');
    await button(page, 'Checking Video...').waitFor();
    answer();
    await heading(page, 'Video Generated Successfully!').waitFor();
    await press(page, 'Back to Edit');
    await button(page, 'View Video').waitFor();
    await press(page, 'Move Section 1 down');
    await button(page, 'Generate Video').waitFor();
    expect(await button(page, 'View Video').count()).toBe(0);
  });

  it('says Error Loading Video when it cannot be asked for, and alerts when its link is not reached', async () => {
    const { page } = await open(withFilm);
    await refuse(page, /\/generate$/, 500);
    await press(page, 'View Video');
    await toast(page, 'Error Loading Video').waitFor();
    await page.unrouteAll();
    await page.route(/film\.mp4/, (route) => route.fulfill({ status: 404 }));
    await press(page, 'View Video');
    await alerted(page, 'Video is not available or still being generated. Please try again later.');
    expect(new URL(page.url()).searchParams.get('stage')).toBe('edit');
  });

  it('cannot be pressed without sections', async () => {
    const { page } = await open(async ({ ids }) => {
      await backend.db.deleteFrom('sections').where('id', 'in', ids).execute();
    });
    expect(await button(page, 'Generate Video').getAttribute('aria-disabled')).toBe('true');
  });
});
