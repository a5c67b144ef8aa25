import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Section } from '#contract/sections.ts';
import { answer, disconnect, hold, refuse, requestsOf } from '../../helpers/components/answers.ts';
import { button, dialog, lacks, press, shows, text, toast } from '../../helpers/components/find.ts';
import { disconnectSocket, push, reconnectSocket } from '../../helpers/components/socket.ts';
import {
  details,
  row,
  serveUndo,
  showsSelected,
  showsTitles,
  textField,
  titleField,
  withSections,
} from '../../helpers/served/editing.ts';
import { makeRun } from '../../helpers/served/project.ts';
import { SAVED_ON_DEVICE } from '../../../client/src/lib/api/unsent.ts';
import { openEditor, type ServedProject } from '../../helpers/served/serve-project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const inDetails = (value: string) => details.getByText(value, { exact: true });
const note = inDetails('Changed in another tab.');
const status = inDetails('Changed in another tab');
const restore = button('Restore mine');
const updates = () => requestsOf(calls.updateSection).map(({ body }) => body);

/** Changes a section like another tab. */
const changeElsewhere = ({ change }: ServedProject, index: number, changes: Partial<Section>) =>
  change(withSections((all) => all.map((one, place) => (place === index ? { ...one, ...changes } : one))));

async function saveTitle(title: string): Promise<void> {
  await titleField.fill(title);
  await userEvent.keyboard('{Enter}');
  await shows(inDetails('Saved'));
}

describe('field that another tab changes', () => {
  // product 4.83
  it('shows the new title instead of the saved one, and restores the own title on request', async () => {
    const served = await openEditor();
    await saveTitle('Mine');
    await changeElsewhere(served, 0, { title: 'Theirs' });
    await expect.element(titleField).toHaveValue('Theirs');
    await shows(note);
    await shows(status);
    await lacks(inDetails('Saved'));
    await shows(text('1 section changed in another tab'));
    await restore.click();
    await expect.element(titleField).toHaveValue('Mine');
    await shows(inDetails('Saved'));
    await lacks(status);
    expect(updates()).toEqual([{ title: 'Mine' }, { title: 'Mine' }]);
  });

  // product 4.83
  itInFullTier('shows the new text while the field has the focus', async () => {
    const served = await openEditor();
    const field = await textField();
    await field.fill('My words.');
    await shows(inDetails('Saved'));
    await changeElsewhere(served, 0, { transcription: 'Their words.', textSource: 'written' });
    await expect.element(field).toHaveValue('Their words.');
    await expect.element(field).toHaveFocus();
    await shows(note);
    await lacks(inDetails('Saved'));
  });

  it('shows that a setting was changed, without offering to restore a value that was never chosen here', async () => {
    const served = await openEditor();
    await shows(row('Section 1'));
    await changeElsewhere(served, 0, { speed: 1.5 });
    await shows(status);
    await lacks(restore);
    await press('Dismiss');
    await lacks(status);
  });

  // product 4.83
  itInFullTier(
    'offers to restore an unsaved change that another tab has overwritten, in any section',
    async () => {
      const served = await openEditor();
      disconnect(calls.updateSection);
      await titleField.fill('Typed offline');
      await shows(inDetails(SAVED_ON_DEVICE));
      await row('Section 2').click();
      await showsSelected('Section 2');
      await changeElsewhere(served, 0, { title: 'Theirs' });
      await showsTitles('Theirs', 'Section 2', 'Section 3');
      await shows(text('1 section changed in another tab'));
      await press('Review');
      await expect.element(titleField).toHaveValue('Theirs');
      answer(calls.updateSection, ({ body }) => ({ ...served.section(0), ...body }));
      await restore.click();
      await expect.element(titleField).toHaveValue('Typed offline');
      await shows(inDetails('Saved'));
      expect(updates().at(-1)).toEqual({ title: 'Typed offline' });
    },
  );

  it('is shown once a lost connection is back', async () => {
    const served = await openEditor();
    await shows(row('Section 1'));
    await disconnectSocket();
    served.set(withSections((all) => all.map((one) => ({ ...one, title: `${one.title}, elsewhere` }))));
    await reconnectSocket();
    await expect.element(titleField).toHaveValue('Section 1, elsewhere');
    await shows(status);
  });

  itInFullTier(
    'is shown if the response to a change of this tab is the first to contain the other change',
    async () => {
      const served = await openEditor();
      const field = await textField();
      await disconnectSocket();
      served.set(withSections(([first, ...others]) => [{ ...first!, title: 'Theirs' }, ...others]));
      await field.fill('My words.');
      await expect.element(titleField).toHaveValue('Theirs');
      await shows(status);
      await lacks(inDetails('Saved'));
      await expect.element(field).toHaveValue('My words.');
    },
  );

  itInFullTier('keeps an unsaved change of another field', async () => {
    const served = await openEditor();
    const { release } = hold(calls.updateSection);
    const field = await textField();
    await field.fill('My words.');
    await changeElsewhere(served, 0, { title: 'Theirs' });
    await expect.element(titleField).toHaveValue('Theirs');
    release();
    await shows(inDetails('Saved'));
    await expect.element(field).toHaveValue('My words.');
    expect(updates()).toEqual([{ transcription: 'My words.' }]);
  });

  // product 4.83
  it('offers to restore a section that another tab deleted, with its unsaved change', async () => {
    const served = await openEditor();
    refuse(calls.updateSection, 500);
    await titleField.fill('Never saved');
    await userEvent.keyboard('{Enter}');
    await shows(toast('Update Failed'));
    const [first] = served.current().sections;
    await served.change(withSections(([, ...others]) => others));
    await shows(toast('Deleted in Another Tab'));
    await shows(toast('“Section 1” had unsaved changes.'));
    answer(calls.restoreSection, () => {
      served.set(withSections((all) => [first!, ...all]));
      return first!;
    });
    answer(calls.updateSection, ({ body }) => ({ ...first!, ...body }));
    await press('Restore');
    await showsTitles('Never saved', 'Section 2', 'Section 3');
    await shows(text('All changes saved'));
    expect(updates().at(-1)).toEqual({ title: 'Never saved' });
  });
});

