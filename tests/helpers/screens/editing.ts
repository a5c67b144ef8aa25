import type { Page } from 'playwright-core';
import type { Project } from '#contract/projects.ts';
import { changeAnswer, refuse, toast } from '../page-scene.ts';
import { button, hold, PROJECT, runOf, type Screen, text } from './screen.ts';

export function editing(projectId: string): Screen[] {
  const path = `/?stage=edit&project=${projectId}`;
  const ready = (page: Page) => page.locator('[data-select]').nth(3).waitFor();
  const after = (name: string, act: (page: Page) => Promise<unknown>): Screen => ({
    name: `edit: ${name}`,
    path,
    shown: async (page) => {
      await ready(page);
      await act(page);
    },
  });
  const opens = (opener: string, name: string): Screen =>
    after(`dialog ${name}`, async (page) => {
      // Where there is little room, some of the editor is behind a tab.
      const behind = page.getByRole('tab', { name: 'Text and range' });
      if (!(await button(page, opener).isVisible()) && (await behind.isVisible())) await behind.click();
      await button(page, opener).click();
      await page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name })).waitFor();
    });
  return [
    {
      name: 'edit: loading',
      path,
      before: (page) => hold(page, PROJECT),
      shown: (page) => page.locator('.animate-pulse-soft').first().waitFor(),
    },
    after('full', () => Promise.resolve()),
    {
      name: 'edit: empty',
      path,
      before: (page) => changeAnswer<Project>(page, PROJECT, (project) => ({ ...project, sections: [] })),
      shown: (page) => text(page, 'No sections left').waitFor(),
    },
    {
      name: 'edit: generating, with notices',
      path,
      before: (page) =>
        changeAnswer<Project>(page, PROJECT, (project) => ({
          ...project,
          notices: ['No credible speech was found in “Video 1”: its sections follow the shots.'],
          failedVideos: [{ id: 'library_gone', title: 'A video that is gone', message: 'It is gone.' }],
          generation: runOf('generation', projectId),
        })),
      shown: async (page) => {
        await ready(page);
        await page.getByRole('region', { name: 'Generation' }).waitFor();
      },
    },
    {
      name: 'edit: error',
      path,
      before: (page) => refuse(page, PROJECT, 503),
      shown: (page) => text(page, 'The project could not be read').waitFor(),
    },
    after('several checked', async (page) => {
      for (const n of [1, 2]) await page.getByRole('checkbox', { name: `Select Section ${n}` }).check();
      await text(page, '2 selected').waitFor();
    }),
    after('deleted, with its toast', async (page) => {
      await page.route(/\/api\/sections\//, (route) => route.fulfill({ status: 204 }));
      await button(page, 'Delete Section 2').click();
      await toast(page, 'Section Removed').waitFor();
    }),
    after('film options', async (page) => {
      await page.getByRole('button', { name: /^Film options/ }).click();
      await page.getByLabel('Quality').waitFor();
    }),
    after('its title is blank', async (page) => {
      await button(page, 'Rename project').click();
      await page.getByRole('textbox', { name: 'Project title' }).fill('');
      await text(page, 'Please enter a title.').waitFor();
    }),
    after('menu of a sound', async (page) => {
      await page
        .getByRole('button', { name: /^Sound of Section 2/ })
        .first()
        .click();
      await page.getByRole('menuitemradio', { name: /^Muted/ }).waitFor();
    }),
    opens('Add New Section', 'Add New Section'),
    opens('Edit Section', 'Edit Section'),
    opens('Move Section 1 to…', 'Move to…'),
    opens('Deleted sections', 'Deleted sections'),
    opens('Reset', 'Reset all sections?'),
    opens('Keyboard shortcuts', 'Keyboard shortcuts'),
  ];
}
