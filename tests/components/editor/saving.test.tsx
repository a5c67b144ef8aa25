import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, disconnect, hold, refuse, requestsOf } from '../../helpers/components/answers.ts';
import { button, lacks, press, shows, text, toast } from '../../helpers/components/find.ts';
import { SEND_AGAIN_MS } from '../../../client/src/config/constants.ts';
import { SAVED_ON_DEVICE } from '../../../client/src/lib/api/unsent.ts';
import { openUnmountable } from '../../helpers/components/open-app.tsx';
import { makeUserWith } from '../../helpers/served/account.ts';
import {
  details,
  row,
  serveUndo,
  showsTitles,
  textField,
  titleField,
  visitEditor,
  withSections,
} from '../../helpers/served/editing.ts';
import { makeProject } from '../../helpers/served/project.ts';
import { openEditor, serveProject } from '../../helpers/served/serve-project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const updates = () => requestsOf(calls.updateSection).map(({ body }) => body);
const inDetails = (value: string) => details.getByText(value, { exact: true });
/** Refuses updates; the returned function accepts them again. */
function refuseUpdates(refusal: () => void, served: ReturnType<typeof serveProject>): () => void {
  refusal();
  return () =>
    answer(calls.updateSection, ({ params, body }) => {
      const section = { ...served.current().sections.find(({ id }) => id === params.id)!, ...body };
      served.set(withSections((all) => all.map((one) => (one.id === params.id ? section : one))));
      return section;
    });
}

/** Starts a running fake clock that the test can advance. Timers that are pending at the end of the test never fire. */
const fakeClock = () =>
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
  });

