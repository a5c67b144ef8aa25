import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { button, lacks, press, shows, toast } from '../../helpers/components/find.ts';
import { chooseTool } from '../../helpers/served/editing.ts';
import { answerUndo } from '../../helpers/served/edits.ts';
import { makeProject, makeSection } from '../../helpers/served/project.ts';
import { serveProject, type ServedProject } from '../../helpers/served/serve-project.ts';
import { openServed, rowElements, rowTitles, selectedIs } from '../../helpers/served/spoken-editor.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const order = button('Sort by relevance to the search');
const OFF_TOPIC = 'Off topic';
const inRow = (title: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox', { name: `Select ${title}`, exact: true }) });
const repeats = () => page.getByRole('button', { name: /similar to section/ }).elements().length;
const titles = [1, 2, 3, 4, 5, 6].map((place) => `Section ${place}`);

/**
 * Opens an editor of six sections: the first and third repeat each other; the fourth and fifth contain the
 * words of the search.
 */
async function openCompared(): Promise<ServedProject> {
  const texts = ['A river.', 'Something else.', 'The river.', 'About the project.', 'Project, project.', ''];
  const sections = texts.map((transcription, position) => makeSection(position, { transcription }));
  const served = serveProject(makeProject({ sections }));
  const [first, , third, ...last] = sections.map(({ id }) => id);
  const scores = new Map([
    [last[0], 1],
    [last[1], 2],
  ]);
  answer(calls.compareSections, () => {
    const ids = served.current().sections.map(({ id }) => id);
    const isSaid = ids.some((id) => scores.has(id));
    return {
      repeats: [
        { sectionId: first!, otherId: third!, by: 'words' as const },
        { sectionId: third!, otherId: first!, by: 'words' as const },
      ],
      relevance: isSaid ? ids.map((sectionId) => ({ sectionId, score: scores.get(sectionId) ?? 0 })) : [],
    };
  });
  answer(calls.deleteSection, ({ params }) =>
    served.set((project) => ({
      ...project,
      sections: project.sections.filter(({ id }) => id !== params.id),
    })),
  );
  answer(calls.reorderSections, ({ body }) =>
    served.set((project) => ({
      ...project,
      sections: project.sections.map((section) => ({
        ...section,
        position: body.sectionIds.indexOf(section.id),
      })),
      history: { undo: 'Reorder', redo: null },
    })),
  );
  await openServed(served);
  return served;
}

describe('repeated section', () => {
  // product 11.13
  it('shows the number of the repeated section in both rows', async () => {
    await openCompared();
    await shows(inRow('Section 1').getByRole('button', { name: 'Very similar to section 3' }));
    await shows(inRow('Section 3').getByRole('button', { name: 'Very similar to section 1' }));
    expect(repeats()).toBe(2);
  });

  // product 11.13
  it('leads to the repeated section by keyboard', async () => {
    await openCompared();
    const mark = button('Very similar to section 3');
    await shows(mark);
    (mark.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await selectedIs('Section 3');
    await expect.poll(() => rowElements().indexOf(document.activeElement as HTMLElement)).toBe(2);
  });

  itInFullTier('shows the new number after a move, and no mark after a deletion', async () => {
    await openCompared();
    await chooseTool('Section 3', 'Move Section 3 up');
    await shows(inRow('Section 1').getByRole('button', { name: 'Very similar to section 2' }));
    await chooseTool('Section 3', 'Delete Section 3');
    await lacks(button('Very similar to section 2'));
    expect(repeats()).toBe(0);
  });
});

describe('relevance to the search', () => {
  // product 11.14
  it('marks sections that are unrelated to the search', async () => {
    await openCompared();
    await shows(order);
    for (const [at, title] of titles.entries()) {
      const marked = inRow(title).getByText(OFF_TOPIC).elements().length;
      expect([title, marked]).toEqual([title, at < 3 ? 1 : 0]);
    }
  });

  // product 11.14
  it('sorts the sections by relevance, and restores the order on Undo', async () => {
    const served = await openCompared();
    const before = served.current().sections;
    const sorted = ['Section 5', 'Section 4', 'Section 1', 'Section 2', 'Section 3', 'Section 6'];
    answerUndo(served, 'Reorder', (project) => ({ ...project, sections: before }));
    await order.click();
    await shows(toast('Sections Reordered'));
    expect(rowTitles()).toEqual(sorted);
    const ids = sorted.map((title) => before.find((section) => section.title === title)!.id);
    await expect
      .poll(() => requestsOf(calls.reorderSections).map(({ body }) => body))
      .toEqual([{ sectionIds: ids }]);
    await expect.element(order).toHaveAttribute('aria-disabled', 'true');
    await press('Undo: Reorder');
    await expect.poll(rowTitles).toEqual(titles);
  });

  // product 11.14
  itInFullTier('does not offer to sort if no section is related to the search', async () => {
    await openCompared();
    await shows(order);
    await chooseTool('Section 5', 'Delete Section 5');
    await chooseTool('Section 4', 'Delete Section 4');
    await lacks(order);
    await lacks(page.getByText(OFF_TOPIC));
  });
});
