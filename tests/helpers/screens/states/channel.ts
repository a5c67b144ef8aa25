import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Project } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import type { User } from '#contract/users.ts';
import { changeAnswer, refuse } from '../../browser/answers.ts';
import { button, dialog, PROJECT, runOf, type Screen, USER } from '../screen.ts';

const connect = (page: Page) =>
  changeAnswer<User>(page, USER, (user) => ({ ...user, youtubeChannelName: 'Rivers of the world' }));

/** Sends runs only to this page, after the server's first snapshot. */
const push = (page: Page, runs: Run[]) =>
  page.routeWebSocket(/\/socket\.io\//, (socket) => {
    socket.connectToServer().onMessage((message) => {
      socket.send(message);
      if (!String(message).startsWith('42["snapshot"')) return;
      for (const run of runs) socket.send(`42${JSON.stringify(['run.progressed', { run }])}`);
    });
  });

/** States with films and files that are being sent to a connected channel. */
export function channel(projectId: string): Screen[] {
  const path = `/?stage=complete&project=${projectId}`;
  const upload = (projectTitle: string, changes: Partial<Run>): Run => ({
    ...runOf('publishing', projectId),
    projectId: null,
    projectTitle,
    ...changes,
  });
  return [
    {
      name: 'search: uploads to YouTube under way, done and failed',
      path: '/',
      ownPage: true,
      before: async (page) => {
        await connect(page);
        await push(page, [
          upload('The river in spring', {}),
          upload('The river', { status: 'completed' }),
          upload('The sea', { status: 'failed', message: 'YouTube takes no more uploads today.' }),
        ]);
      },
      shown: (page) => page.getByText('YouTube takes no more uploads today.').waitFor(),
    },
    {
      name: 'complete: dialog Publish to YouTube, refused',
      path,
      before: async (page) => {
        await connect(page);
        await refuse(page, /\/publish$/, 503, 'Everything is busy.');
      },
      shown: async (page) => {
        await button(page, 'Publish to YouTube').click();
        const form = dialog(page, 'Publish to YouTube');
        await form.getByRole('button', { name: 'Publish', exact: true, disabled: false }).click();
        await form.getByText('Everything is busy.').waitFor();
      },
    },
    {
      name: 'complete: on its way to YouTube, where an older one is',
      path,
      before: async (page) => {
        await connect(page);
        await changeAnswer<Project>(page, PROJECT, (project) => ({
          ...project,
          publishing: runOf('publishing', projectId),
          publications: [
            {
              runId: randomUUID(),
              language: 'en',
              title: 'The river',
              privacy: 'private',
              publishAt: null,
              url: path,
              publishedAt: new Date().toISOString(),
              isNewest: false,
            },
          ],
        }));
      },
      shown: (page) => page.getByRole('progressbar', { name: 'Uploading to YouTube' }).waitFor(),
    },
  ];
}
