import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Project } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { changeAnswer, openScene } from '../../helpers/browser/page-scene.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { button, heading, PROJECT, runOf } from '../../helpers/screens/screen.ts';

const scene = await openScene();
const GENERATE = /\/api\/projects\/[\w-]+\/generate$/;

const stageOf = (page: Page) => new URL(page.url()).searchParams.get('stage');
const step = (page: Page) => page.getByRole('navigation', { name: 'Steps' }).locator('[aria-current="step"]');
/** The stage in the URL, once this step is marked. */
async function stageAtStep(page: Page, marked: string): Promise<string | null> {
  await step(page).filter({ hasText: marked }).waitFor();
  return stageOf(page);
}

/** A page of a new user with one project and a run of it, which the test advances. */
async function openRun(kind: 'processing' | 'generation') {
  const user = await createUser(scene.backend);
  const { projectId } = await createProject(scene.backend, user.id);
  const { page } = await scene.visit(user);
  let run: Run = { ...runOf(kind, projectId), version: 0, createdAt: new Date().toISOString() };
  let isThere = kind === 'processing';
  await changeAnswer<Project>(page, PROJECT, (project) => ({
    ...project,
    ...(kind === 'processing' ? { sections: [] } : {}),
    ...(isThere ? { [kind]: run } : {}),
  }));
  return {
    user,
    page,
    projectId,
    runId: run.id,
    /** Its next snapshot, in the project too; pushed as that event. */
    tell(facts: Partial<Run>, type: 'run.progressed' | 'run.completed' | 'run.failed' = 'run.progressed') {
      isThere = true;
      run = { ...run, ...facts, version: run.version + 1 };
      scene.backend.bus.publish(user.id, type, { run });
    },
  };
}

const live = (page: Page) =>
  page.waitForFunction(() => document.documentElement.dataset['transport'] === 'websocket');

/** Presses Generate Video, which starts its run. */
async function startFilm({ page, projectId, runId, tell }: Awaited<ReturnType<typeof openRun>>) {
  await page.route(GENERATE, (route) => route.fulfill({ json: { finalVideoLink: null, runId } }));
  await page.goto('/');
  await page.goto(`/?project=${projectId}&stage=edit`);
  await live(page);
  expect(await stageAtStep(page, 'Edit Sections')).toBe('edit');
  await button(page, 'Generate Video').first().click();
  await button(page, 'Starting Generation...').first().waitFor();
  tell({ percentage: 0 });
  expect(await stageAtStep(page, 'Generate Video')).toBe('generate');
}

it('says of processing what is done now, offers a notification, and has no 99%', async () => {
  const { page, projectId, tell } = await openRun('processing');
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
  });
  await page.goto(`/?project=${projectId}&stage=processing`);
  await heading(page, 'AI Processing').waitFor();
  await live(page);
  await button(page, 'Notify me').waitFor();
  const bar = page.getByRole('progressbar');
  const main = page.getByRole('main');
  tell({
    percentage: 12.9,
    stage: 'Extracting video segments',
    message: 'Scanning 2:10 of 8:30',
    estimate: { low: 50, high: 110 },
  });
  await main.getByText('Scanning 2:10 of 8:30').waitFor();
  await main.getByText('12%', { exact: true }).waitFor();
  expect(await bar.getAttribute('aria-valuenow')).toBe('12');
  // The bar moves by less than a whole percent.
  await expect.poll(() => bar.locator('div').evaluate((fill) => fill.style.transform)).toBe('scaleX(0.129)');
  await expect.poll(() => page.title()).toBe('12% · AI Processing · Cutroom');
  expect(await main.innerText()).not.toContain('take longer');

  tell({ message: '1 of 7 steps done', steps: { done: 1, total: 7, reused: 0 } });
  await main.getByText('Scanning').waitFor({ state: 'detached' });
  tell({ percentage: 99 });
  await main.getByText('Finishing…', { exact: true }).waitFor();
  expect(await main.innerText()).not.toContain('99%');
  await expect.poll(() => page.title()).toBe('Finishing… · AI Processing · Cutroom');
});

