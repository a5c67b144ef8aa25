import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Project, ProjectSummary } from '#contract/projects.ts';
import {
  addLink,
  changeAnswer,
  cutSockets,
  openScene,
  settled,
  stopClock,
  ticking,
  toast,
} from '../../helpers/browser/page-scene.ts';
import {
  button,
  heading,
  live,
  openProject as openProjectOf,
  PROJECT,
  watch,
} from '../../helpers/browser/one-project.ts';

const scene = await openScene();
const openProject = (wish?: { film: boolean }) => openProjectOf(scene, wish);
const LIST = /\/api\/user\/videos\?/;

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
      // The effect is visible after the response, when the next poll is scheduled.
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
    // Nothing comes back in another way.
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
    // The player gets nothing: it would request again what it cannot play, by HEAD too.
    await page.route(/\/media\/signed/, (route) => {
      if (route.request().method() === 'HEAD') void route.continue();
    });
    await press('Play');
    await heading(page, 'Video Generated Successfully!').waitFor();
    expect(heads).toHaveLength(3);
  });
});
