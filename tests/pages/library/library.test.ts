import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ProjectSummary } from '#contract/projects.ts';
import { findRun } from '#core/repositories/runs/runs.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { changeAnswer, openScene, refuse, toast, type Visit } from '../../helpers/browser/page-scene.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';

const scene = await openScene();
const { backend } = scene;

interface Library extends Visit {
  userId: string;
  /** Ids by title. */
  projects: Map<string, string>;
}
interface Wish {
  titles?: string[];
  prepare?: (library: Pick<Library, 'userId' | 'projects'>) => Promise<unknown>;
  before?: (page: Page) => Promise<unknown>;
}

/** My Videos of a new user with projects of these titles, the first made last. */
async function open({ titles = ['Alpha', 'Beta'], prepare, before }: Wish = {}): Promise<Library> {
  const user = await createUser(backend);
  const projects = new Map<string, string>();
  for (const [index, title] of titles.entries()) {
    const { projectId } = await createProject(backend, user.id, { sections: index + 1 });
    const created_at = new Date(Date.now() - index * 60_000);
    await backend.db.updateTable('projects').set({ title, created_at }).where('id', '=', projectId).execute();
    projects.set(title, projectId);
  }
  await prepare?.({ userId: user.id, projects });
  const { page, context } = await scene.visit(user);
  await before?.(page);
  await page.goto('/?stage=videolist');
  await page.getByRole('heading', { name: 'My Video Compilations' }).waitFor();
  return { page, context, userId: user.id, projects };
}

const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true });
const titlesOf = (page: Page) =>
  page.getByRole('article').evaluateAll((all) => all.map((one) => one.ariaLabel));
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const optionsOf = (page: Page, name: string) =>
  page.getByRole('combobox', { name }).locator('option').allTextContents();