describe('field that this tab changes', () => {
  it('has no note after Undo', async () => {
    const served = await openEditor();
    await shows(row('Section 1'));
    serveUndo(served, 'Rename "Section 1"');
    await titleField.fill('Mine');
    await press('Undo');
    await expect.element(titleField).toHaveValue('Section 1');
    await push('project.changed', { projectId: served.current().id });
    await lacks(status);
    await lacks(note);
  });

  it('has no note after a run has changed the texts', async () => {
    const served = await openEditor();
    await shows(row('Section 1'));
    served.set(withSections((all) => all.map((one) => ({ ...one, title: `${one.title}, again` }))));
    const run = makeRun('hearing', { status: 'completed', projectId: served.current().id });
    await push('run.completed', { run });
    await expect.element(titleField).toHaveValue('Section 1, again');
    await lacks(status);
  });

  itInFullTier('has no note if its own text is read again before the call has ended', async () => {
    const served = await openEditor();
    await shows(row('Section 1'));
    const { release } = hold(calls.updateSection);
    await titleField.fill('Mine');
    await userEvent.keyboard('{Enter}');
    await changeElsewhere(served, 0, { title: 'Mine' });
    await titleField.fill('Mine, longer');
    await showsTitles('Mine, longer', 'Section 2', 'Section 3');
    release();
    await expect.poll(updates).toEqual([{ title: 'Mine' }, { title: 'Mine, longer' }]);
    await shows(inDetails('Saved'));
    await lacks(status);
  });
});

describe('title that another tab changes while it is typed', () => {
  it('is named below the title of the project', async () => {
    const served = await openEditor();
    await press('Rename project');
    await page.getByRole('textbox', { name: 'Project title', exact: true }).fill('Mine');
    await served.change((project) => ({ ...project, title: 'Theirs' }));
    await shows(text('Changed in another tab to “Theirs”.'));
  });

  it('is named in the dialog of the section', async () => {
    const served = await openEditor();
    await press('Edit Section');
    const field = dialog('Edit Section').getByLabelText('Title');
    await field.fill('Mine');
    await changeElsewhere(served, 0, { title: 'Theirs' });
    await shows(dialog('Edit Section').getByText('Changed in another tab to “Theirs”.'));
    await expect.element(field).toHaveValue('Mine');
  });
});
