import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Project, ProjectSummary } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import { addFilm } from '../helpers/data/film.ts';
import {
  addLink,
  changeAnswer,
  cutSockets,
  openScene,
  refuse,
  settled,
  stopClock,
  ticking,
  toast,
} from '../helpers/browser/page-scene.ts';
import { createUser } from '../helpers/data/user.ts';
import { createProject } from '../helpers/data/project.ts';

const PROJECT = /\/api\/projects\/[\w-]{36}(\?|$)/;
const LIST = /\/api\/user\/videos\?/;

const scene = await openScene();

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Words of the screen itself: the status region repeats some. */
const says = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true });
const live = (page: Page) =>
  page.waitForFunction(() => document.documentElement.dataset['transport'] === 'websocket');
const searchIsBack = (page: Page) => heading(page, 'Find Videos to Include');

/** A page of a new user with one project of three sections, with a film if it is wanted. */
async function openProject({ film = false } = {}) {
  const user = await createUser(scene.backend);
  const { projectId } = await createProject(scene.backend, user.id);
  const addItsFilm = () =>
    addFilm(scene.backend, { userId: user.id, projectId, bytes: Buffer.from(projectId) });
  if (film) await addItsFilm();
  const { page, context } = await scene.visit(user);
  let run: Run | null = null;
  return {
    page,
    context,
    user,
    projectId,
    addItsFilm,
    at: (stage: string) => `/?project=${projectId}&stage=${stage}`,
    /** The next snapshot of the project's one run. */
    next(facts: Partial<Run>): Run {
      run = {
        id: randomUUID(),
        kind: 'processing',
        projectId,
        projectTitle: 'A project',
        language: null,
        status: 'running',
        percentage: 0,
        stage: 'Fetching videos',
        message: '',
        errorCode: null,
        failedSectionId: null,
        estimate: null,
        steps: { done: 0, total: 4, reused: 0 },
        createdAt: new Date().toISOString(),
        finishedAt: null,
        ...run,
        ...facts,
        version: (run?.version ?? 0) + 1,
      };
      return run;
    },
    push: (type: 'run.progressed' | 'run.completed' | 'run.failed', pushed: Run) =>
      scene.backend.bus.publish(user.id, type, { run: pushed }),
  };
}

/** Everything that a page asked for by this method, as paths. */
function watch(page: Page, method: string, path = /./): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === method && path.test(pathname)) paths.push(pathname);
  });
  return paths;
}

function watchConsole(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
  return lines;
}

