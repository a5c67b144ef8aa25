import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { requestsOf } from '../../helpers/components/answers.ts';
import { button, press, shows, toast } from '../../helpers/components/find.ts';
import { answerUndo, withSection } from '../../helpers/served/edits.ts';
import {
  item,
  makeSpoken,
  openSpoken,
  rowTitles,
  spokenIn,
  struckWords,
  toolbar,
  word,
} from '../../helpers/served/spoken-editor.ts';

const CUT = { startMs: 3000, endMs: 4950 };
const cuts = () => requestsOf(calls.updateSection).map(({ body }) => body.cuts);
const focus = (text: string) => (word(text).element() as HTMLElement).focus();
const inFirstRow = (length: string) => item(0).getByText(length, { exact: true });
const openCut = () => openSpoken(makeSpoken([{ cuts: [CUT] }, {}, {}]));

describe('cut words', () => {
  // product 19.4
  it('cuts the selected words and the pause after them on Delete, and strikes them through', async () => {
    await openSpoken();
    focus('begins');
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{Delete}');
    await expect.poll(cuts).toEqual([[CUT]]);
    await expect.poll(struckWords).toEqual(['begins', 'as']);
    await shows(inFirstRow('0:08.05'));
    // The key deletes no section.
    expect(rowTitles()).toEqual(['Section 1', 'Section 2', 'Section 3']);
    await expect.element(word('begins')).toHaveAccessibleName('begins, cut out: restore');
  });

  // product 19.5
  it('restores cut words on Enter, and cuts them again on Undo', async () => {
    const served = await openCut();
    await expect.poll(struckWords).toEqual(['begins', 'as']);
    focus('begins');
    await userEvent.keyboard('{Enter}');
    await expect.poll(cuts).toEqual([[]]);
    await expect.poll(struckWords).toEqual([]);
    await shows(inFirstRow('0:10.00'));
    answerUndo(served, 'Edit', (project) => withSection(project, served.section(0).id, { cuts: [CUT] }));
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(struckWords).toEqual(['begins', 'as']);
  });

  // product 19.4
  it('cuts the words between a press and a Shift press', async () => {
    await openSpoken();
    await word('river').click();
    await word('as').click({ modifiers: ['Shift'] });
    await press('Cut');
    await expect.poll(cuts).toEqual([[{ startMs: 2000, endMs: 4950 }]]);
    await expect.poll(struckWords).toEqual(['river', 'begins', 'as']);
  });

  // product 19.5
  it('restores one of several cut words on Backspace', async () => {
    await openSpoken(makeSpoken([{ cuts: [{ startMs: 2000, endMs: 4950 }] }]));
    focus('begins');
    await userEvent.keyboard('{Backspace}');
    await expect.poll(struckWords).toEqual(['river', 'as']);
    const remainingRanges = [
      { startMs: 2000, endMs: 3000 },
      { startMs: 3950, endMs: 4950 },
    ];
    await expect.poll(cuts).toEqual([remainingRanges]);
  });

  it('rejects a cut that leaves less than half a second of its section', async () => {
    const [section] = makeSpoken([{ startTime: 1, endTime: 1.6, transcription: 'The' }]);
    await openSpoken([section!], (one) => {
      const { words, ...rest } = spokenIn({ ...one, startTime: 0 });
      return { ...rest, words: words.slice(0, 1), cutWords: words.slice(1) };
    });
    focus('The');
    await userEvent.keyboard('{Delete}');
    await shows(toast('Cannot Cut This'));
    expect(struckWords()).toEqual([]);
    // A later edit sends no cut.
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.fill('Renamed');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => requestsOf(calls.updateSection).map(({ body }) => body))
      .toEqual([{ title: 'Renamed' }]);
  });
});

describe('cut pauses', () => {
  it('shows a cut pause between the words, and restores it on a press', async () => {
    await openSpoken(makeSpoken([{ cuts: [{ startMs: 1650, endMs: 1900 }] }]));
    const pause = toolbar.getByRole('button', { name: 'Pause of 0.3 s, cut out: restore', exact: true });
    await shows(pause);
    await pause.click();
    await expect.poll(cuts).toEqual([[]]);
    await expect.element(pause).not.toBeInTheDocument();
    await shows(button('Fillers and pauses…'));
  });
});
