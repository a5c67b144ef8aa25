import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Section } from '#contract/sections.ts';
import { answer, refuse, requestsOf } from '../../helpers/components/answers.ts';
import { button, dialog, openTab, press, region, shows, toast } from '../../helpers/components/find.ts';
import { makeUserWith } from '../../helpers/served/account.ts';
import {
  answerByLanguage,
  answerRedo,
  answerUndo,
  answerUpdates,
  withSection,
} from '../../helpers/served/edits.ts';
import { makeCard, makeSection } from '../../helpers/served/project.ts';
import type { ServedProject } from '../../helpers/served/serve-project.ts';
import {
  makeSpoken,
  openServed,
  row,
  selectedIs,
  serveSpoken,
  textField,
  TRANSCRIPT,
} from '../../helpers/served/spoken-editor.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const NARRATED = { voice: 'narrated', narrated: true } as const;
const MUTED = { sound: 'muted', voice: 'muted', voiceReason: 'chosen' } as const;
const REWRITTEN = 'Nobody has ever seen where the water comes from.';
const CHANGE = 'Change the sound of "Section 1"';

/** Opens an editor of these sections, whose videos have audio. */
async function open(sections: Section[] = makeSpoken()): Promise<ServedProject> {
  const served = serveSpoken(
    sections.map((section) => ({
      ...section,
      preview: section.preview && { ...section.preview, peaksUrl: '/media/peaks.json' },
    })),
  );
  await openServed(served);
  return served;
}

/** The label of a section's row. */
const label = (n: number) =>
  page
    .getByRole('list', { name: /^Sections/ })
    .getByRole('button', { name: new RegExp(`^Sound of Section ${n}: `) });
const inDetails = region('Selected section').getByRole('button', { name: /^Sound of/ });
const item = (name: string) => page.getByRole('menuitemradio', { name: new RegExp(`^${name}`) });
const labelIs = async (n: number, text: string) => {
  await expect.element(label(n)).toHaveAccessibleName(`Sound of Section ${n}: ${text}`);
};
async function choose(n: number, name: string): Promise<void> {
  await label(n).click();
  await item(name).click();
}
/** The choice beside the text of the selected section. */
const voice = (name: string) =>
  page.getByRole('group', { name: 'Voice of this text' }).getByRole('radio', { name });
const isMuted = () => document.querySelector('video')?.muted;
const focusIsOn = async (name: string) => {
  const focused = () => document.activeElement!;
  await expect.poll(() => focused().role).toBe('menuitemradio');
  await expect.poll(() => focused().textContent).toMatch(new RegExp(`^${name}`));
};