describe('processing', () => {
  it('shows processing with its percent, and ticks three items past 20, 50 and 80', async () => {
    const { page, at, next, push } = await openProject();
    const processing = next({});
    await changeAnswer<Project>(page, PROJECT, (project) => ({ ...project, sections: [], processing }));
    await page.goto(at('processing'));
    await heading(page, 'AI Processing').waitFor();
    await live(page);
    expect(await page.getByRole('main').innerText()).toContain('2-3 minutes');
    expect(await page.locator('main .animate-spin').count()).toBe(1);

    const green = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(--ok)';
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });
    const texts = ['Extracting video segments', 'Generating transcriptions', 'Creating editable sections'];
    const ticked = async () => {
      const items = texts.map((text) => page.getByRole('listitem').filter({ hasText: text }));
      const colors = await Promise.all(
        items.map((item) => item.evaluate((element) => getComputedStyle(element).color)),
      );
      return colors.map((color) => color === green);
    };
    const cases: [number, boolean[]][] = [
      [20, [false, false, false]],
      [21, [true, false, false]],
      [50, [true, false, false]],
      [51, [true, true, false]],
      [80, [true, true, false]],
      [81, [true, true, true]],
    ];
    for (const [percentage, wanted] of cases) {
      push('run.progressed', next({ percentage }));
      await says(page, `${percentage}%`).waitFor();
      expect(await page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(String(percentage));
      expect([percentage, await ticked()]).toEqual([percentage, wanted]);
    }
  });

  it('estimates until the first figure, in steps under 5 and never past 90', async () => {
    const { page, at } = await openProject();
    await page.addInitScript(() => {
      Math.random = () => 0.999;
    });
    await page.route(PROJECT, () => {});
    await stopClock(page);
    await page.goto(at('processing'));
    await ticking(page, () => heading(page, 'AI Processing').isVisible());
    const bar = page.getByRole('progressbar');
    const shows = async (percent: number) => {
      await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe(String(percent));
    };
    await shows(0);
    await page.getByText('estimated', { exact: true }).waitFor();
    await page.clock.runFor(2000);
    await shows(4);
    expect(
      await bar
        .locator('div')
        .evaluate((element: HTMLElement) => /[\d.]+/.exec(element.style.transform)?.[0]),
    ).toBe('0.04995');
    await page.clock.runFor(2000);
    await shows(9);
    await page.clock.runFor(60_000);
    await shows(90);
  });

  it('asks for progress every 2 s, for the end after 10 s and then each second, and opens the editor', async () => {
    const { page, context, at, next } = await openProject();
    await cutSockets(context);
    let processing = next({});
    let ended = false;
    await changeAnswer<Project>(page, PROJECT, (project) => ({
      ...project,
      processing,
      sections: ended ? project.sections : [],
    }));
    let percentage = 0;
    await page.route(/\/progress$/, (route) =>
      route.fulfill({
        json: { percentage: (percentage += 7), stage: processing.stage, completed: false, message: '' },
      }),
    );
    const asked = watch(page, 'GET', /\/progress$/);
    const reads = watch(page, 'GET', PROJECT);
    await stopClock(page);
    await page.goto(at('processing'));
    await ticking(page, () => says(page, 'Fetching videos').isVisible());
    const readAtFirst = reads.length;
    for (const times of [1, 2, 3, 4]) {
      await page.clock.runFor(1900);
      await settled(page);
      expect(asked).toHaveLength(times - 1);
      await page.clock.runFor(100);
      await ticking(page, () => says(page, `${times * 7}%`).isVisible());
      expect(asked).toHaveLength(times);
    }
    await page.clock.runFor(1800);
    await settled(page);
    expect(reads).toHaveLength(readAtFirst);
    // What is read shows when the answer is there, and the next reading is set.
    processing = next({ stage: 'Cutting' });
    await page.clock.runFor(200);
    await ticking(page, () => says(page, 'Cutting').isVisible());
    expect(reads).toHaveLength(readAtFirst + 1);
    await page.clock.runFor(900);
    await settled(page);
    expect(reads).toHaveLength(readAtFirst + 1);
    processing = next({ status: 'completed', percentage: 100 });
    ended = true;
    await page.clock.runFor(100);
    await ticking(page, () => button(page, 'Back to Home').isVisible());
    expect(new URL(page.url()).searchParams.get('stage')).toBe('edit');
  });

  it('is back at the search when processing failed or cannot be followed, and logs why', async () => {
    const { page, context, at, next, push } = await openProject();
    const logged = watchConsole(page);
    let processing = next({});
    await changeAnswer<Project>(page, PROJECT, (project) => ({ ...project, sections: [], processing }));
    await page.goto(at('processing'));
    await heading(page, 'AI Processing').waitFor();
    await live(page);
    push('run.failed', next({ status: 'failed', errorCode: 'no_video', message: 'The video is gone.' }));
    await says(page, 'Processing failed: The video is gone. Your credit is back.').waitFor();
    await searchIsBack(page).waitFor();
    expect(logged.join('\n')).toContain('error: Processing failed no_video The video is gone.');

    // Without a socket, a poll that is refused.
    await cutSockets(context);
    processing = next({ id: randomUUID(), status: 'running', message: '' });
    await refuse(page, /\/progress$/, 404, 'There is no such project.');
    await page.goto(at('processing'));
    await page.getByText(/^Processing failed: There is no such project\./).waitFor();
    await searchIsBack(page).waitFor();
    expect(logged.join('\n')).toContain('error: Failed to read the progress There is no such project.');

    // One that says that it failed, long before the end is asked for.
    let stage = 'Listening';
    await page.route(/\/progress$/, (route) =>
      route.fulfill({ json: { percentage: 40, stage, completed: false, message: '' } }),
    );
    await stopClock(page);
    await page.goto(at('processing'));
    await ticking(page, () => says(page, 'Fetching videos').isVisible());
    stage = 'failed';
    processing = next({ status: 'failed', message: 'The sound is broken.' });
    await page.clock.runFor(2000);
    await ticking(page, () => searchIsBack(page).isVisible());
    await page.getByText(/^Processing failed: The sound is broken\./).waitFor();

    // And one that nobody answers for 30 s.
    processing = next({ id: randomUUID(), status: 'running', message: '' });
    await page.route(/\/progress$/, (route) => route.abort());
    await page.goto(at('processing'));
    await ticking(page, () => says(page, 'Fetching videos').isVisible());
    await page.route(PROJECT, (route) => route.abort());
    for (let seconds = 0; seconds < 28; seconds += 2) {
      await page.clock.runFor(2000);
      await settled(page);
    }
    expect(await heading(page, 'AI Processing').count()).toBe(1);
    await expect
      .poll(async () => {
        await page.clock.runFor(1000);
        return searchIsBack(page).count();
      })
      .toBe(1);
    await page.getByText(/^Processing failed: The server does not answer\./).waitFor();
  });
});

