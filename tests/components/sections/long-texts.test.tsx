import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { button, dialog, press, shows, text, toast } from '../../helpers/components/find.ts';
import { details, row, showsSelected, textField, titleField } from '../../helpers/served/editing.ts';
import { openLibrary } from '../../helpers/served/films.ts';
import { makeProject, makeSummary } from '../../helpers/served/project.ts';
import { openEditor } from '../../helpers/served/serve-project.ts';

const LONG = 'x'.repeat(201);
const PROBLEM = 'A title can have up to 200 characters. This one has 201.';
const updates = () => requestsOf(calls.updateSection).map(({ body }) => body);

describe('title of a section', () => {
  // product 4.88
  it('keeps a text that is too long until it is shortened, and names the limit', async () => {
    await openEditor();
    await titleField.fill(LONG);
    await shows(text(PROBLEM));
    await shows(details.getByText('Not saved'));
    await row('Section 2').click();
    await showsSelected('Section 2');
    await row(LONG).click();
    await expect.element(titleField).toHaveValue(LONG);
    await shows(text(PROBLEM));
    expect(updates()).toEqual([]);
    await titleField.fill(LONG.slice(1));
    await shows(details.getByText('Saved', { exact: true }));
    expect(updates()).toEqual([{ title: LONG.slice(1) }]);
  });

  it('is named as the reason if an action requires that everything is saved', async () => {
    await openEditor();
    await titleField.fill(LONG);
    await userEvent.keyboard('{Enter}');
    await shows(toast('Not Saved'));
    await shows(toast(PROBLEM));
  });

  it('is refused in the dialog of the section while it is too long', async () => {
    await openEditor();
    await press('Edit Section');
    const field = dialog('Edit Section').getByLabelText('Title');
    await field.fill(LONG);
    await shows(dialog('Edit Section').getByText(PROBLEM));
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue(LONG);
    expect(updates()).toEqual([]);
  });
});

describe('text of a section', () => {
  // product 4.88
  it('keeps a text that is too long until it is shortened, and names the limit', async () => {
    await openEditor();
    const field = await textField();
    await field.fill('y'.repeat(20_001));
    await shows(text('A text can have up to 20,000 characters. This one has 20,001.'));
    await shows(details.getByText('Not saved'));
    expect(updates()).toEqual([]);
  });
});

describe('title of a project', () => {
  it('is not saved in the editor while it is too long', async () => {
    await openEditor();
    await press('Rename project');
    const field = page.getByRole('textbox', { name: 'Project title', exact: true });
    await field.fill(LONG);
    await shows(text(PROBLEM));
    await expect.element(button('Save title')).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue(LONG);
    expect(requestsOf(calls.updateProject)).toEqual([]);
  });

  // product 4.88
  it('is not saved in the library while it is too long', async () => {
    const project = makeProject();
    await openLibrary([makeSummary(project)]);
    answer(calls.updateProject, project);
    await press('More actions for A project');
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    const field = dialog('Rename').getByLabelText('Title');
    await field.fill(LONG);
    await shows(dialog('Rename').getByText(PROBLEM));
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue(LONG);
    expect(requestsOf(calls.updateProject)).toEqual([]);
  });
});
