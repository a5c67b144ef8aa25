import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { button, lacks, press, shows, text, toast } from '../../helpers/components/find.ts';
import { answerUndo, answerUpdates, withSection } from '../../helpers/served/edits.ts';
import {
  hasFocus,
  makeSpoken,
  openSpoken,
  positionIs,
  selectedIs,
  spokenIn,
  textField,
  toolbar,
  word,
  wordTexts,
} from '../../helpers/served/spoken-editor.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const TEXT = 'The river begins, as a small stream here.';

/** Opens sections of which these have two uncertain words: "river" and "stream". */
const open = (uncertain = [0]) =>
  openSpoken(
    makeSpoken([0, 1, 2].map((at) => (uncertain.includes(at) ? { transcription: TEXT } : {}))),
    (section) => {
      const spoken = spokenIn(section);
      if (!uncertain.includes(section.position)) return spoken;
      const words = spoken.words.map((one) =>
        /river|stream/.test(one.text) ? { ...one, confidence: 0.2 } : one,
      );
      return { ...spoken, words };
    },
  );
const field = (transcribed: string) => page.getByRole('textbox', { name: `Transcribed as “${transcribed}”` });
const marked = () => [...document.querySelectorAll('[data-word][data-unsure]')].map((one) => one.textContent);
const bodies = () => requestsOf(calls.updateSection).map(({ body }) => body);

/** Goes to the next uncertain word by its key, and leaves it as transcribed. */
async function goToNext(transcribed: string): Promise<void> {
  await userEvent.keyboard('u');
  await expect.element(field(transcribed)).toHaveFocus();
  await userEvent.keyboard('{Escape}');
}

describe('uncertain words', () => {
  // product 11.8
  it('underlines uncertain words with dots, names them, and counts them', async () => {
    await open();
    expect(marked()).toEqual(['river', 'stream']);
    for (const transcribed of ['river', 'stream']) {
      const one = toolbar.getByRole('button', { name: `${transcribed}, may be wrong`, exact: true });
      expect(getComputedStyle(one.element()).textDecorationStyle).toBe('dotted');
    }
    await shows(text('2 words may be wrong (underlined).'));
  });

  // product 11.8
  itInFullTier('goes to an uncertain word half a second early on U, and saves its correction', async () => {
    await open();
    await userEvent.keyboard('u');
    await expect.element(field('river')).toHaveFocus();
    await positionIs(1.5);
    await field('river').fill('brook');
    await userEvent.keyboard('{Enter}');
    await expect.poll(bodies).toEqual([{ transcription: TEXT.replace('river', 'brook') }]);
    await shows(text('1 word may be wrong (underlined).'));
    expect(marked()).toEqual(['stream']);
  });

  it('leaves an uncertain word as transcribed on Escape, and returns the focus', async () => {
    await open();
    await userEvent.keyboard('u');
    await expect.element(field('river')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await lacks(field('river'));
    await hasFocus('river');
    await userEvent.keyboard('u');
    await expect.element(field('stream')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await hasFocus('stream');
    await press('Next uncertain word');
    await expect.element(field('river')).toHaveFocus();
    expect(bodies()).toEqual([]);
  });

  // product 11.23
  it('confirms a withheld word, which stays out of captions until then', async () => {
    const served = await openSpoken(makeSpoken([{ transcription: TEXT }]), (section) => {
      const spoken = spokenIn(section);
      const withhold = { confidence: 0, withheld: true } as const;
      const words = spoken.words.map((one) => (one.text === 'river' ? { ...one, ...withhold } : one));
      return { ...spoken, words: section.wordsKey === 'confirmed' ? spoken.words : words };
    });
    await userEvent.keyboard('u');
    await expect.element(field('river')).toHaveFocus();
    await shows(
      page.getByText('It’s left out of captions, narrations and exports until you confirm or correct it.'),
    );
    answer(calls.confirmWord, () => {
      served.set((project) => withSection(project, served.section(0).id, { wordsKey: 'confirmed' }));
      return { sections: 1 };
    });
    await press('Confirm “river”');
    await shows(toast('Word Confirmed'));
    await expect.poll(marked).toEqual([]);
    expect(requestsOf(calls.confirmWord).map(({ body }) => body)).toEqual([{ start: 2, text: 'river' }]);
  });

  it('offers no confirmation of a word that is only uncertain', async () => {
    await open();
    await userEvent.keyboard('u');
    await expect.element(field('river')).toHaveFocus();
    await shows(button('Keep as transcribed'));
    await lacks(page.getByRole('button', { name: /^Confirm/ }));
  });

  itInFullTier('marks a corrected word again after Undo', async () => {
    const served = await open();
    await userEvent.keyboard('u');
    await field('river').fill('brook');
    await userEvent.keyboard('{Enter}');
    await expect.poll(marked).toEqual(['stream']);
    await expect.poll(() => bodies().length).toBe(1);
    answerUndo(served, 'Edit', (project) =>
      withSection(project, served.section(0).id, { transcription: TEXT }),
    );
    await served.change((project) => ({ ...project, history: { undo: 'Edit', redo: null } }));
    await press('Undo: Edit');
    await expect.poll(marked).toEqual(['river', 'stream']);
  });

  // product 11.8
  itInFullTier('goes through the uncertain words of the whole film, also from a text field', async () => {
    await open([0, 2]);
    expect(marked()).toEqual(['river', 'stream']);
    await goToNext('river');
    await goToNext('stream');
    await goToNext('river');
    await selectedIs('Section 3');
    const rewritten = await textField();
    // Inside the field, the key types a letter.
    (rewritten.element() as HTMLElement).focus();
    await userEvent.keyboard('{Tab}');
    await goToNext('river');
    await goToNext('stream');
    // The first word of the film follows its last one.
    await goToNext('river');
    await selectedIs('Section 1');
  });

  // product 11.8
  it('reports that no word is uncertain', async () => {
    await open([]);
    await userEvent.keyboard('u');
    await shows(toast('No Uncertain Words'));
    expect(marked()).toEqual([]);
  });
});

describe('word correction', () => {
  // product 19.11
  itInFullTier(
    'corrects a word by keyboard in the captions only, and names the word that was transcribed',
    async () => {
      const served = await open();
      const corrected = TEXT.replace('begins', 'starts');
      answerUpdates(served, () => ({ textSource: 'written', voiceReason: 'corrected' }));
      (word('begins').element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
      (button('Correct').element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
      await expect.element(field('begins')).toHaveFocus();
      await shows(page.getByText('Only the captions change, not the voice.'));
      await field('begins').fill('starts');
      await userEvent.keyboard('{Enter}');
      await expect.poll(bodies).toEqual([{ transcription: corrected }]);
      // The words are the text, with its punctuation.
      await expect.poll(() => wordTexts().join(' ')).toBe(corrected);
      expect(document.querySelector('[data-word="2"]')!.getAttribute('title')).toBe(
        'Transcribed as “begins”',
      );
      await press('Correct');
      await expect.element(field('begins')).toHaveValue('starts');
    },
  );

  // product 19.11
  it('opens for a word on a double click', async () => {
    await open();
    await word('begins').dblClick();
    await expect.element(field('begins')).toHaveFocus();
  });
});