describe('generation', () => {
  it('asks for a generation every 3 s, and opens its film', async () => {
    const { page, context, at, next, addItsFilm } = await openProject();
    await cutSockets(context);
    let generation = next({ kind: 'generation', language: 'en', stage: 'Narrating' });
    await changeAnswer<Project>(page, PROJECT, (project) => ({ ...project, generation }));
    let percentage = 0;
    await page.route(/\/generation-status$/, (route) =>
      route.fulfill({ json: { percentage: (percentage += 9), stage: 'Narrating', message: '' } }),
    );
    const asked = watch(page, 'GET', /\/generation-status$/);
    await stopClock(page);
    await page.goto(at('edit'));
    const panel = page.getByRole('region', { name: 'Generation' });
    await ticking(page, () => panel.isVisible());
    for (const times of [1, 2]) {
      await page.clock.runFor(2900);
      await settled(page);
      expect(asked).toHaveLength(times - 1);
      // What is read shows when the answer is there, and the next reading is set.
      generation = next({ percentage: times * 9, stage: `Joining ${times}` });
      await page.clock.runFor(100);
      await ticking(page, () => panel.getByText(`Joining ${times}`).isVisible());
      await panel.getByText(`${times * 9}%`, { exact: true }).waitFor();
      expect(asked).toHaveLength(times);
    }
    await addItsFilm();
    generation = next({ status: 'completed', percentage: 100 });
    await page.clock.runFor(3000);
    await ticking(page, () => heading(page, 'Video Generated Successfully!').isVisible());
    expect(new URL(page.url()).searchParams.get('stage')).toBe('complete');
  });

  it('tells of a film that is ready elsewhere, and of one that failed', async () => {
    const { page, next, push } = await openProject({ film: true });
    await page.goto('/');
    await live(page);
    push('run.progressed', next({ kind: 'generation', language: 'en' }));
    push('run.failed', next({ status: 'failed', message: 'The disk is full.' }));
    await toast(page, 'Generation Failed').waitFor();
    await toast(page, 'Video generation failed. Please try again.').waitFor();
    push('run.progressed', next({ id: randomUUID(), status: 'running', message: '' }));
    push('run.completed', next({ status: 'completed' }));
    await toast(page, 'Video Ready!').waitFor();
    await button(page, 'View Video').click();
    await heading(page, 'Video Generated Successfully!').waitFor();
    expect(new URL(page.url()).searchParams.get('stage')).toBe('complete');
  });
});

