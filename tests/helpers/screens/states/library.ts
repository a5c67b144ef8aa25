import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { ProjectSummary } from '#contract/projects.ts';
import { changeAnswer, refuse, hold } from '../../browser/answers.ts';
import { button, dialog, runOf, type Screen, text, VIDEOS } from '../screen.ts';

export function library(): Screen[] {
  const path = '/?stage=videolist';
  const card = (page: Page) => page.getByRole('article').first().waitFor();
  const more = async (page: Page) => {
    await card(page);
    await page
      .getByRole('button', { name: /^More actions/ })
      .first()
      .click();
  };
  return [
    {
      name: 'video list: loading',
      path,
      before: (page) => hold(page, VIDEOS),
      shown: (page) => page.locator('.animate-pulse-soft').nth(5).waitFor(),
    },
    {
      name: 'video list: full',
      path,
      before: (page) =>
        changeAnswer<ProjectSummary[]>(page, VIDEOS, ([done]) =>
          (['completed', 'draft', 'processing', 'failed'] as const).map((status) => ({
            ...done!,
            id: status === 'completed' ? done!.id : randomUUID(),
            title: `A ${status} project`,
            status,
            finalVideoLink: status === 'completed' ? done!.finalVideoLink : null,
            run: status === 'processing' ? runOf('generation', done!.id) : null,
          })),
        ),
      shown: (page) => page.getByRole('article').nth(3).waitFor(),
    },
    {
      name: 'video list: empty',
      path,
      before: (page) => changeAnswer(page, VIDEOS, () => []),
      shown: (page) => button(page, 'Create Your First Video').waitFor(),
    },
    {
      name: 'video list: empty search',
      path,
      shown: async (page) => {
        await card(page);
        await page.getByRole('searchbox', { name: 'Search your videos' }).fill('nothing of the kind');
        await button(page, 'Show All').waitFor();
      },
    },
    {
      name: 'video list: error',
      path,
      before: (page) => refuse(page, VIDEOS, 500),
      shown: (page) => text(page, 'Failed to fetch videos').waitFor(),
    },
    {
      name: 'video list: menu of a card',
      path,
      shown: async (page) => {
        await more(page);
        await page.getByRole('menu').waitFor();
      },
    },
    {
      name: 'video list: dialog Rename',
      path,
      shown: async (page) => {
        await more(page);
        await page.getByRole('menuitem', { name: 'Rename' }).click();
        await dialog(page, 'Rename').waitFor();
      },
    },
    {
      name: 'video list: dialog Shared videos',
      path,
      shown: async (page) => {
        await card(page);
        await button(page, 'Shared').click();
        await dialog(page, 'Shared videos').getByRole('listitem').waitFor();
      },
    },
    {
      name: 'video list: dialog Recently deleted',
      path,
      shown: async (page) => {
        await card(page);
        await button(page, 'Recently deleted').click();
        await dialog(page, 'Recently deleted').waitFor();
      },
    },
  ];
}
