import type { Page } from 'playwright-core';
import type { Project } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import { changeAnswer, refuse } from '../page-scene.ts';
import { heading, hold, PROJECT, runOf, type Screen, text } from './screen.ts';

export function complete(projectId: string): Screen[] {
  const path = `/?stage=complete&project=${projectId}`;
  const without = (generation: Run | null) => (page: Page) =>
    changeAnswer<Project>(page, PROJECT, (project) => ({
      ...project,
      films: [],
      finalVideoLink: null,
      generation,
    }));
  return [
    {
      name: 'complete: loading',
      path,
      before: (page) => hold(page, PROJECT),
      shown: (page) => page.locator('.animate-pulse-soft').first().waitFor(),
    },
    {
      name: 'complete: full, shared',
      path,
      shown: (page) => heading(page, 'Video Generated Successfully!').waitFor(),
    },
    {
      name: 'complete: in progress',
      path,
      before: without(runOf('generation', projectId)),
      shown: (page) => page.getByRole('region', { name: 'Generation' }).waitFor(),
    },
    {
      name: 'complete: empty',
      path,
      before: without(null),
      shown: (page) => text(page, 'There is no English video yet, and none is being generated.').waitFor(),
    },
    {
      name: 'complete: error',
      path,
      before: (page) => refuse(page, PROJECT, 503),
      shown: (page) => text(page, 'The project could not be read').waitFor(),
    },
  ];
}
