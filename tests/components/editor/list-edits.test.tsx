import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { hold, refuse, requestsOf } from '../../helpers/components/answers.ts';
import { dialog, press, shows, text, toast } from '../../helpers/components/find.ts';
import {
  chooseTool,
  makeSpoken,
  row,
  serveListEdits,
  serveUndo,
  showsSelected,
  showsTitles,
} from '../../helpers/served/editing.ts';
import { openEditor, type ServedProject } from '../../helpers/served/serve-project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const check = (title: string) => page.getByRole('checkbox', { name: `Select ${title}` });

/** Opens an editor of this many sections with an editable list. */
async function open(count: number): Promise<ServedProject> {
  const served = await openEditor(...makeSpoken(count));
  serveListEdits(served);
  return served;
}
const idsOf = ({ current }: ServedProject) => current().sections.map(({ id }) => id);
const orders = () => requestsOf(calls.reorderSections).map(({ body }) => body.sectionIds);

describe('deleting sections', () => {
  // product 2.72, 8.38
  it('removes a section, focuses the next row, and restores it on Undo', async () => {
    const served = await open(3);
    serveUndo(served, 'Delete "Section 2"');
    const [, id] = idsOf(served);
    await chooseTool('Section 2', 'Delete Section 2');
    await shows(toast('Section Removed'));
    await shows(toast('Section 2'));
    await expect.element(row('Section 3')).toHaveFocus();
    await showsTitles('Section 1', 'Section 3');
    await expect.poll(() => requestsOf(calls.deleteSection).map(({ params }) => params.id)).toEqual([id]);
    await page
      .getByRole('region', { name: /^Notification/ })
      .getByRole('button', { name: 'Undo' })
      .click();
    await shows(toast('Undone'));
    await shows(toast('Delete "Section 2"'));
    await showsTitles('Section 1', 'Section 2', 'Section 3');
  });

  // product 8.17
  it('shows the section again when deleting it fails', async () => {
    await open(3);
    refuse(calls.deleteSection, 500);
    await chooseTool('Section 2', 'Delete Section 2');
    await shows(toast('Error'));
    await shows(toast('Failed to remove section. Please try again. No.'));
    await showsTitles('Section 1', 'Section 2', 'Section 3');
  });

  itInFullTier('removes several checked sections by one call, and restores them by one Undo', async () => {
    const served = await open(4);
    serveUndo(served, 'Delete 3 sections');
    const ids = idsOf(served);
    await check('Section 1').click();
    await check('Section 3').click({ modifiers: ['Shift'] });
    await shows(text('3 selected'));
    await press('Delete');
    await shows(toast('Sections Removed'));
    await showsTitles('Section 4');
    await expect.element(row('Section 4')).toHaveFocus();
    await expect
      .poll(() => requestsOf(calls.deleteSections).map(({ body }) => body.sectionIds))
      .toEqual([ids.slice(0, 3)]);
    await userEvent.keyboard('{Control>}z{/Control}');
    await shows(toast('Undone'));
    await shows(toast('Delete 3 sections'));
    await showsTitles('Section 1', 'Section 2', 'Section 3', 'Section 4');
    await expect.poll(() => requestsOf(calls.undoEdit)).toHaveLength(1);
  });
});

describe('selection', () => {
  it('stays on the section that was selected while an undo was pending', async () => {
    const served = await open(4);
    serveUndo(served, 'Delete "Section 2"');
    await chooseTool('Section 2', 'Delete Section 2');
    await showsTitles('Section 1', 'Section 3', 'Section 4');
    await shows(toast('Section Removed'));
    const undo = hold(calls.undoEdit);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(() => requestsOf(calls.undoEdit)).toHaveLength(1);
    await row('Section 4').click();
    undo.release();
    await shows(toast('Undone'));
    await showsTitles('Section 1', 'Section 2', 'Section 3', 'Section 4');
    await showsSelected('Section 4');
  });
});

describe('order of sections', () => {
  // product 8.39
  it('sends the new order when a section is moved down', async () => {
    const served = await open(3);
    const [first, second, third] = idsOf(served);
    await press('Move Section 1 down');
    await shows(toast('Sections Reordered'));
    await showsTitles('Section 2', 'Section 1', 'Section 3');
    expect(orders()).toEqual([[second, first, third]]);
  });

  it('moves one section to a place chosen in "Move to…"', async () => {
    const served = await open(4);
    const [first, ...others] = idsOf(served);
    await press('Move Section 1 to…');
    await dialog('Move to…').getByLabelText('Position').selectOptions('After 3. Section 4');
    await press('Move');
    await shows(toast('Sections Reordered'));
    await showsTitles('Section 2', 'Section 3', 'Section 4', 'Section 1');
    expect(orders()).toEqual([[...others, first]]);
  });

  it('moves several checked sections together', async () => {
    const served = await open(4);
    const [first, second, third, fourth] = idsOf(served);
    await check('Section 2').click();
    await check('Section 4').click();
    await press('Move to…');
    await dialog('Move to…').getByLabelText('Position').selectOptions('At the beginning');
    await press('Move');
    await showsTitles('Section 2', 'Section 4', 'Section 1', 'Section 3');
    await expect.poll(orders).toEqual([[second, fourth, first, third]]);
  });
});
