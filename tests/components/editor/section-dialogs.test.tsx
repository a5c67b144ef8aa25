import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, disconnect, hold, refuse, requestsOf } from '../../helpers/components/answers.ts';
import { button, dialog, lacks, press, shows, toast } from '../../helpers/components/find.ts';
import { showsSelected, showsTitles, withSections } from '../../helpers/served/editing.ts';
import { makeCard } from '../../helpers/served/project.ts';
import { openEditor } from '../../helpers/served/serve-project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const adding = dialog('Add New Section');
const editing = dialog('Edit Section');

describe('"Add New Section" dialog', () => {
  // product 5.12
  it('requires a title that is more than spaces', async () => {
    await openEditor();
    await press('Add New Section');
    const save = adding.getByRole('button', { name: 'Add Section' });
    await expect.element(save).toHaveAttribute('aria-disabled', 'true');
    await adding.getByLabelText('Title').fill('   ');
    await userEvent.keyboard('{Enter}');
    await shows(toast('Title Required'));
    await shows(toast('Please enter a title for the section.'));
    expect(requestsOf(calls.createSection)).toEqual([]);
  });

  // product 5.13
  it('disables its save button while the title is blank and while it saves', async () => {
    await openEditor();
    answer(calls.createSection, makeCard(3));
    const { release } = hold(calls.createSection);
    await press('Add New Section');
    const save = adding.getByRole('button', { name: /^(Add Section|Saving)/ });
    for (const [title, disabled] of [
      ['', true],
      ['  ', true],
      ['Sunrise', false],
    ] as const) {
      await adding.getByLabelText('Title').fill(title);
      await expect.poll(() => save.element().getAttribute('aria-disabled')).toBe(disabled ? 'true' : null);
    }
    await save.click();
    await expect.poll(() => requestsOf(calls.createSection)).toHaveLength(1);
    await expect.element(save).toHaveAttribute('aria-disabled', 'true');
    (save.element() as HTMLElement).click();
    release();
    await shows(toast('Section Added'));
    expect(requestsOf(calls.createSection)).toHaveLength(1);
  });

  // product 5.14, 8.37
  it('sends the trimmed title and text, and selects the added section', async () => {
    const { set } = await openEditor();
    answer(calls.createSection, ({ body }) => {
      const card = makeCard(3, { title: body.title, transcription: body.transcription });
      set(withSections((sections) => [...sections, card]));
      return card;
    });
    await press('Add New Section');
    await adding.getByLabelText('Title').fill('  Sunrise ');
    await adding.getByLabelText('Transcription').fill(' It is warm. ');
    await press('Add Section');
    await shows(toast('Section Added'));
    await showsTitles('Section 1', 'Section 2', 'Section 3', 'Sunrise');
    await showsSelected('Sunrise');
    const sent = requestsOf(calls.createSection).map(({ body }) => body);
    const texts = { title: 'Sunrise', transcription: 'It is warm.' };
    expect(sent).toEqual([{ ...texts, videoURL: null, afterId: null, place: 'end' }]);
    await expect.element(button('Reset section')).toHaveAttribute('aria-disabled', 'true');
  });

  // product 2.74
  it.each([
    ['At the beginning', { isAfterFirst: false, place: 'start' }],
    ['After “Section 1”', { isAfterFirst: true, place: 'end' }],
    ['At the end', { isAfterFirst: false, place: 'end' }],
  ])('adds a section where it is chosen: %s', async (name, { isAfterFirst, place }) => {
    const { section } = await openEditor();
    answer(calls.createSection, makeCard(3));
    await press('Add New Section');
    await adding.getByLabelText('Title').fill('Sunrise');
    await adding.getByRole('radio', { name }).click();
    await press('Add Section');
    await shows(toast('Section Added'));
    expect(requestsOf(calls.createSection).map(({ body }) => body)).toEqual([
      {
        title: 'Sunrise',
        transcription: '',
        videoURL: null,
        afterId: isAfterFirst ? section(0).id : null,
        place,
      },
    ]);
  });

  // product 8.16
  it('keeps its input when adding fails, and shows why the server refused it', async () => {
    await openEditor();
    refuse(calls.createSection, 500);
    await press('Add New Section');
    await adding.getByLabelText('Title').fill('Sunrise');
    await press('Add Section');
    await shows(toast('Add Section Failed'));
    await shows(toast('Failed to add the new section. Please try again. No.'));
    await expect.element(adding.getByLabelText('Title')).toHaveValue('Sunrise');
    const reason = 'This file is not a usable video or image. It is incomplete: its end is missing.';
    refuse(calls.createSection, 422, reason);
    await press('Add Section');
    await shows(toast(`Failed to add the new section. Please try again. ${reason}`));
    await shows(toast('Add Section Failed'));
  });
});

describe('"Edit Section" dialog', () => {
  // product 5.18, 5.19, 7.21, 8.36
  itInFullTier('sends only changed fields, and nothing without a change', async () => {
    await openEditor();
    await press('Edit Section');
    await press('Save Changes');
    await lacks(editing);
    await press('Edit Section');
    await editing.getByLabelText('Transcription').fill('Another text.');
    await press('Save Changes');
    await shows(toast('Section Updated'));
    const sent = requestsOf(calls.updateSection).map(({ body }) => body);
    expect(sent).toEqual([{ transcription: 'Another text.' }]);
  });

  it('leaves the section as it was when saving fails', async () => {
    await openEditor();
    refuse(calls.updateSection, 500);
    await press('Edit Section');
    await editing.getByLabelText('Title').fill('Another');
    await press('Save Changes');
    await shows(toast('Update Failed'));
    await shows(toast('Failed to update the section. Please try again. No.'));
    await showsTitles('Section 1', 'Section 2', 'Section 3');
  });

  // product 8.15
  itInFullTier(
    "reports 'Update Failed' with its sentence, and then the reason if the server gave one",
    async () => {
      await openEditor();
      await press('Edit Section');
      await editing.getByLabelText('Title').fill('Another');
      disconnect(calls.updateSection);
      await press('Save Changes');
      await shows(toast('Update Failed'));
      await shows(toast('Failed to update the section. Please try again.'));
      for (const [status, reason] of [
        [404, 'There is no such section.'],
        [409, 'The section changed meanwhile.'],
        [422, 'The end is before the start.'],
        [429, 'Too many requests.'],
        [503, 'The database is away.'],
      ] as const) {
        refuse(calls.updateSection, status, reason);
        await press('Save Changes');
        await shows(toast(`Failed to update the section. Please try again. ${reason}`));
        await shows(toast('Update Failed'));
      }
    },
  );
});