it('says what is true of each item, and of the time that processing takes', async () => {
  const { page, projectId, tell } = await openRun('processing');
  await page.goto(`/?project=${projectId}&stage=processing`);
  await heading(page, 'AI Processing').waitFor();
  await live(page);
  const items = async () =>
    (await page.getByRole('main').getByRole('listitem').allInnerTexts()).map((text) => text.trim());
  tell({ percentage: 60, stage: 'Generating transcriptions', estimate: { low: 400, high: 900 } });
  await page.getByText('This usually takes 2-3 minutes. Videos as long as these take longer.').waitFor();
  await expect
    .poll(items)
    .toEqual([
      'Extracting video segments (done)',
      'Generating transcriptions (in progress)',
      'Creating editable sections',
    ]);
  tell({ percentage: 97, stage: 'Creating editable sections', estimate: { low: 2, high: 4 } });
  await page.getByText('take longer').waitFor({ state: 'detached' });
  await expect
    .poll(items)
    .toEqual([
      'Extracting video segments (done)',
      'Generating transcriptions (done)',
      'Creating editable sections (in progress)',
    ]);
});

it('goes to the fourth step with a film, where the editor stays, also after a reload, and Back leads to the third', async () => {
  const opened = await openRun('generation');
  const { page, tell } = opened;
  await startFilm(opened);
  tell({ percentage: 31.4, stage: 'Rendering sections', message: 'Rendering section 2 of 3: 0:04 of 0:09' });
  await button(page, 'Generating... 31%').first().waitFor();
  await page
    .getByRole('region', { name: 'Generation' })
    .getByText('Rendering section 2 of 3: 0:04 of 0:09')
    .waitFor();
  await button(page, 'Add New Section').first().click();
  await page.getByRole('dialog', { name: 'Add New Section' }).waitFor();
  await page.keyboard.press('Escape');

  await page.reload();
  expect(await stageAtStep(page, 'Generate Video')).toBe('generate');
  await button(page, 'Generating in Background...').first().waitFor();
  await page.goBack();
  expect(await stageAtStep(page, 'Edit Sections')).toBe('edit');
  await page.getByRole('region', { name: 'Generation' }).waitFor();
  await page.goForward();
  expect(await stageAtStep(page, 'Generate Video')).toBe('generate');
});

it('leads from the fourth step to the film, and Back from there to the sections', async () => {
  const opened = await openRun('generation');
  const { page, user, projectId, tell } = opened;
  await startFilm(opened);
  await addFilm(scene.backend, { userId: user.id, projectId, bytes: Buffer.from(projectId) });
  tell({ status: 'completed', percentage: 100, finishedAt: new Date().toISOString() }, 'run.completed');
  await heading(page, 'Video Generated Successfully!').waitFor();
  expect(stageOf(page)).toBe('complete');
  await page.goBack();
  expect(await stageAtStep(page, 'Edit Sections')).toBe('edit');
});

it('is at the third step again when a film fails, and where none is being made', async () => {
  const opened = await openRun('generation');
  const { page, projectId, tell } = opened;
  await startFilm(opened);
  tell(
    { status: 'failed', message: 'The disk is full.', finishedAt: new Date().toISOString() },
    'run.failed',
  );
  expect(await stageAtStep(page, 'Edit Sections')).toBe('edit');
  await page.getByText('The last generation failed: The disk is full.').waitFor();
  // The rendering left no history entry: one step back is the earlier place.
  await page.goBack();
  await heading(page, 'Find Videos to Include').waitFor();

  await page.goto(`/?project=${projectId}&stage=generate`);
  expect(await stageAtStep(page, 'Edit Sections')).toBe('edit');
});

it('opens the clips of a project at the fourth step while its film renders', async () => {
  const { page, tell } = await openRun('generation');
  await page.goto('/?stage=videolist');
  await live(page);
  tell({ id: randomUUID(), percentage: 40 });
  await page.getByRole('article').getByText('40%').waitFor();
  await page
    .getByRole('article')
    .getByRole('button', { name: /View Clips|Load Clips/ })
    .click();
  expect(await stageAtStep(page, 'Generate Video')).toBe('generate');
});
