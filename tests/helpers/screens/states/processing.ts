import type { Page } from 'playwright-core';
import type { Project } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import { changeAnswer, refuse, hold } from '../../browser/answers.ts';
import { button, mayAsk, PROJECT, runOf, type Screen, text } from '../screen.ts';

export function processing(projectId: string): Screen[] {
  const path = `/?stage=processing&project=${projectId}`;
  const during = (run: Partial<Run>) => (page: Page) =>
    changeAnswer<Project>(page, PROJECT, (project) => ({
      ...project,
      sections: [],
      processing: { ...runOf('processing', projectId), ...run },
    }));
  /** The runs of the film that follows. */
  const film = (
    state: string,
    run: Partial<Run>,
    generation: Partial<Run> | null,
    shows: string,
  ): Screen => ({
    name: `processing: ${state}`,
    path,
    before: (page) =>
      changeAnswer<Project>(page, PROJECT, (project) => ({
        ...project,
        ...(generation ? {} : { sections: [] }),
        processing: { ...runOf('processing', projectId), ...run },
        generation: generation && { ...runOf('generation', projectId), ...generation },
      })),
    shown: (page) => text(page, shows).waitFor(),
  });
  const processed = { status: 'completed', percentage: 100, estimate: null, film: 'started' } as const;
  return [
    film('first step of a film', { film: 'planned' }, null, 'Generating transcriptions'),
    film(
      'a film about to start',
      { ...processed, film: 'planned', stage: 'completed' },
      null,
      'Starting the film',
    ),
    film('second step of a film', processed, {}, 'Rendering sections'),
    film(
      'a film that failed',
      processed,
      { status: 'failed', message: 'Section 2 could not be rendered: its file is damaged.' },
      'Your film couldn’t be finished',
    ),
    {
      name: 'processing: loading',
      path,
      before: (page) => hold(page, PROJECT),
      shown: (page) => text(page, 'estimated').waitFor(),
    },
    {
      name: 'processing: begun, with an offer to notify',
      path,
      ownPage: true,
      before: async (page) => {
        await mayAsk(page);
        await during({
          percentage: 2.4,
          stage: 'Extracting video segments',
          message: 'Scanning 0:10 of 8:30',
          estimate: { low: 400, high: 900 },
          steps: { done: 0, total: 7, reused: 0 },
        })(page);
      },
      shown: (page) => button(page, 'Notify me').waitFor(),
    },
    {
      name: 'processing: full',
      path,
      before: during({}),
      shown: (page) => text(page, '62%').waitFor(),
    },
    {
      name: 'processing: finishing',
      path,
      before: during({ percentage: 99, stage: 'Creating editable sections', estimate: null }),
      shown: (page) => text(page, 'Finishing…').waitFor(),
    },
    {
      name: 'processing: cancelled',
      path,
      before: during({ status: 'cancelled', message: 'Cancelled.' }),
      shown: (page) => page.getByText('Processing was cancelled. Your credit is back.').first().waitFor(),
    },
    {
      name: 'processing: failed',
      path,
      before: during({ status: 'failed', message: 'None of the videos could be read.' }),
      shown: (page) => page.getByText('None of the videos could be read.').first().waitFor(),
    },
    {
      name: 'processing: error',
      path,
      before: (page) => refuse(page, PROJECT, 404),
      shown: (page) => text(page, 'This project does not exist').waitFor(),
    },
  ];
}
