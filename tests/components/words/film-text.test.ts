import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, hold, requestsOf } from '../../helpers/components/answers.ts';
import { button, lacks, press, region, shows, text, toast } from '../../helpers/components/find.ts';
import { resize } from '../../helpers/components/open-app.tsx';
import { answerUndo, answerUpdates } from '../../helpers/served/edits.ts';
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
  rowTitles,
  selectedIs,
  selectText,
  serveSpoken,
  SPOKEN,
  textField,
  TRANSCRIPT,
  word,
  wordTexts,
} from '../../helpers/served/spoken-editor.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const TEXT = `${TRANSCRIPT}.`;
const RIVER = { startMs: 12_000, endMs: 13_950 };
const film = region('Text of the film');
const written = () => makeSpoken([0, 1, 2].map(() => ({ transcription: TEXT })));
const idsOf = ({ current }: ServedProject) => current().sections.map(({ id }) => id);
const struckIn = (id: string) => () => [...otherText(id).querySelectorAll('s')].map((one) => one.textContent);
const bodies = () => requestsOf(calls.updateSection).map(({ body }) => body);
const focusedWord = () => (document.activeElement as HTMLElement | null)?.dataset['word'];

/**
 * Opens this many sections, so that their text scrolls. Two words of the first one are cut out; the second
 * one is selected.
 */
async function openCutFirst(): Promise<string> {
  const cuts = [{ startMs: 2000, endMs: 3950 }];
  const served = await openSpoken(
    makeSpoken(Array.from({ length: 8 }, (_, at) => ({ transcription: TEXT, cuts: at === 0 ? cuts : [] }))),
  );
  await row('Section 2').click();
  await selectedIs('Section 2');
  const [first] = idsOf(served) as [string];
  await expect.poll(struckIn(first)).toEqual(['river begins']);
  return first;
}