/** A run of a project, as the database has one. */
const insertRun = (
  userId: string,
  projectId: string,
  facts: { kind: string; status: string; message?: string },
) =>
  backend.db
    .insertInto('runs')
    .values({
      project_id: projectId,
      user_id: userId,
      input: JSON.stringify({ videoIds: [] }),
      finished_at: facts.status === 'running' ? null : new Date(),
      ...facts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

describe('the video list', () => {
  it('has a search box, a sort select and a filter select', async () => {
    const { page } = await open();
    const box = page.getByRole('searchbox', { name: 'Search your videos' });
    await box.waitFor();
    const icon = (await box.locator('..').locator('svg').boundingBox())!;
    const textFrom = await box.evaluate((field) => Number.parseFloat(getComputedStyle(field).paddingLeft));
    expect((await box.boundingBox())!.x + textFrom).toBeGreaterThan(icon.x + icon.width);
    expect(await optionsOf(page, 'Sort by')).toEqual(['Newest', 'Oldest', 'Title', 'Duration']);
    expect(await optionsOf(page, 'Show')).toEqual(['All', 'Completed', 'Processing', 'Failed']);
  });

  it('shows on each card title, description, created date, length, Play, Download, Share and View Clips (n)', async () => {
    const { page } = await open({
      prepare: ({ projects }) =>
        backend.db
          .updateTable('projects')
          .set({ description: 'About rivers', created_at: new Date('2026-03-05T12:00:00Z') })
          .where('id', '=', projects.get('Beta')!)
          .execute(),
    });
    const text = await card(page, 'Beta').innerText();
    for (const part of ['Beta', 'About rivers', 'Created Mar 5, 2026', '0:20', 'View Clips (2)'])
      expect(text).toContain(part);
    for (const action of ['Play', 'Download', 'Share'])
      await card(page, 'Beta')
        .getByRole('button', { name: `${action} Beta` })
        .waitFor();
    expect(await card(page, 'Alpha').innerText()).toContain('No description available');
  });

  it('shows Unknown for a date that is missing', async () => {
    const { page } = await open({
      before: (opened) =>
        changeAnswer<ProjectSummary[]>(opened, /\/api\/user\/videos\?/, (cards) =>
          cards.map((one) => ({ ...one, createdAt: null })),
        ),
    });
    expect(await card(page, 'Alpha').innerText()).toContain('Created Unknown');
  });

  it('sorts by newest, oldest, title and duration', async () => {
    const { page } = await open({ titles: ['Gamma', 'Alpha', 'Beta'] });
    const orders = {
      newest: ['Gamma', 'Alpha', 'Beta'],
      oldest: ['Beta', 'Alpha', 'Gamma'],
      title: ['Alpha', 'Beta', 'Gamma'],
      duration: ['Beta', 'Alpha', 'Gamma'],
    };
    for (const [sort, order] of Object.entries(orders)) {
      await page.getByRole('combobox', { name: 'Sort by' }).selectOption(sort);
      await expect.poll(() => titlesOf(page)).toEqual(order);
    }
  });

  it('filters all, completed, processing and failed', async () => {
    const { page } = await open({
      titles: ['Draft', 'Done', 'Working', 'Broken'],
      prepare: async ({ userId, projects }) => {
        await addFilm(backend, { userId, projectId: projects.get('Done')!, bytes: Buffer.from(userId) });
        await insertRun(userId, projects.get('Working')!, { kind: 'generation', status: 'running' });
        await insertRun(userId, projects.get('Broken')!, {
          kind: 'processing',
          status: 'failed',
          message: 'No sound.',
        });
      },
    });
    await card(page, 'Broken').getByText('No sound.').waitFor();
    const filters = {
      completed: ['Done'],
      processing: ['Working'],
      failed: ['Broken'],
      all: ['Draft', 'Done', 'Working', 'Broken'],
    };
    for (const [filter, titles] of Object.entries(filters)) {
      await page.getByRole('combobox', { name: 'Show' }).selectOption(filter);
      await expect.poll(() => titlesOf(page)).toEqual(titles);
    }
  });

  it('shows six skeleton cards while loading', async () => {
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    const { page } = await open({
      before: (opened) =>
        opened.route(/\/api\/user\/videos\?/, async (route) => {
          await held;
          await route.continue();
        }),
    });
    const skeletons = page.locator('.animate-pulse-soft');
    await skeletons.first().waitFor();
    expect(await skeletons.count()).toBe(6);
    answer();
    await card(page, 'Alpha').waitFor();
    expect(await skeletons.count()).toBe(0);
  });

  it('says No videos found, otherwise worded for a search, with Create Your First Video', async () => {
    const { page } = await open({ titles: [] });
    await page.getByRole('heading', { name: 'No videos found' }).waitFor();
    await page.getByText('Your compilations will be listed here.').waitFor();
    await page.getByRole('searchbox', { name: 'Search your videos' }).fill('rivers');
    await page.getByText('Nothing matches this search.').waitFor();
    await page.getByRole('heading', { name: 'No videos found' }).waitFor();
    await press(page, 'Create Your First Video');
    await page.getByRole('heading', { name: 'Find Videos to Include' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('says Failed to fetch videos, and tries again', async () => {
    const { page } = await open({ before: (opened) => refuse(opened, /\/api\/user\/videos\?/, 500) });
    await page.getByRole('alert').getByText('Failed to fetch videos').waitFor();
    await page.unrouteAll();
    await press(page, 'Try Again');
    await expect.poll(() => titlesOf(page)).toEqual(['Alpha', 'Beta']);
  });
});

describe('clips', () => {
  it('are read anew by View Clips, which says Clips Loaded', async () => {
    const { page, projects } = await open();
    const id = projects.get('Beta')!;
    await press(page, 'View Clips (2)');
    await toast(page, 'Clips Loaded').waitFor();
    await page.getByRole('heading', { name: 'Beta', level: 1 }).waitFor();
    await page.goBack();
    await card(page, 'Beta').waitFor();
    // The page knows it by now.
    const read = page.waitForResponse(
      (response) => new URL(response.url()).pathname === `/api/projects/${id}`,
    );
    await press(page, 'View Clips (2)');
    expect((await read).status()).toBe(200);
  });

  it('fall back to what the list knows when they cannot be read', async () => {
    const { page, projects } = await open();
    await refuse(page, new RegExp(`/api/projects/${projects.get('Beta')}$`), 500);
    await press(page, 'View Clips (2)');
    await page.getByRole('heading', { name: 'Beta', level: 1 }).waitFor();
    await page.getByText('Its 2 sections could not be loaded.').waitFor();
    const listed = page.getByRole('region', { name: 'Sections' }).getByRole('listitem');
    expect(await listed.allInnerTexts()).toEqual([
      'Section 1\n0:00.00 - 0:10.00',
      'Section 2\n0:10.00 - 0:20.00',
    ]);
    expect(new URL(page.url()).searchParams.get('stage')).toBe('edit');
    await page.unrouteAll();
    await press(page, 'Try Again');
    await page.getByRole('heading', { name: 'Sections (2)' }).waitFor();
  });

  it('are Load Clips while there are none, and processing that was cancelled can go on', async () => {
    const { page } = await open({
      titles: ['Alpha'],
      prepare: async ({ userId, projects }) => {
        const projectId = projects.get('Alpha')!;
        await backend.db.deleteFrom('sections').where('project_id', '=', projectId).execute();
        const message = 'Cancelled. Your credit is back.';
        await insertRun(userId, projectId, { kind: 'processing', status: 'cancelled', message });
      },
    });
    await card(page, 'Alpha').getByRole('button', { name: 'Load Clips' }).waitFor();
    await card(page, 'Alpha').getByText('Cancelled', { exact: true }).waitFor();
    const retried = page.waitForRequest((request) => request.url().endsWith('/retry'));
    await press(page, 'Resume');
    expect((await retried).method()).toBe('POST');
  });
});

describe('a card', () => {
  it('shows live what is being made', async () => {
    let runId = '';
    const { page, userId } = await open({
      prepare: async (own) => {
        const projectId = own.projects.get('Alpha')!;
        ({ id: runId } = await insertRun(own.userId, projectId, { kind: 'generation', status: 'running' }));
      },
    });
    await page.waitForFunction(() => document.documentElement.dataset['transport'] === 'websocket');
    const { run } = (await findRun(backend.db, runId))!;
    const now = { percentage: 37, stage: 'Rendering sections', version: run.version + 1 };
    backend.bus.publish(userId, 'run.progressed', { run: { ...run, ...now } });
    const bar = card(page, 'Alpha').getByRole('progressbar', { name: 'Alpha: Rendering sections' });
    await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('37');
    await card(page, 'Alpha').getByText('37%').waitFor();
  });

  it('alerts when its film is not reached, for Play, Download and Share', async () => {
    const { page } = await open({
      titles: ['Alpha'],
      prepare: ({ userId, projects }) =>
        addFilm(backend, { userId, projectId: projects.get('Alpha')!, bytes: Buffer.from(userId) }),
    });
    await page.route(/film\.mp4|\/media\/signed/, (route) => route.fulfill({ status: 404 }));
    for (const action of ['Play', 'Download', 'Share']) {
      await press(page, `${action} Alpha`);
      const alert = page.getByRole('alertdialog', { name: 'Video not available' });
      await alert.getByText('The file of this video is missing: generate it again in the editor.').waitFor();
      await press(page, 'OK');
    }
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });
});
