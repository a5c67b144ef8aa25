import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { button, dialog, lacks, press, region, shows, toast } from '../../helpers/components/find.ts';
import {
  chooseTool,
  makeSpoken,
  selected,
  serveListEdits,
  serveUndo,
  showsSelected,
  showsTitles,
  titleField,
} from '../../helpers/served/editing.ts';
import { makeRun } from '../../helpers/served/project.ts';
import { openEditor, type ServedProject } from '../../helpers/served/serve-project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const key = (keys: string) => userEvent.keyboard(keys);
const position = region('Preview').getByRole('slider', { name: 'Position' });
const video = () => document.querySelector('video')!;
const updates = () => requestsOf(calls.updateSection).map(({ body }) => body);

/** An editor whose list can be changed, with nothing focused. */
async function open(): Promise<ServedProject> {
  const served = await openEditor(...makeSpoken());
  serveListEdits(served);
  await shows(position);
  return served;
}

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('editor keys', () => {
  it('changes the speed with L and J', async () => {
    await open();
    await key('l');
    await expect.poll(() => video().playbackRate).toBe(1.25);
    await key('j');
    await expect.poll(() => video().playbackRate).toBe(1);
  });

  it('seeks by a second with the arrow keys, and by a frame with comma and period', async () => {
    await open();
    const currentValue = () => Number(position.element().getAttribute('aria-valuenow'));
    await key('{ArrowRight}');
    await expect.poll(currentValue).toBe(1);
    await key('.');
    await expect.poll(currentValue).toBe(1.05);
    await key(',');
    await expect.poll(currentValue).toBe(1);
    await key('{ArrowLeft}');
    await expect.poll(currentValue).toBe(0);
  });

  it('selects the next and the previous section with the arrow keys', async () => {
    await open();
    expect(selected()).toBe('Section 1');
    await key('{ArrowDown}');
    await showsSelected('Section 2');
    await key('{ArrowUp}');
    await showsSelected('Section 1');
  });

  itInFullTier('sets the in and the out point at the playhead with I and O', async () => {
    await open();
    await key('{ArrowRight}{ArrowRight}i');
    await expect.poll(updates).toEqual([{ startTime: 2 }]);
    await key('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}o');
    await expect.poll(updates).toEqual([{ startTime: 2 }, { endTime: 8 }]);
  });

  it('splits the section at the playhead with S, and selects the second part', async () => {
    await open();
    await key('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}s');
    await shows(toast('Section Split'));
    await showsSelected('Section 1 (2)');
    await showsTitles('Section 1', 'Section 1 (2)', 'Section 2', 'Section 3');
    await expect.poll(() => requestsOf(calls.splitSection).map(({ body }) => body)).toEqual([{ at: 5 }]);
  });

  it('moves the section down and up with Alt and the arrow keys', async () => {
    const { current } = await open();
    const ids = current().sections.map(({ id }) => id);
    const [first, second, third] = ids;
    const orders = () => requestsOf(calls.reorderSections).map(({ body }) => body.sectionIds);
    await key('{Alt>}{ArrowDown}{/Alt}');
    await shows(toast('Sections Reordered'));
    await showsTitles('Section 2', 'Section 1', 'Section 3');
    await key('{Alt>}{ArrowUp}{/Alt}');
    await showsTitles('Section 1', 'Section 2', 'Section 3');
    await expect.poll(orders).toEqual([[second, first, third], ids]);
  });

  it('deletes the section with Delete, and undoes and redoes that with Ctrl', async () => {
    const served = await open();
    serveUndo(served, 'Delete "Section 1"');
    await key('{Delete}');
    await shows(toast('Section Removed'));
    await showsTitles('Section 2', 'Section 3');
    await key('{Control>}z{/Control}');
    await shows(toast('Undone'));
    await showsTitles('Section 1', 'Section 2', 'Section 3');
    await key('{Control>}{Shift>}Z{/Shift}{/Control}');
    await shows(toast('Redone'));
    await showsTitles('Section 2', 'Section 3');
  });

  // product 4.79
  it('duplicates the selected section with D, as the menu of a row does, and undoes that', async () => {
    const served = await open();
    await key('d');
    await shows(toast('Section Duplicated'));
    await showsSelected('Section 1 (2)');
    await showsTitles('Section 1', 'Section 1 (2)', 'Section 2', 'Section 3');
    serveUndo(served, 'Duplicate "Section 3"');
    await chooseTool('Section 3', 'Duplicate Section 3');
    await showsSelected('Section 3 (2)');
    await key('{Control>}z{/Control}');
    await shows(toast('Undone'));
    await showsTitles('Section 1', 'Section 1 (2)', 'Section 2', 'Section 3');
    await expect
      .poll(() => requestsOf(calls.duplicateSection).map(({ params }) => params.id))
      .toEqual([served.section(0).id, served.section(3).id]);
  });

  it('types letters in a text field instead of running their commands', async () => {
    await open();
    await titleField.click();
    await key('{End} sijkld');
    await expect.element(titleField).toHaveValue('Section 1 sijkld');
    expect(HTMLMediaElement.prototype.play).not.toHaveBeenCalled();
    await showsTitles('Section 1 sijkld', 'Section 2', 'Section 3');
  });

  it('plays with K but not with Space while a checkbox has the focus', async () => {
    await open();
    const check = page.getByRole('checkbox', { name: 'Select Section 2' });
    await check.click();
    await expect.element(check).toBeChecked();
    await key('k');
    await expect.poll(() => vi.mocked(HTMLMediaElement.prototype.play).mock.calls.length).toBe(1);
    await key(' ');
    await expect.element(check).not.toBeChecked();
    expect(HTMLMediaElement.prototype.play).toHaveBeenCalledTimes(1);
  });

  itInFullTier('lists the keys on ?, and switches them off and on again', async () => {
    await open();
    await key('?');
    const sheet = dialog('Keyboard shortcuts');
    await shows(sheet);
    const listed = [...sheet.element().querySelectorAll('kbd')].map((one) => one.textContent);
    expect(listed.join(' · ')).toBe(
      'Space, K · J · L · P · ← · → · , · . · ↑ · ↓ · Alt ↑ · Alt ↓ · I · O · S · D · Del · Ctrl Z · Ctrl Shift Z, Ctrl Y · U · E · X · Ctrl F · V · F6 · Shift F6 · ?',
    );
    await sheet.getByLabelText('Use these keys').click();
    await key('{Escape}');
    await lacks(sheet);
    await key('{ArrowDown}?');
    // The button still opens the list: had the key done so, it would cover the button.
    await press('Keyboard shortcuts');
    await shows(sheet);
    expect(selected()).toBe('Section 1');
    await sheet.getByLabelText('Use these keys').click();
    await key('{Escape}');
    await lacks(sheet);
    await key('{ArrowDown}');
    await showsSelected('Section 2');
  });

  // product 2.137
  it('goes to the list, the player, the inspector and the film strip with F6, and back with Shift', async () => {
    await open();
    await key('{ArrowDown}');
    const clips = region('Film strip').getByRole('option', { selected: true });
    await shows(clips);
    const panes = [
      page.getByRole('button', { name: 'Section 2', exact: true }),
      position,
      page.getByRole('tab', { name: 'Text', exact: true }),
      clips,
    ];
    for (const pane of [...panes, panes[0]!]) {
      await key('{F6}');
      await expect.element(pane).toHaveFocus();
    }
    await key('{Shift>}{F6}{/Shift}');
    await expect.element(clips).toHaveFocus();
    // A text field has no use for these keys, a dialog stays in front.
    await titleField.click();
    await key('{F6}');
    await expect.element(clips).toHaveFocus();
    await press('Keyboard shortcuts');
    const sheet = dialog('Keyboard shortcuts');
    await shows(sheet);
    await key('{F6}');
    expect(sheet.element().contains(document.activeElement)).toBe(true);
  });

  it('generates the film with E', async () => {
    const { set } = await open();
    answer(calls.generateFilm, ({ params }) => {
      const generation = makeRun('generation', { projectId: params.id });
      set((project) => ({ ...project, generation }));
      return { finalVideoLink: null, runId: generation.id };
    });
    await expect.element(button('Generate Video')).not.toHaveAttribute('aria-disabled');
    await key('e');
    await shows(toast('Video Generation Started'));
    await shows(region('Generation'));
  });
});