describe('section sound', () => {
  // product 4.59
  itInFullTier('keeps the speaker for a corrected text and for another text', async () => {
    const served = await open();
    answerUpdates(served, (_, { transcription }) => ({
      textSource: 'written',
      voiceReason: transcription?.includes('brook') ? 'corrected' : 'other_text',
    }));
    await labelIs(1, "Speaker's voice");
    const field = await textField();
    await field.fill(TRANSCRIPT.replace('stream', 'brook'));
    await openTab('Sound');
    await shows(page.getByText('Keeps the speaker’s voice. Your corrections change the captions only.'));
    await labelIs(1, "Speaker's voice");
    await openTab('Text');
    await field.fill(REWRITTEN);
    await openTab('Sound');
    await shows(page.getByText('Keeps the speaker’s voice. Captions show your text.'));
    await labelIs(1, "Speaker's voice");
    await openTab('Text');
    await expect.element(voice('Captions only')).toBeChecked();
    expect(requestsOf(calls.updateSection).filter(({ body }) => 'sound' in body)).toEqual([]);
  });

  // product 19.15
  itInFullTier('reads a rewritten text aloud or only captions it, as chosen beside the text', async () => {
    const served = await open();
    answerUpdates(served, (before, { sound = before.sound }) => ({
      textSource: 'written',
      ...(sound === 'narrated'
        ? { ...NARRATED, voiceReason: 'chosen' }
        : { narrated: false, voice: 'original', voiceReason: 'other_text' }),
    }));
    await (await textField()).fill(REWRITTEN);
    await expect.poll(() => requestsOf(calls.updateSection)).toHaveLength(1);
    await voice('Read my text aloud').click();
    await labelIs(1, 'Narrated in English');
    await expect.poll(() => requestsOf(calls.updateSection).at(-1)!.body).toEqual({ sound: 'narrated' });
    await voice('Captions only').click();
    await labelIs(1, "Speaker's voice");
    await expect.poll(() => requestsOf(calls.updateSection).at(-1)!.body).toEqual({ sound: 'auto' });
    await expect.element(voice('Captions only')).toHaveFocus();
  });

  // product 19.15
  it('keeps the original audio in every language if a narration in another language is declined', async () => {
    const served = await open();
    answerByLanguage(served, (_, code) =>
      code === 'hi'
        ? { ...NARRATED, textSource: 'written', textLanguage: 'hi', voiceReason: 'other_language' }
        : {},
    );
    await labelIs(1, "Speaker's voice");
    await page.getByRole('combobox', { name: 'Language' }).selectOptions('hi');
    await expect.element(voice('Read my text aloud')).toBeChecked();
    await voice('Captions only').click();
    await expect.poll(() => requestsOf(calls.updateSection).at(-1)!.body).toEqual({ sound: 'original' });
  });

  // product 19.15
  itInFullTier('saves the chosen voice with a text that is rewritten in the dialog', async () => {
    answerUpdates(await open(), () => ({ textSource: 'written', ...NARRATED, voiceReason: 'chosen' }));
    await press('Edit Section');
    const form = dialog('Edit Section');
    await expect.element(form.getByRole('radio', { name: 'Captions only' })).toBeChecked();
    await form.getByRole('textbox', { name: 'Transcription' }).fill(REWRITTEN);
    await form.getByRole('radio', { name: 'Read my text aloud' }).click();
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await expect
      .poll(() => requestsOf(calls.updateSection).map(({ body }) => body))
      .toEqual([{ transcription: REWRITTEN, sound: 'narrated' }]);
  });

  it('narrates a section in a language other than the spoken one', async () => {
    const served = await open();
    answerByLanguage(served, (_, code) =>
      code === 'hi' ? { ...NARRATED, voiceReason: 'other_language' } : {},
    );
    await labelIs(2, "Speaker's voice");
    expect(label(2).element().textContent).toBe("Speaker's voice");
    await page.getByRole('combobox', { name: 'Language' }).selectOptions('hi');
    await labelIs(2, 'Narrated in Hindi');
  });

  it('mutes a section and its preview on a click, but no other section', async () => {
    answerUpdates(await open(), () => MUTED);
    await shows(page.getByText('3 sections to render'));
    await expect.poll(isMuted).toBe(false);
    await choose(1, 'Muted');
    await labelIs(1, 'Muted');
    await openTab('Sound');
    await expect.element(inDetails).toHaveTextContent('Muted');
    await shows(button('Muted in the film'));
    await expect.poll(isMuted).toBe(true);
    await expect
      .poll(() => requestsOf(calls.updateSection).map(({ body }) => body))
      .toEqual([{ sound: 'muted' }]);
    await row('Section 2').click();
    await expect.poll(isMuted).toBe(false);
  });

  it('restores the sound and selects its section on Undo, and mutes it again on Redo', async () => {
    const [first, ...rest] = makeSpoken();
    const served = await open([{ ...first!, ...MUTED }, ...rest]);
    const id = served.section(0).id;
    await served.change((project) => ({ ...project, history: { undo: CHANGE, redo: null } }));
    answerUndo(served, CHANGE, (project) =>
      withSection(project, id, { sound: 'auto', voice: 'original', voiceReason: 'as_spoken' }),
    );
    answerRedo(served, CHANGE, (project) => withSection(project, id, MUTED));
    await labelIs(1, 'Muted');
    await row('Section 2').click();
    await press(`Undo: ${CHANGE}`);
    await labelIs(1, "Speaker's voice");
    await selectedIs('Section 1');
    await expect.poll(isMuted).toBe(false);
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    await labelIs(1, 'Muted');
  });

  it('changes the sound by keyboard, and returns the focus to its label', async () => {
    answerUpdates(await open(), () => ({ ...NARRATED, voiceReason: 'chosen' }));
    await labelIs(2, "Speaker's voice");
    (label(2).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await focusIsOn('Automatic');
    await userEvent.keyboard('{ArrowDown}');
    await focusIsOn('Original');
    await userEvent.keyboard('{ArrowDown}');
    await focusIsOn('Narrated');
    await userEvent.keyboard('{Enter}');
    await labelIs(2, 'Narrated in English');
    await expect.element(label(2)).toHaveFocus();
    await expect
      .poll(() => requestsOf(calls.updateSection).map(({ body }) => body))
      .toEqual([{ sound: 'narrated' }]);
    // The keys selected, moved or deleted nothing else.
    await selectedIs('Section 1');
  });

  it('reports that a section has no text to narrate', async () => {
    const served = await open(makeSpoken([{ transcription: '', voiceReason: 'no_text' }, {}]));
    answerUpdates(served, () => ({ voice: 'original', voiceReason: 'no_text' }));
    await labelIs(1, "Speaker's voice");
    await choose(1, 'Narrated');
    await labelIs(1, 'No text to narrate');
    await openTab('Sound');
    await shows(page.getByText('There is no text to narrate. Until you add some, the original sound plays.'));
    await expect
      .poll(() => requestsOf(calls.updateSection).map(({ body }) => body))
      .toEqual([{ sound: 'narrated' }]);
  });

  it('reports that a title card has no audio', async () => {
    const served = await open([makeCard(0, { title: 'Section 1' }), makeSection(1)]);
    answerUpdates(served, () => ({ voice: 'silent', voiceReason: 'no_sound' }));
    await labelIs(1, 'Silent');
    await choose(1, 'Original');
    await openTab('Sound');
    await shows(page.getByText('Silent, because images and titles have no sound of their own.'));
    await labelIs(1, 'Silent');
  });

  it('saves the choice only on Save without auto-save, and keeps it if saving fails', async () => {
    answer(calls.readUser, makeUserWith({ autoSave: false }));
    const served = await open();
    await choose(1, 'Muted');
    await labelIs(1, 'Muted');
    refuse(calls.updateSection, 503);
    await press('Save');
    await shows(toast('Update Failed'));
    await labelIs(1, 'Muted');
    // The refused request is the first one.
    await expect.poll(() => requestsOf(calls.updateSection)).toHaveLength(1);
    answerUpdates(served, () => MUTED);
    await press('Try Again');
    await expect.poll(() => served.section(0).sound).toBe('muted');
    await expect.poll(() => requestsOf(calls.updateSection).at(-1)!.body).toEqual({ sound: 'muted' });
  });

  // product 4.59
  itInFullTier('applies the last of several choices in quick succession', async () => {
    const served = await open();
    const voices = { auto: 'original', original: 'original', narrated: 'narrated', muted: 'muted' } as const;
    answerUpdates(served, (_, { sound }) => ({
      voice: voices[sound!],
      voiceReason: 'chosen',
      narrated: sound === 'narrated',
    }));
    for (const name of ['Muted', 'Narrated', 'Original', 'Muted', 'Original']) await choose(1, name);
    await labelIs(1, "Speaker's voice");
    await openTab('Sound');
    await shows(page.getByText('Plays the original sound, as you chose. Captions show the text.'));
    await expect.poll(() => served.section(0).sound).toBe('original');
  });
});
