import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { requestsOf } from '../../helpers/components/answers.ts';
import { button, lacks, openTab, press, shows, text } from '../../helpers/components/find.ts';
import { openUnmountable, resize } from '../../helpers/components/open-app.tsx';
import {
  details,
  makeSpoken,
  row,
  serveUndo,
  showsSelected,
  textField,
} from '../../helpers/served/editing.ts';
import { makeCard, makeProject, makeSection, makeWords } from '../../helpers/served/project.ts';
import { openEditor, serveProject } from '../../helpers/served/serve-project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const name = details.getByRole('group', { name: 'Lower third' }).getByLabelText('Name');
const updates = () => requestsOf(calls.updateSection).map(({ body }) => body);

afterEach(() => {
  vi.restoreAllMocks();
});

describe('inspector', () => {
  it('offers to add a section while the project has none', async () => {
    await openEditor(makeProject({ sections: [] }));
    await shows(text('Add a section to edit it.'));
    await shows(text('Your film appears here once it has a section.'));
  });

  // product 2.134
  it('shows one panel at a time, and another one by the arrow keys', async () => {
    await openEditor(...makeSpoken());
    await expect.element(tab('Text')).toHaveAttribute('aria-selected', 'true');
    await lacks(details.getByLabelText('Framing'));
    (tab('Text').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await shows(details.getByLabelText('Framing'));
    await lacks(details.getByRole('textbox', { name: 'Title' }));
    await userEvent.keyboard('{End}');
    await shows(details.getByLabelText('Transition to the next section'));
    await expect.element(tab('Join')).toHaveFocus();
    // One stop of the Tab key leads out of the tabs.
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.element(page.getByRole('separator', { name: 'Width of the inspector' })).toHaveFocus();
  });

  // product 2.134
  it('shows a ring around a tab that a key reaches, and none around a tab that was clicked', async () => {
    await openEditor(...makeSpoken());
    const hasRing = (name: string) => tab(name).element().matches(':focus-visible');
    await tab('Frame').click();
    await expect.element(tab('Frame')).toHaveFocus();
    expect(hasRing('Frame')).toBe(false);
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(tab('Sound')).toHaveFocus();
    expect(hasRing('Sound')).toBe(true);
    await tab('Captions').click();
    await expect.element(tab('Captions')).toHaveFocus();
    expect(hasRing('Captions')).toBe(false);
  });

  it('keeps the buttons of a section in one line beside a long title', async () => {
    await resize([1024, 700]);
    await openEditor(...makeSpoken(1, { title: 'A title that is longer than the inspector is wide' }));
    await openTab('Frame');
    const middleOf = (name: string): number => {
      const { top, bottom } = button(name).element().getBoundingClientRect();
      return Math.round((top + bottom) / 2);
    };
    await expect.poll(() => middleOf('Reset section')).toBe(middleOf('Edit Section'));
  });

  // product 2.134
  it('opens the tab that was shown last after a reload', async () => {
    const { current } = serveProject();
    const address = `/?project=${current().id}&stage=edit`;
    const visit = await openUnmountable(address);
    await openTab('Sound');
    await visit.unmount();
    await openUnmountable(address);
    await shows(details.getByRole('slider', { name: 'Volume' }));
  });

  // product 2.134
  itInFullTier('keeps what is typed in one tab while another one is shown', async () => {
    await openEditor(...makeSpoken());
    await openTab('Frame');
    // Too long to be saved, so only the field contains it.
    await name.fill('x'.repeat(200));
    const field = await textField();
    await field.fill('Another text.');
    await openTab('Frame');
    await expect.element(name).toHaveValue('x'.repeat(200));
    await expect.poll(updates).toEqual([{ transcription: 'Another text.' }]);
    await openTab('Text');
    await expect.element(field).toHaveValue('Another text.');
  });

  // product 2.134
  it('leaves the editor’s keys to the editor while a tab has the focus', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const served = await openEditor(...makeSpoken());
    serveUndo(served, 'Change the speed');
    await openTab('Frame');
    await expect.element(tab('Frame')).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect.poll(() => play.mock.calls.length).toBe(1);
    await userEvent.keyboard('{ArrowDown}');
    await showsSelected('Section 2');
    await details.getByLabelText('Speed in the film').selectOptions('1.5×');
    (tab('Frame').element() as HTMLElement).focus();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(() => requestsOf(calls.undoEdit)).toHaveLength(1);
  });

  it('shows the text of a section for its next uncertain word, and for a match of Find', async () => {
    const sections = [0, 1].map((position) => makeSection(position, { transcription: 'The river.' }));
    await openEditor(makeProject({ sections }), (section) => {
      const { words, ...rest } = makeWords(section, ['The', 'river.']);
      return { ...rest, words: words.map((word) => ({ ...word, confidence: 0.1 })) };
    });
    await openTab('Join');
    await userEvent.keyboard('u');
    await expect.element(tab('Text')).toHaveAttribute('aria-selected', 'true');
    await expect.element(details.getByLabelText('Transcribed as “The”')).toHaveFocus();
    await openTab('Sound');
    await press('Find and replace');
    await page.getByRole('textbox', { name: 'Find', exact: true }).fill('river');
    await userEvent.keyboard('{Enter}');
    await expect.element(tab('Text')).toHaveAttribute('aria-selected', 'true');
  });

  it('has the settings of a title card, and explains why the last section has no transition', async () => {
    await openEditor(makeProject({ sections: [makeSection(0), makeCard(1)] }));
    await row('A card').click();
    await openTab('Captions');
    await shows(details.getByText('This section has no words, so it has no captions.', { exact: true }));
    await lacks(button('Import subtitles…'));
    await openTab('Frame');
    await shows(details.getByLabelText('Background'));
    await lacks(details.getByLabelText('Speed in the film'));
    await openTab('Join');
    await shows(details.getByText('The last section has no transition.', { exact: true }));
  });
});
