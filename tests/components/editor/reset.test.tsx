import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, disconnect, refuse, requestsOf } from '../../helpers/components/answers.ts';
import { button, lacks, press, shows, toast } from '../../helpers/components/find.ts';
import {
  row,
  serveUndo,
  showsSelected,
  showsTitles,
  titleField,
  withSections,
} from '../../helpers/served/editing.ts';
import { makeProject, makeSection } from '../../helpers/served/project.ts';
import { openEditor, type ServedProject } from '../../helpers/served/serve-project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

describe('"Reset" of all sections', () => {
  const confirmation = page.getByRole('alertdialog', { name: 'Reset all sections?' });
  const reset = async (): Promise<void> => {
    await press('Reset');
    await confirmation.getByRole('button', { name: 'Reset' }).click();
  };

  // product 8.41
  itInFullTier('asks before it resets all sections, and saves unsaved changes first', async () => {
    const served = await openEditor();
    const original = served.current();
    answer(calls.resetSections, () => {
      served.set(() => original);
      return original.sections;
    });
    await titleField.fill('Renamed');
    await press('Reset');
    await shows(confirmation);
    expect(requestsOf(calls.resetSections)).toEqual([]);
    await confirmation.getByRole('button', { name: 'Reset' }).click();
    await shows(toast('Clips Reset'));
    await showsTitles('Section 1', 'Section 2', 'Section 3');
    await expect
      .poll(() => requestsOf(calls.updateSection).map(({ body }) => body))
      .toEqual([{ title: 'Renamed' }]);
    await expect.poll(() => requestsOf(calls.resetSections)).toHaveLength(1);
  });

  // product 8.9
  it('shows the message of the server when the reset fails', async () => {
    await openEditor();
    refuse(calls.resetSections, 503, 'The clips are busy.');
    await reset();
    await shows(toast('Reset Failed'));
    await shows(toast('The clips are busy.'));
    await lacks(confirmation);
  });

  // product 8.10
  it('shows its own message when the connection is lost during the reset', async () => {
    await openEditor();
    disconnect(calls.resetSections);
    await reset();
    await shows(toast('Reset Failed'));
    await shows(toast('Failed to reset clips. Please try again.'));
    await lacks(confirmation);
  });
});

describe('"Reset section"', () => {
  const isInactive = async (is: boolean): Promise<void> => {
    await expect
      .poll(() => button('Reset section').element().getAttribute('aria-disabled'))
      .toBe(is ? 'true' : null);
  };

  /**
   * Lets the section's own reset restore the project as it is now, and so Undo what it was before the reset.
   */
  function serveReset({ current, set }: ServedProject): void {
    const original = current();
    answer(calls.resetSection, () => {
      serveUndo({ current, set } as ServedProject, 'Reset "Changed"');
      set(() => original);
      return original.sections;
    });
  }

  itInFullTier('resets one section with its unsaved changes, and restores them on Undo', async () => {
    const served = await openEditor();
    serveReset(served);
    await isInactive(true);
    await titleField.fill('Changed');
    await isInactive(false);
    button('Reset section').element().focus();
    await userEvent.keyboard('{Enter}');
    await shows(toast('Clips Reset'));
    await expect.element(titleField).toHaveValue('Section 1');
    await isInactive(true);
    await expect
      .poll(() => requestsOf(calls.updateSection).map(({ body }) => body))
      .toEqual([{ title: 'Changed' }]);
    const id = served.section(0).id;
    await expect.poll(() => requestsOf(calls.resetSection).map(({ params }) => params.id)).toEqual([id]);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(titleField).toHaveValue('Changed');
  });

  it('joins the parts of a split section, and selects the whole', async () => {
    const whole = makeSection(1);
    const part = { ...whole, endTime: 14, duration: 4, changed: true };
    const rest = makeSection(2, { startTime: 14, endTime: 20, title: 'Section 2 (2)', changed: true });
    const { current, set } = await openEditor(
      makeProject({ sections: [makeSection(0), part, rest, makeSection(3, { title: 'Section 3' })] }),
    );
    answer(calls.resetSection, () => {
      set(
        withSections((sections) =>
          sections.flatMap((one) => (one.id === whole.id ? [whole] : one.id === rest.id ? [] : [one])),
        ),
      );
      return current().sections;
    });
    await row('Section 2 (2)').click();
    await press('Reset section');
    await shows(toast('Clips Reset'));
    await showsSelected('Section 2');
    await showsTitles('Section 1', 'Section 2', 'Section 3');
  });

  it('keeps a changed title when the reset of its section fails', async () => {
    await openEditor();
    refuse(calls.resetSection, 503, 'The clips are busy.');
    await titleField.fill('Changed');
    await press('Reset section');
    await shows(toast('Reset Failed'));
    await shows(toast('The clips are busy.'));
    await expect.element(titleField).toHaveValue('Changed');
    await isInactive(false);
  });
});