describe('text of the film', () => {
  // product 19.12
  it('shows the words of every section once', async () => {
    const served = await openSpoken(written());
    expect(wordTexts()).toEqual(TEXT.split(' '));
    const [, ...others] = idsOf(served);
    expect(others.map((id) => otherText(id).textContent)).toEqual([TEXT, TEXT]);
    await lacks(page.getByRole('textbox', { name: 'Transcription' }));
  });

  // product 19.12, 19.13
  it('selects a section by the title above its text', async () => {
    await openSpoken(written());
    const title = film.getByRole('button', { name: 'Go to the text of Section 3' });
    (title.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await selectedIs('Section 3');
    await positionIs(20);
    await expect.poll(wordTexts).toEqual(TEXT.split(' '));
  });

  // product 19.13
  it('goes to a word of another section on a press', async () => {
    const served = await openSpoken(written());
    await pressText(idsOf(served)[1]!, 'small');
    await selectedIs('Section 2');
    await positionIs(16);
    await hasFocus('small');
    await expect.element(word('small')).toHaveAttribute('aria-current', 'true');
  });

  // product 19.13
  it('moves between words by the arrow keys across sections, and stops at the first word', async () => {
    await openSpoken(written());
    (word(SPOKEN.at(-1)!).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await selectedIs('Section 2');
    await expect.poll(focusedWord).toBe('0');
    await userEvent.keyboard('{ArrowLeft}');
    await selectedIs('Section 1');
    await expect.poll(focusedWord).toBe(String(SPOKEN.length - 1));
    await userEvent.keyboard(`{ArrowLeft>${SPOKEN.length + 1}/}`);
    expect(focusedWord()).toBe('0');
    await selectedIs('Section 1');
  });

  // product 19.12, 19.15
  itInFullTier('shows a corrected word, and names the word that was transcribed', async () => {
    const served = await openSpoken(written());
    const corrected = TEXT.replace('small', 'tiny').replace('here', 'up here');
    answerUpdates(served, () => ({ textSource: 'written', voiceReason: 'corrected' }));
    const field = await textField();
    await expect.element(field).toHaveFocus();
    await field.fill(corrected);
    await expect.poll(bodies).toEqual([{ transcription: corrected }]);
    await shows(text('Corrected'));
    await press('Show the words');
    await hasFocus('The');
    expect(wordTexts().join(' ')).toBe('The river begins as a tiny stream up here.');
    expect(document.querySelector('[data-word="5"]')!.getAttribute('title')).toBe('Transcribed as “small”');
  });

  // product 19.15
  it('hides the transcript words behind a narrated text', async () => {
    const served = await openSpoken(
      written().map((section) => ({
        ...section,
        preview: section.preview && { ...section.preview, peaksUrl: '/media/peaks.json' },
      })),
    );
    answerUpdates(served, (_, { sound }) => ({
      textSource: 'written',
      voiceReason: 'other_text',
      ...(sound === 'narrated' && { narrated: true, voice: 'narrated', voiceReason: 'chosen' }),
    }));
    await (await textField()).fill('Nobody has ever seen where the water comes from.');
    await shows(text('Your text'));
    await page.getByRole('radio', { name: 'Read my text aloud' }).click();
    await lacks(button('Show the words'));
    const spoken = page.getByText('Transcript of the video');
    await shows(spoken);
    expect(document.querySelector<HTMLElement>('[data-word]')!.checkVisibility()).toBe(false);
    await spoken.click();
    await word('a').click();
    await positionIs(5);
  });

  it('shows no text field while the words of a narrated section are loading', async () => {
    const served = serveSpoken(
      written().map((section) => ({
        ...section,
        textSource: 'untranslated',
        narrated: true,
        voice: 'narrated',
      })),
    );
    const { release } = hold(calls.readWords);
    // An English text is narrated in a film in Hindi.
    await openServed(served, 'hi');
    await expect.element(page.getByText('Spoken words are loading')).toBeInTheDocument();
    await lacks(page.getByRole('textbox', { name: 'Transcription' }));
    release();
    await shows(button('Rewrite'));
  });
});

describe('cuts in the text of the film', () => {
  // product 19.14
  it('strikes cut words through in a section that is not selected', async () => {
    const served = await openSpoken(written());
    const [first] = idsOf(served);
    await word('river').click();
    await word('begins').click({ modifiers: ['Shift'] });
    await userEvent.keyboard('{Delete}');
    await expect.poll(bodies).toEqual([{ cuts: [{ startMs: 2000, endMs: 3950 }] }]);
    await row('Section 2').click();
    await expect.poll(struckIn(first!)).toEqual(['river begins']);
    expect(otherText(first!).textContent).toBe(TEXT);
  });

  // product 19.5, 19.13
  itInFullTier(
    'goes to a cut word of another section on a press, and restores it on the next press',
    async () => {
      const id = await openCutFirst();
      const { x, y } = await pressText(id, 'begins');
      await selectedIs('Section 1');
      await positionIs(3);
      // However much appears above it, the word stays under the pointer.
      expect(document.elementFromPoint(x, y)?.textContent).toBe('begins');
      expect(bodies()).toEqual([]);
      await word('begins').click();
      await expect.poll(bodies).toEqual([{ cuts: [] }]);
    },
  );

  itInFullTier('does not restore a cut word of another section on a double click', async () => {
    const id = await openCutFirst();
    await pressText(id, 'begins', { double: true });
    await selectedIs('Section 1');
    await expect.element(word('begins')).toHaveAccessibleName('begins, cut out: restore');
    // A later edit is the first one that is sent.
    await page.getByRole('textbox', { name: 'Title' }).fill('Renamed');
    await userEvent.keyboard('{Enter}');
    await expect.poll(bodies).toEqual([{ title: 'Renamed' }]);
  });

  it('does not restore a cut word by a double click where the actions appear over it', async () => {
    const cuts = [{ startMs: 42_000, endMs: 43_950 }];
    const all = Array.from({ length: 8 }, (_, at) => ({ transcription: TEXT, cuts: at === 4 ? cuts : [] }));
    // So low that the text can scroll to its section's word.
    await resize([1440, 640]);
    const served = await openSpoken(makeSpoken(all));
    const id = idsOf(served)[4]!;
    otherText(id).scrollIntoView({ block: 'center' });
    await expect.poll(struckIn(id)).toEqual(['river begins']);
    await pressText(id, 'begins', { double: true, atEdge: true });
    await selectedIs('Section 5');
    await expect.element(word('begins')).toHaveAccessibleName('begins, cut out: restore');
    await page.getByRole('textbox', { name: 'Title' }).fill('Renamed');
    await userEvent.keyboard('{Enter}');
    await expect.poll(bodies).toEqual([{ title: 'Renamed' }]);
  });

  // product 19.17
  it('cuts text that is selected in another section on Delete, without selecting that section', async () => {
    const served = await openSpoken(written());
    const [, second] = idsOf(served);
    selectText([second!, 'river'], [second!, 'begins']);
    await userEvent.keyboard('{Delete}');
    await expect.poll(struckIn(second!)).toEqual(['river begins']);
    await expect.poll(bodies).toEqual([{ cuts: [RIVER] }]);
    await expect.poll(() => requestsOf(calls.updateSection)[0]!.params.id).toBe(second);
    await selectedIs('Section 1');
  });

  // product 19.17
  it('cuts text that is selected across sections with one call, and selects the first section on Undo', async () => {
    const served = await openSpoken(written());
    const [, second, third] = idsOf(served);
    answer(calls.cutSections, ({ body }) =>
      served.set((project) => ({
        ...project,
        sections: project.sections.map((section) => ({
          ...section,
          cuts: body.sections.find(({ sectionId }) => sectionId === section.id)?.cuts ?? section.cuts,
        })),
      })),
    );
    selectText([second!, 'stream'], [third!, 'river']);
    await userEvent.keyboard('{Backspace}');
    await shows(toast('Sections Cut'));
    await expect
      .poll(() => requestsOf(calls.cutSections).map(({ body }) => body.sections))
      .toMatchObject([
        [
          { sectionId: second, cuts: [{ startMs: 17_000 }] },
          { sectionId: third, cuts: [{ startMs: 21_000, endMs: 22_950 }] },
        ],
      ]);
    answerUndo(served, 'Cut 2 sections', (project) => ({
      ...project,
      sections: project.sections.map((section) => ({ ...section, cuts: [] })),
    }));
    await userEvent.keyboard('{Control>}z{/Control}');
    await selectedIs('Section 2');
  });

  // product 19.17
  it('restores selected text on Delete when all of it is cut out', async () => {
    const [first, second, third] = written();
    const served = await openSpoken([first!, { ...second!, cuts: [RIVER] }, third!]);
    const id = idsOf(served)[1]!;
    await expect.poll(struckIn(id)).toEqual(['river begins']);
    selectText([id, 'river'], [id, 'begins']);
    await userEvent.keyboard('{Delete}');
    await expect.poll(struckIn(id)).toEqual([]);
    await expect.poll(bodies).toEqual([{ cuts: [] }]);
  });

  // product 19.17
  it('deletes no section when no text is selected', async () => {
    await openSpoken(written());
    const title = film.getByRole('button', { name: 'Go to the text of Section 3' });
    (title.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await selectedIs('Section 3');
    await userEvent.keyboard('{Delete}');
    await shows(toast('No Words Selected'));
    expect(rowTitles()).toEqual(['Section 1', 'Section 2', 'Section 3']);
  });
});
