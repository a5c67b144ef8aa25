import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Section, SectionWords } from '#contract/sections.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { button, dialog, press, shows, toast } from '../../helpers/components/find.ts';
import { answerByLanguage, answerUndo } from '../../helpers/served/edits.ts';
import type { ServedProject } from '../../helpers/served/serve-project.ts';
import {
  hasFocus,
  makeSpoken,
  openServed,
  openSpoken,
  otherText,
  positionIs,
  pressText,
  row,
  selectedIs,
  serveSpoken,
  SPOKEN,
  spokenIn,
  toolbar,
  word,
} from '../../helpers/served/spoken-editor.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const namesIn = (element: Element) => () =>
  [...element.querySelectorAll('[data-speaker]')].map((name) => name.textContent);
const namesOver = (id: string) => () => namesIn(otherText(id))();
const selectedNames = () => namesIn(toolbar.element())();
const idsOf = ({ current }: ServedProject) => current().sections.map(({ id }) => id);

/** The words of a section, of which Ann speaks the first four, and the second speaker the others. */
const saidBy =
  (second: () => string) =>
  (section: Section): SectionWords => {
    const { words, ...rest } = spokenIn(section);
    return {
      ...rest,
      words: words.map((one, at) => ({ ...one, speaker: at < 4 ? 'Ann' : second() })),
    };
  };
const makeTalk = () => makeSpoken([0, 1, 2].map(() => ({ tellsSpeakers: true })));

describe('speaker names', () => {
  // product 19.16
  it('goes to the first word of a turn on a press on its name, and to any other word on a press', async () => {
    const served = await openSpoken(
      makeTalk(),
      saidBy(() => 'Bob'),
    );
    const [, second, third] = idsOf(served);
    await expect.poll(namesOver(second!)).toEqual(['Ann', 'Bob']);
    await pressText(second!, 'small');
    await selectedIs('Section 2');
    await positionIs(16);
    await expect.poll(namesOver(third!)).toEqual(['Ann', 'Bob']);
    await pressText(third!, 'Bob');
    await selectedIs('Section 3');
    await positionIs(25);
  });

  it('moves over names by the arrow keys, and leaves them out of a selection', async () => {
    await openSpoken(
      makeTalk(),
      saidBy(() => 'Bob'),
    );
    (word(SPOKEN[3]!).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await hasFocus('Bob');
    await userEvent.keyboard('{ArrowRight}');
    await hasFocus(SPOKEN[4]!);
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    const pressed = () =>
      [...document.querySelectorAll('[data-word][aria-pressed=true]')].map((one) => one.textContent);
    await expect.poll(pressed).toEqual([SPOKEN[3], SPOKEN[4]]);
  });

  it('shows the names above words that are cut out', async () => {
    const served = await openSpoken(
      makeTalk(),
      saidBy(() => 'Bob'),
    );
    const [first] = idsOf(served);
    (word(SPOKEN[4]!).element() as HTMLElement).focus();
    await userEvent.keyboard('{Delete}');
    await expect.poll(() => served.section(0).cuts.length).toBe(1);
    await row('Section 2').click();
    await selectedIs('Section 2');
    const struckTexts = () => [...otherText(first!).querySelectorAll('s')].map((one) => one.textContent);
    await expect.poll(struckTexts).toEqual([SPOKEN[4]]);
    expect(namesOver(first!)()).toEqual(['Ann', 'Bob']);
  });

  // product 19.16
  it('shows no names in a translation', async () => {
    const served = serveSpoken(
      makeTalk(),
      saidBy(() => 'Bob'),
    );
    answerByLanguage(served, (_, code) =>
      code === 'hi'
        ? {
            transcription: 'नदी',
            textSource: 'translated',
            textLanguage: 'hi',
            narrated: true,
            voice: 'narrated',
          }
        : {},
    );
    await openServed(served, 'hi');
    const second = idsOf(served)[1]!;
    await expect.poll(() => document.querySelector(`[data-other-text="${second}"]`)?.textContent).toBe('नदी');
    expect(namesOver(second)()).toEqual([]);
  });
});

describe('speaker rename', () => {
  // product 19.16
  itInFullTier(
    'renames a speaker by keyboard in every section, returns the focus, and restores the name on Undo',
    async () => {
      let bob = 'Bob';
      const served = await openSpoken(
        makeTalk(),
        saidBy(() => bob),
      );
      const [, ...others] = idsOf(served);
      /** The words after a rename, which have another key. */
      const rename = (name: string) => {
        bob = name;
        served.set((project) => ({
          ...project,
          sections: project.sections.map((section) => ({ ...section, wordsKey: `${name}-${section.id}` })),
        }));
      };
      answer(calls.renameSpeaker, ({ body }) => {
        rename(body.name);
        return { sections: 3 };
      });
      (word(SPOKEN[3]!).element() as HTMLElement).focus();
      await userEvent.keyboard('{ArrowRight}{Enter}');
      const box = dialog('Rename Speaker');
      await expect.element(box.getByRole('textbox', { name: 'Name' })).toHaveFocus();
      const submit = box.getByRole('button', { name: 'Rename' });
      await expect.element(submit).toHaveAttribute('aria-disabled', 'true');
      // The name is selected: the key deletes it, and no word of the film.
      await userEvent.keyboard('{Delete}  Doctor Bob ');
      await submit.click();
      await shows(toast('Speaker Renamed'));
      await shows(toast('Bob is Doctor Bob in 3 sections.'));
      await expect.poll(selectedNames).toEqual(['Ann', 'Doctor Bob']);
      for (const id of others) await expect.poll(namesOver(id)).toEqual(['Ann', 'Doctor Bob']);
      await hasFocus('Doctor Bob');
      await expect
        .poll(() => requestsOf(calls.renameSpeaker).map(({ body }) => body))
        .toEqual([{ speaker: 'Bob', name: 'Doctor Bob' }]);
      expect(requestsOf(calls.updateSection)).toEqual([]);
      answerUndo(served, 'Rename a speaker', (project) => project);
      await served.change((project) => ({ ...project, history: { undo: 'Rename a speaker', redo: null } }));
      rename('Bob');
      await press('Undo: Rename a speaker');
      await expect.poll(selectedNames).toEqual(['Ann', 'Bob']);
    },
  );

  // product 19.16
  it('opens the rename dialog on a press on a name', async () => {
    await openSpoken(
      makeTalk(),
      saidBy(() => 'Bob'),
    );
    await button('Bob: rename').click();
    await expect.element(dialog('Rename Speaker').getByRole('textbox', { name: 'Name' })).toHaveValue('Bob');
  });
});
