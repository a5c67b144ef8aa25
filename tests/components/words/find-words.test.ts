import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, hold, refuse, requestsOf } from '../../helpers/components/answers.ts';
import { lacks, press, shows, toast } from '../../helpers/components/find.ts';
import { answerUndo } from '../../helpers/served/edits.ts';
import type { ServedProject } from '../../helpers/served/serve-project.ts';
import {
  makeSpoken,
  openServed,
  openSpoken,
  rowTitles,
  selectedIs,
  serveSpoken,
  textField,
  TRANSCRIPT,
} from '../../helpers/served/spoken-editor.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const TEXTS = ['A river begins. The River ends.', 'Nothing here.', 'Two rivers, one river'];
const bar = () => document.querySelector('search');
const find = page.getByRole('textbox', { name: 'Find', exact: true });
const replacement = page.getByRole('textbox', { name: 'Replace with' });
const counts = async (words: string) => {
  await expect.poll(() => bar()?.querySelector('p')?.textContent).toBe(words);
};
const reports = async (sentence: string) => {
  await expect.poll(() => bar()?.textContent).toContain(sentence);
};
const matchText = () => bar()!.querySelector('mark')?.textContent;
const marks = () => [...document.querySelectorAll('[data-word] mark')].map((mark) => mark.textContent);

/** Opens an editor of three narrated sections, whose texts contain "river" four times. */
async function open(): Promise<ServedProject> {
  const narrated = { narrated: true, voice: 'narrated', textSource: 'written' } as const;
  const served = serveSpoken(makeSpoken(TEXTS.map((transcription) => ({ transcription, ...narrated }))));
  await openServed(served);
  await textField();
  return served;
}

const withTexts =
  (texts: readonly string[]) =>
  (project: ReturnType<ServedProject['current']>): ReturnType<ServedProject['current']> => ({
    ...project,
    sections: project.sections.map((section, at) => ({ ...section, transcription: texts[at]! })),
  });

/** Answers a replacement with these texts. */
const answerReplace = (
  served: ServedProject,
  texts: string[],
  result: { replaced: number; sections: number },
) =>
  answer(calls.replaceText, () => {
    served.set(withTexts(texts));
    return result;
  });

