import type { Page } from 'playwright-core';
import type { CheckResult } from '#contract/film-check.ts';
import type { Project } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import { answer, changeAnswer, hold, refuse } from '../../browser/answers.ts';
import { button, heading, PROJECT, runOf, type Screen, text } from '../screen.ts';

const CHECK_RESULT: CheckResult = {
  findings: [
    { kind: 'black', severity: 'fault', startMs: 1000, endMs: 2000, sectionId: null },
    {
      kind: 'loudness',
      severity: 'fault',
      lufs: -21.3,
      wantedLufs: -16,
      startMs: 0,
      endMs: 8000,
      sectionId: null,
    },
    {
      kind: 'misheard',
      severity: 'hint',
      share: 0.6,
      words: ['stream', 'begins'],
      startMs: 4000,
      endMs: 6000,
      sectionId: null,
    },
  ],
  more: 0,
  narrations: 'heard',
};
const VIDEO_LINK = /\/video-link/;

export function complete(projectId: string): Screen[] {
  const path = `/?stage=complete&project=${projectId}`;
  const without = (generation: Run | null) => (page: Page) =>
    changeAnswer<Project>(page, PROJECT, (project) => ({
      ...project,
      films: [],
      finalVideoLink: null,
      generation,
    }));
  const several = (page: Page) =>
    changeAnswer<Project>(page, PROJECT, (project) => ({
      ...project,
      films: (['en', 'bn', 'hi'] as const).map((language) => ({ ...project.films[0]!, language })),
    }));
  /** Opens the alert at the end of a download. */
  const lost = (name: string, before: (page: Page) => Promise<unknown>): Screen => ({
    name: `complete: alert, ${name}`,
    path,
    before,
    shown: async (page) => {
      await page.getByRole('button', { name: /^Download \(/ }).click();
      await page.getByRole('alertdialog', { name: 'Video not available' }).waitFor();
    },
  });
  return [
    {
      name: 'complete: in three languages',
      path,
      before: several,
      shown: (page) => page.getByRole('navigation', { name: 'Language of the video' }).waitFor(),
    },
    lost('the link has expired', (page) =>
      answer(page, /\/media\/signed.*film\.mp4/, ({ method }) =>
        method === 'HEAD' ? { status: 410 } : undefined,
      ),
    ),
    lost('there is no film', (page) => refuse(page, VIDEO_LINK, 404, 'No.', { generating: false })),
    lost('not reached', (page) => answer(page, VIDEO_LINK, () => 'abort')),
    lost('an error with its id', (page) => refuse(page, VIDEO_LINK, 503)),
    {
      name: 'complete: toast of a failed share',
      path,
      before: async (page) => {
        await several(page);
        await refuse(page, /\/share\?/, 503, 'Everything is busy.');
      },
      shown: async (page) => {
        await button(page, 'Share').click();
        await page
          .getByRole('region', { name: /^Notification/ })
          .getByText('Everything is busy.')
          .waitFor();
      },
    },
    {
      name: 'complete: loading',
      path,
      before: (page) => hold(page, PROJECT),
      shown: (page) => page.locator('.animate-pulse-soft').first().waitFor(),
    },
    {
      name: 'complete: full, shared',
      path,
      shown: async (page) => {
        await heading(page, 'Video Generated Successfully!').waitFor();
        await text(page, 'Checks: This film hasn’t been checked yet.').waitFor();
      },
    },
    {
      name: 'complete: Export',
      path,
      shown: async (page) => {
        await button(page, 'Export').click();
        await button(page, 'OpenTimelineIO (.otio)').waitFor();
      },
    },
    {
      name: 'complete: dialog Link settings',
      path,
      shown: async (page) => {
        await button(page, 'Link settings').click();
        await page.getByRole('checkbox', { name: 'Viewers can download the file' }).waitFor();
      },
    },
    {
      name: 'complete: dialog Share video',
      path,
      before: (page) => answer(page, /\/videos\/shared/, () => ({ json: [] })),
      shown: async (page) => {
        await button(page, 'Share').click();
        await button(page, 'Create link').waitFor();
      },
    },
    {
      name: 'complete: what the check found',
      path,
      before: (page) =>
        answer(page, /\/film-check\?/, () => ({
          json: { run: runOf('checking', projectId), result: CHECK_RESULT },
        })),
      shown: async (page) => {
        await page.getByText('Checks: 3 suggestions').click();
        await page.getByRole('list', { name: 'What the check found' }).waitFor();
      },
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
      shown: (page) => text(page, 'The project could not be loaded').waitFor(),
    },
  ];
}
