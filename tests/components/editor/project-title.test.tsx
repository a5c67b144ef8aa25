import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, refuse, requestsOf } from '../../helpers/components/answers.ts';
import { press, shows, text, toast } from '../../helpers/components/find.ts';
import { openEditor } from '../../helpers/served/serve-project.ts';

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const field = page.getByRole('textbox', { name: 'Project title', exact: true });
const sent = () => requestsOf(calls.updateProject).map(({ body }) => body);

/** An editor whose project can be renamed. */
async function open(): Promise<void> {
  const { current, set } = await openEditor();
  answer(calls.updateProject, ({ body }) => {
    set((project) => ({ ...project, title: body.title ?? project.title }));
    return current();
  });
}

describe('project title', () => {
  it('restores the old title on Escape, and focuses it', async () => {
    await open();
    await press('Rename project');
    await field.fill('Never mind');
    await userEvent.keyboard('{Escape}');
    await expect.element(heading('A project')).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  it('refuses a title of only spaces', async () => {
    await open();
    await press('Rename project');
    await field.fill('   ');
    await userEvent.keyboard('{Enter}');
    await shows(text('Please enter a title.'));
    expect(sent()).toEqual([]);
  });

  it('saves the trimmed title on Enter, and restores the old one on Undo', async () => {
    await open();
    await press('Rename project');
    await field.fill('  The river  ');
    await userEvent.keyboard('{Enter}');
    await shows(heading('The river'));
    await shows(toast('Project Renamed'));
    await page
      .getByRole('region', { name: /^Notification/ })
      .getByRole('button', { name: 'Undo' })
      .click();
    await shows(heading('A project'));
    await expect.poll(() => sent()).toEqual([{ title: 'The river' }, { title: 'A project' }]);
  });

  it('keeps a typed title when saving it fails, until the old one is chosen', async () => {
    await open();
    refuse(calls.updateProject, 503, 'The library is busy.');
    await press('Rename project');
    await field.fill('The river');
    await press('Save title');
    await shows(toast('Rename Failed'));
    await shows(toast('The library is busy.'));
    await expect.element(field).toHaveValue('The river');
    await press('Keep the current title');
    await shows(heading('A project'));
  });
});
