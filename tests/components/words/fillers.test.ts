import { describe, expect, it } from 'vitest';
import * as calls from '#contract/calls/index.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { dialog, lacks, press, shows, toast } from '../../helpers/components/find.ts';
import type { ServedProject } from '../../helpers/served/serve-project.ts';
import {
  makeSpoken,
  openServed,
  openSpoken,
  serveSpoken,
  spokenIn,
} from '../../helpers/served/spoken-editor.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const box = dialog('Fillers and pauses');
const fillers = box.getByLabelText('Filler words (separated by commas)');
const remove = (name: string) => box.getByRole('button', { name, exact: true });
const choose = (name: string, option: string) =>
  box.getByRole('combobox', { name, exact: true }).selectOptions(option);

/**
 * Opens an editor of three sections with the dialog open. Their words are a second apart, and "river" is a
 * filler.
 */
async function openDialog() {
  const served = await openSpoken();
  await press('Fillers and pauses…');
  await shows(box);
  return served;
}

function answerCuts(served: ServedProject): void {
  answer(calls.cutSections, ({ body }) =>
    served.set((project) => ({
      ...project,
      sections: project.sections.map((section) => ({
        ...section,
        cuts: body.sections.find(({ sectionId }) => sectionId === section.id)?.cuts ?? section.cuts,
      })),
    })),
  );
}

describe('fillers and pauses', () => {
  // product 19.7, 19.8
  it('lists the pauses of a section with their seconds, and the fillers of its language', async () => {
    await openDialog();
    await shows(remove('Remove 2 pauses (saves 0:02)'));
    const last = '0:08.65 1.5 s pause → 0.1 s small stream here …';
    await shows(box.getByRole('checkbox', { name: last }));
    expect((fillers.element() as HTMLTextAreaElement).value).toContain('you know');
  });

  // product 19.7
  it('counts fillers and pauses for another list, pause length and scope', async () => {
    await openDialog();
    await fillers.fill('river, in vain');
    await shows(remove('Remove 1 filler and 2 pauses (saves 0:03)'));
    await choose('Pauses', 'Longer than 0.4 s');
    await shows(remove('Remove 1 filler and 8 pauses (saves 0:05)'));
    await choose('In', 'The whole film');
    await shows(remove('Remove 3 fillers and 24 pauses (saves 0:14)'));
    expect(requestsOf(calls.cutSections)).toEqual([]);
  });

  // product 19.7
  it('lists a gap with audio separately, and removes it only when it is ticked', async () => {
    const served = serveSpoken(makeSpoken(), (section) => {
      const { silences: _, ...words } = spokenIn(section);
      // Audio after the last word, such as laughter.
      return { ...words, silences: [{ startMs: 0, endMs: 8500 }] };
    });
    answerCuts(served);
    await openServed(served);
    await press('Fillers and pauses…');
    await shows(remove('Remove 1 pause (saves 0:01)'));
    const gaps = box.getByRole('group', { name: 'Gaps without words in Section 1' });
    const gap = gaps.getByRole('checkbox', {
      name: '0:08.65 No words recognised for 1.5 s (there is sound) small stream here …',
    });
    await expect.element(gap).not.toBeChecked();
    await gap.click();
    await remove('Remove 1 pause and 1 gap without words (saves 0:02)').click();
    await expect
      .poll(() => requestsOf(calls.cutSections).map(({ body }) => body.sections[0]!.cuts))
      .toEqual([
        [
          { startMs: 0, endMs: 900 },
          { startMs: 8650, endMs: 10_000 },
        ],
      ]);
  });

  // product 19.7
  it('does not list a gap as a pause while it is not known whether the gap is silent', async () => {
    const served = serveSpoken(makeSpoken(), (section) => {
      const { silences: _, ...words } = spokenIn(section);
      return words;
    });
    await openServed(served);
    await press('Fillers and pauses…');
    await shows(remove('Nothing to remove'));
    await shows(box.getByRole('checkbox', { name: 'No words recognised for 1.5 s' }));
    await lacks(box.getByText('(there is sound)'));
  });

  // product 19.7, 19.8
  itInFullTier('cuts the ticked fillers and pauses of all sections with one call', async () => {
    const served = await openDialog();
    answerCuts(served);
    await fillers.fill('river, in vain');
    await choose('Pauses', 'Longer than 0.4 s');
    await choose('In', 'The whole film');
    const second = box.getByRole('group', { name: 'Section 2' });
    await second.getByRole('checkbox', { name: '0:12.00 The “river” begins as a' }).click();
    await remove('Remove 2 fillers and 24 pauses (saves 0:13)').click();
    await lacks(box);
    await shows(toast('Sections Cut'));
    const [sent] = requestsOf(calls.cutSections);
    expect(sent!.body.sections.map(({ cuts }) => cuts.length)).toEqual([9, 8, 9]);
    expect(sent!.body.sections[0]!.cuts.slice(0, 3)).toEqual([
      { startMs: 0, endMs: 900 },
      { startMs: 1650, endMs: 1900 },
      { startMs: 2000, endMs: 2950 },
    ]);
    const pauses = () => document.querySelectorAll('[aria-label="Pause of 0.3 s, cut out: restore"]').length;
    await expect.poll(pauses).toBe(6);
  });
});