describe('auto-save', () => {
  // product 4.60
  it('saves a text one second after the last letter, and shows each state', async () => {
    fakeClock();
    await openEditor();
    const { release } = hold(calls.updateSection);
    const field = await textField();
    await field.fill('Better words.');
    await shows(inDetails('Unsaved changes'));
    expect(updates()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    await shows(inDetails('Saving...'));
    release();
    await shows(inDetails('Saved'));
    await shows(text('All changes saved'));
    expect(updates()).toEqual([{ transcription: 'Better words.' }]);
  });

  it('keeps a change that could not be saved, and saves it on Save All', async () => {
    const served = await openEditor();
    const accept = refuseUpdates(() => refuse(calls.updateSection, 500), served);
    await titleField.fill('Kept');
    await userEvent.keyboard('{Enter}');
    await shows(toast('Update Failed'));
    await shows(toast('Failed to update the section. Please try again. No.'));
    // Shown whichever section is selected.
    await row('Section 2').click();
    await shows(page.getByText(/^1 section not saved/));
    accept();
    // A click fails where the toast covers the button.
    await shows(toast('Update Failed'));
    await press('Save All');
    await shows(text('All changes saved'));
    expect(served.section(0).title).toBe('Kept');
  });

  // product 4.84
  itInFullTier(
    'keeps a change that reached no server on this device, and saves it once the project is read again',
    async () => {
      fakeClock();
      const served = await openEditor();
      const accept = refuseUpdates(() => disconnect(calls.updateSection), served);
      await titleField.fill('Offline');
      await shows(inDetails(SAVED_ON_DEVICE));
      await expect.poll(() => document.querySelector('footer')?.textContent).toContain(SAVED_ON_DEVICE);
      await lacks(button('Try Again'));
      await lacks(button('Save All'));
      await lacks(toast('Update Failed'));
      accept();
      await served.change((project) => project);
      await shows(text('All changes saved'));
      expect(served.section(0).title).toBe('Offline');
    },
  );

  // product 4.84
  itInFullTier('sends a change that reached no server again until one answers', async () => {
    fakeClock();
    const served = await openEditor();
    const accept = refuseUpdates(() => disconnect(calls.updateSection), served);
    await titleField.fill('Offline');
    await shows(inDetails(SAVED_ON_DEVICE));
    accept();
    await vi.advanceTimersByTimeAsync(SEND_AGAIN_MS);
    await shows(inDetails('Saved'));
    expect(served.section(0).title).toBe('Offline');
  });

  // product 4.84
  itInFullTier('restores and saves a change that this device kept before the page was reloaded', async () => {
    fakeClock();
    const project = makeProject();
    const served = serveProject(project);
    disconnect(calls.updateSection);
    const { unmount } = await openUnmountable(`/?project=${project.id}&stage=edit`);
    await titleField.fill('Kept');
    await shows(inDetails(SAVED_ON_DEVICE));
    await unmount();
    const accept = refuseUpdates(() => {}, served);
    accept();
    await visitEditor(served);
    await expect.element(titleField).toHaveValue('Kept');
    await shows(text('All changes saved'));
    expect(served.section(0).title).toBe('Kept');
    expect(Object.keys(localStorage).filter((key) => key.startsWith('cutroom.unsent'))).toEqual([]);
  });

  itInFullTier(
    'shows the newer value of a field that was changed elsewhere while this device kept a change',
    async () => {
      fakeClock();
      const project = makeProject();
      const served = serveProject(project);
      disconnect(calls.updateSection);
      const { unmount } = await openUnmountable(`/?project=${project.id}&stage=edit`);
      await titleField.fill('Kept');
      await shows(inDetails(SAVED_ON_DEVICE));
      await unmount();
      served.set(withSections(([first, ...others]) => [{ ...first!, title: 'Newer' }, ...others]));
      await visitEditor(served);
      await expect.element(titleField).toHaveValue('Newer');
      await shows(inDetails('Changed in another tab'));
      await shows(button('Restore mine'));
    },
  );

  it('reports at Undo that changes are kept on this device', async () => {
    fakeClock();
    const served = await openEditor();
    const accept = refuseUpdates(() => disconnect(calls.updateSection), served);
    await titleField.fill('Offline');
    await press('Undo');
    await shows(toast('You Are Offline'));
    await shows(toast(SAVED_ON_DEVICE));
    // No change may wait for the server of another test.
    accept();
    await vi.advanceTimersByTimeAsync(SEND_AGAIN_MS);
    await shows(inDetails('Saved'));
  });

  it('drops an unsaved change of a section that another tab deletes', async () => {
    const { change } = await openEditor();
    refuse(calls.updateSection, 500);
    await titleField.fill('Never saved');
    await userEvent.keyboard('{Enter}');
    await shows(toast('Update Failed'));
    await change(withSections(([, ...others]) => others));
    await showsTitles('Section 2', 'Section 3');
    await shows(text('All changes saved'));
  });
});

describe('saving without auto-save', () => {
  // product 4.60
  it('saves a change only on the Save button', async () => {
    answer(calls.readUser, makeUserWith({ autoSave: false }));
    const served = serveProject();
    await visitEditor(served);
    await titleField.fill('By hand');
    await shows(button('Save'));
    expect(updates()).toEqual([]);
    await press('Save');
    await shows(text('All changes saved'));
    expect(updates()).toEqual([{ title: 'By hand' }]);
  });

  it('saves a title on Enter, and restores the earlier one on Escape', async () => {
    answer(calls.readUser, makeUserWith({ autoSave: false }));
    await visitEditor(serveProject());
    await titleField.fill('Another');
    await userEvent.keyboard('{Escape}');
    await expect.element(titleField).toHaveValue('Section 1');
    await titleField.fill('The spring');
    await userEvent.keyboard('{Enter}');
    await shows(text('All changes saved'));
    expect(updates()).toEqual([{ title: 'The spring' }]);
  });
});

describe('undo and redo', () => {
  // product 4.61
  it('saves an unsaved change before Undo, and names the edit on Undo and Redo', async () => {
    const served = await openEditor();
    serveUndo(served, 'Rename "Section 1"');
    await titleField.fill('Renamed');
    await press('Undo');
    await shows(toast('Undone'));
    await shows(toast('Rename "Section 1"'));
    await expect.element(titleField).toHaveValue('Section 1');
    expect(updates()).toEqual([{ title: 'Renamed' }]);
    await press('Redo: Rename "Section 1"');
    await shows(toast('Redone'));
    await shows(toast('Rename "Section 1"'));
    await expect.element(titleField).toHaveValue('Renamed');
  });
});
