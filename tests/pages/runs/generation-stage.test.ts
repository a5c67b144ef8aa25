import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Project } from '#contract/projects.ts';
import { changeAnswer } from '../../helpers/browser/answers.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { button, PROJECT, runOf } from '../../helpers/screens/screen.ts';

const scene = await openScene();

/** Returns the stage of the URL, once this step is marked. */
async function stageAtStep(page: Page, step: string): Promise<string | null> {
  const steps = page.getByRole('navigation', { name: 'Steps' });
  await steps.locator('[aria-current="step"]').filter({ hasText: step }).waitFor();
  return new URL(page.url()).searchParams.get('stage');
}

it('keeps the fourth step over a reload while a film renders, and Back leads to the third', async () => {
  const user = await createUser(scene.backend);
  const { projectId } = await createProject(scene.backend, user.id);
  const { page } = await scene.visit(user);
  const run = { ...runOf('generation', projectId), createdAt: new Date().toISOString() };
  let isStarted = false;
  await changeAnswer<Project>(page, PROJECT, (project) => ({
    ...project,
    ...(isStarted && { generation: run }),
  }));
  await page.route(/\/api\/projects\/[\w-]+\/generate$/, (route) => {
    isStarted = true;
    return route.fulfill({ json: { finalVideoLink: null, runId: run.id } });
  });
  await page.goto(`/?project=${projectId}&stage=edit`);
  expect(await stageAtStep(page, 'Edit Sections')).toBe('edit');
  await button(page, 'Generate Video').first().click();
  expect(await stageAtStep(page, 'Generate Video')).toBe('generate');

  await page.reload();
  expect(await stageAtStep(page, 'Generate Video')).toBe('generate');
  await button(page, 'Generating in Background...').first().waitFor();
  await page.goBack();
  expect(await stageAtStep(page, 'Edit Sections')).toBe('edit');
  await page.getByRole('region', { name: 'Generation' }).waitFor();
});