describe('find', () => {
  // product 24.1
  itInFullTier('steps through the matches of all sections by keyboard', async () => {
    await open();
    await userEvent.keyboard('{Control>}f{/Control}river');
    await counts('4 found');
    await userEvent.keyboard('{Enter}');
    await counts('1 of 4');
    await userEvent.keyboard('{Enter}{Enter}');
    await counts('3 of 4');
    await selectedIs('Section 3');
    expect(matchText()).toBe('river');
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
    await counts('2 of 4');
    await selectedIs('Section 1');
    expect(matchText()).toBe('River');
  });

  it('selects a match in its text on Enter, and closes on Escape', async () => {
    await open();
    await userEvent.keyboard('{Control>}f{/Control}river');
    await counts('4 found');
    await userEvent.keyboard('{Enter}{Enter}');
    await counts('2 of 4');
    (page.getByRole('button', { name: /The River ends/ }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    const field = page.getByRole('textbox', { name: 'Transcription' });
    await expect.element(field).toHaveFocus();
    const { selectionStart, selectionEnd } = field.element() as HTMLTextAreaElement;
    expect([selectionStart, selectionEnd]).toEqual([20, 25]);
    await userEvent.keyboard('{Control>}f{/Control}');
    await expect.element(find).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await lacks(find);
    expect(bar()).toBeNull();
  });

  it('distinguishes case and whole words on request', async () => {
    await open();
    await userEvent.keyboard('{Control>}f{/Control}river');
    await counts('4 found');
    await press('Match case');
    await counts('3 found');
    await press('Whole words');
    await counts('2 found');
    expect(requestsOf(calls.replaceText)).toEqual([]);
  });

  // product 24.1
  it('marks the current match in the text of the film until it closes', async () => {
    await openSpoken(makeSpoken([0, 1, 2].map(() => ({ transcription: `${TRANSCRIPT}.` }))));
    await press('Find and replace');
    await find.fill('small stream');
    await counts('3 found');
    await userEvent.keyboard('{Enter}{Enter}');
    await counts('2 of 3');
    await expect.poll(marks).toEqual(['small', 'stream']);
    await selectedIs('Section 2');
    await userEvent.keyboard('{Escape}');
    await expect.poll(marks).toEqual([]);
  });
});

describe('replace', () => {
  // product 24.3
  itInFullTier('replaces one match after the other, and skips the replacement', async () => {
    const served = await open();
    const [, second, third] = TEXTS as [string, string, string];
    await press('Find and replace');
    await find.fill('river');
    await replacement.fill('rivers');
    await counts('4 found');
    await find.click();
    await userEvent.keyboard('{Enter}');
    await counts('1 of 4');
    answerReplace(served, ['A rivers begins. The River ends.', second, third], { replaced: 1, sections: 1 });
    await replacement.click();
    await userEvent.keyboard('{Enter}');
    await shows(toast('Text Replaced'));
    await counts('2 of 4');
    answerReplace(served, ['A rivers begins. The rivers ends.', second, third], { replaced: 1, sections: 1 });
    await userEvent.keyboard('{Enter}');
    await counts('3 of 4');
    await selectedIs('Section 3');
    const search = { find: 'river', matchCase: false, wholeWords: false, replacement: 'rivers' };
    const only = { sectionId: served.section(0).id, in: 'text' };
    await expect
      .poll(() => requestsOf(calls.replaceText).map(({ body }) => body))
      .toEqual([
        { ...search, only: { ...only, at: 2 } },
        { ...search, only: { ...only, at: 21 } },
      ]);
  });

  // product 24.3
  it('replaces all matches with one call, and restores them on Undo', async () => {
    const served = await open();
    const replaced = ['A stream begins. The stream ends.', 'Nothing here.', 'Two streams, one stream'];
    answerReplace(served, replaced, { replaced: 4, sections: 2 });
    await press('Find and replace');
    await find.fill('river');
    await replacement.fill('stream');
    await counts('4 found');
    await press('Replace all');
    await shows(toast('Replaced 4 in 2 sections.'));
    await counts('Nothing found');
    const [sent] = requestsOf(calls.replaceText);
    expect(sent!.query.language).toBe('en');
    expect(sent!.body).toEqual({ find: 'river', matchCase: false, wholeWords: false, replacement: 'stream' });
    answerUndo(served, 'Replace "river" with "stream"', withTexts(TEXTS));
    await page
      .getByRole('region', { name: /^Notification/ })
      .getByRole('button', { name: 'Undo' })
      .click();
    await counts('4 found');
  });

  // product 24.4
  it('saves a text that was just typed before it replaces all matches', async () => {
    const served = await open();
    const field = await textField();
    const { release } = hold(calls.updateSection);
    const lakes = ['A lake, and one more lake.', 'Nothing here.', 'Two lakes, one lake'];
    answerReplace(served, lakes, { replaced: 4, sections: 2 });
    await field.fill('A river, and one more river.');
    await press('Find and replace');
    await find.fill('river');
    await counts('4 found');
    await replacement.fill('lake');
    await press('Replace all');
    await expect
      .poll(() => requestsOf(calls.updateSection).map(({ body }) => body))
      .toEqual([{ transcription: 'A river, and one more river.' }]);
    expect(requestsOf(calls.replaceText)).toEqual([]);
    release();
    await shows(toast('Replaced 4 in 2 sections.'));
    await expect.element(field).toHaveValue(lakes[0]!);
  });

  // product 24.5
  itInFullTier('shows why the server rejects a replacement, and keeps the typed replacement', async () => {
    await open();
    await press('Find and replace');
    await find.fill('river');
    await counts('4 found');
    await userEvent.keyboard('{Enter}');
    await counts('1 of 4');
    const changed = 'This text has changed in the meantime. Please check it again.';
    refuse(calls.replaceText, 409, changed);
    await replacement.fill('lake');
    await press('Replace');
    await reports(changed);
    await find.fill('Section 2');
    await replacement.fill('');
    await counts('1 found');
    const untitled = '"Section 2" would have no title. Nothing was replaced.';
    refuse(calls.replaceText, 422, untitled);
    await press('Replace all');
    await reports(untitled);
    expect(rowTitles()).toEqual(['Section 1', 'Section 2', 'Section 3']);
    await expect.element(find).toHaveValue('Section 2');
    await selectedIs('Section 1');
    await expect.element(await textField()).toHaveValue(TEXTS[0]!);
  });
});
