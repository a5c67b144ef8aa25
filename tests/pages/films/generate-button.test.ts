import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Run } from '#contract/runs.ts';
import { findRun } from '#core/repositories/runs/runs.ts';
import { refuse, toast } from '../../helpers/browser/page-scene.ts';
import { press, heading, alerted, isHead, openFilms } from '../../helpers/browser/films.ts';

const { backend, withFilm, open } = await openFilms();

describe('the generate button', () => {
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  /** An active generation, and a worker's events about it. */
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
    // A number that stops before the end would look stuck.
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