describe('the editor', () => {
  it('shows the thumbnail of a video that it cannot play yet', async () => {
    const { page, at } = await openProject();
    const thumbnail = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
    await changeAnswer<Project>(page, PROJECT, (project) => ({
      ...project,
      sections: project.sections.map((section) => ({
        ...section,
        preview: null,
        video: { ...section.video, thumbnail },
      })),
    }));
    await page.goto(at('edit'));
    await button(page, 'Back to Home').waitFor();
    expect(await page.locator('main video').count()).toBe(0);
    // A large one, beside the small ones of the rows.
    const widths = await page
      .locator(`main img[src="${thumbnail}"]`)
      .evaluateAll((images) => images.map((image) => image.getBoundingClientRect().width));
    expect(Math.max(...widths)).toBeGreaterThan(400);
  });
});

describe('the film', () => {
  it('begins a new compilation with nothing of the last one', async () => {
    const { page, at } = await openProject({ film: true });
    const video = { id: 'library_1', title: 'River', thumbnail: '', duration: 60, source: 'library' };
    await page.route(/\/api\/videos\/search/, (route) => route.fulfill({ json: [video] }));
    await page.goto('/?q=river&duration=short');
    await page.getByRole('checkbox', { name: 'River' }).check();
    await addLink(page, 'https://youtu.be/dQw4w9WgXcQ');
    await page.goto(at('complete'));
    await button(page, 'Create New Compilation').click();
    await heading(page, 'Start searching for videos').waitFor();
    expect(await page.getByRole('region', { name: 'Selected videos' }).count()).toBe(0);
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    expect(new URL(page.url()).search).toBe('');
    // Nothing comes back by another way.
    await page.goto(at('edit'));
    await button(page, 'Back to Home').click();
    await heading(page, 'Start searching for videos').waitFor();
    expect(await page.getByRole('region', { name: 'Selected videos' }).count()).toBe(0);
  });
});

describe('the video list', () => {
  const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true });

  it('tells of each compilation what it is', async () => {
    const { page } = await openProject({ film: true });
    const thumbnail = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
    await changeAnswer<ProjectSummary[]>(page, LIST, ([project]) => [
      { ...project, thumbnail, description: 'About rivers', createdAt: '2026-03-05T12:00:00.000Z' },
      { ...project, id: randomUUID(), title: 'Bare', description: '', createdAt: null, sectionCount: 0 },
    ]);
    await page.goto('/?stage=videolist');
    await heading(page, 'My Video Compilations').waitFor();
    const first = card(page, 'A project');
    for (const text of ['A project', 'About rivers', 'Created Mar 5, 2026', '0:30', 'View Clips (3)'])
      await first.getByText(text, { exact: true }).waitFor();
    expect(await first.locator('img').getAttribute('src')).toBe(thumbnail);
    for (const action of ['Play', 'Download', 'Share'])
      await first.getByRole('button', { name: `${action} A project`, exact: true }).waitFor();
    const bare = card(page, 'Bare');
    for (const text of ['No description available', 'Created Unknown', 'Load Clips'])
      await bare.getByText(text, { exact: true }).waitFor();
  });

  it('asks for a link by HEAD before it plays, downloads or shares', async () => {
    const { page } = await openProject({ film: true });
    await page.goto('/?stage=videolist');
    const heads = watch(page, 'HEAD', /\/media\/signed/);
    const press = (action: string) => button(page, `${action} A project`).click();
    await Promise.all([page.waitForEvent('download'), press('Download')]);
    expect(heads).toHaveLength(1);
    const shared = page.waitForResponse(/\/share\?language=en$/);
    await press('Share');
    await shared;
    expect(heads).toHaveLength(2);
    await page.keyboard.press('Escape');
    // The player gets nothing: what it cannot play it would ask for anew, by HEAD too.
    await page.route(/\/media\/signed/, (route) => {
      if (route.request().method() === 'HEAD') void route.continue();
    });
    await press('Play');
    await heading(page, 'Video Generated Successfully!').waitFor();
    expect(heads).toHaveLength(3);
  });
});
