import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Proposal, ProposedSection } from '#contract/proposals.ts';
import { answer, refuse, requestsOf } from '../../helpers/components/answers.ts';
import { button, dialog, lacks, press, region, shows, text, toast } from '../../helpers/components/find.ts';
import { NOW } from '../../helpers/served/account.ts';
import { answerUndo } from '../../helpers/served/edits.ts';
import { makeSection } from '../../helpers/served/project.ts';
import type { ServedProject } from '../../helpers/served/serve-project.ts';
import { openServed, rowTitles, serveSpoken } from '../../helpers/served/spoken-editor.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const UNDO = 'Accept "Tighten it"';
const review = dialog('Proposed edit: Tighten it');
const check = (name: RegExp) => review.getByRole('checkbox', { name });

/** Opens an editor with a proposed edit: a title, a trim and a deletion. */
async function openProposal(
  changes: (Partial<ProposedSection> | null)[] = [],
  film: Proposal['film'] = null,
  origin: Pick<Proposal, 'keyName' | 'byApp'> = { keyName: 'My agent', byApp: false },
): Promise<ServedProject> {
  const sections = [0, 1, 2].map((position) => makeSection(position));
  const ids = sections.map(({ id }) => id);
  const changesOf: Partial<ProposedSection>[] = [
    { title: 'Opening', fields: [{ field: 'title', from: 'Section 1', to: 'Opening' }] },
    { fields: [{ field: 'range', from: { start: 10, end: 20 }, to: { start: 12, end: 20 } }] },
    { to: null },
  ];
  const proposed = changesOf.map((change, at): ProposedSection => ({
    sectionId: ids[at]!,
    title: `Section ${at + 1}`,
    from: at + 1,
    to: at + 1,
    moved: false,
    fields: [],
    shows: ids[at]!,
    state: 'open',
    ...change,
    ...changes[at],
  }));
  const summary = { id: crypto.randomUUID(), title: 'Tighten it', changes: 3 };
  const proposal: Proposal = {
    ...summary,
    status: 'pending',
    language: 'en',
    createdAt: NOW,
    decidedAt: null,
    ...origin,
    cost: { credits: 0, sections: 2, toRender: 2, secondsBefore: 30, seconds: 18 },
    sections: proposed,
    film,
  };
  const served = serveSpoken(sections);
  served.set((project) => ({ ...project, proposals: [summary] }));
  const before = { ...served.current(), proposals: [] };
  answer(calls.readProposal, proposal);
  answer(calls.acceptProposal, ({ body }) => {
    const history = { undo: UNDO, redo: null };
    served.set((project) => ({
      ...project,
      sections: project.sections.map((section, at) =>
        at === 0 ? { ...section, title: 'Opening' } : section,
      ),
      proposals: [],
      history,
    }));
    return { accepted: body.sectionIds!, stale: [], film: body.film ? ('accepted' as const) : null, history };
  });
  answer(calls.declineProposal, () => served.set((project) => ({ ...project, proposals: [] })));
  answerUndo(served, UNDO, () => before);
  await openServed(served);
  await press('1 notice');
  await shows(text('Proposed edit: “Tighten it”, 3 changes.'));
  await press('Review “Tighten it”');
  return served;
}

describe('a proposed edit', () => {
  // product 31.5
  itInFullTier('is shown section by section with its cost', async () => {
    await openProposal();
    await shows(
      review.getByText(
        'Proposed with the API key “My agent” · Film length 0:30.00 → 0:18.00 · 2 sections to render · No credits needed',
      ),
    );
    await shows(review.getByText('Title: “Section 1”, then “Opening”'));
    await shows(review.getByText('Range: 0:10.00 to 0:20.00, then 0:12.00 to 0:20.00'));
    await shows(review.getByText('Removed from position 3'));
  });

  // product 31.5
  it('shows a picture beside each section, also beside an added title card', async () => {
    const card = { title: 'Chapter 2', from: null, shows: null };
    await openProposal([card]);
    await shows(check(/^Chapter 2/));
    const changes = review.getByRole('listitem').elements();
    expect(changes.map((change) => change.querySelector('.media') !== null)).toEqual([true, true, true]);
  });

  // product 31.5
  it('names the connected app that it came from', async () => {
    await openProposal([], null, { keyName: 'Claude', byApp: true });
    await shows(review.getByText(/^Proposed by the connected app “Claude” · Film length/));
  });

  // product 31.6
  itInFullTier('is accepted for two of three sections, and undone as one edit', async () => {
    const served = await openProposal();
    const [first, second] = served.current().sections.map(({ id }) => id);
    await check(/^Section 3/).click();
    await review.getByRole('button', { name: 'Accept selected (2)' }).click();
    await shows(toast('Proposal Accepted'));
    await lacks(review);
    expect(requestsOf(calls.acceptProposal).map(({ body }) => body)).toEqual([
      { sectionIds: [first, second] },
    ]);
    await expect.poll(rowTitles).toEqual(['Opening', 'Section 2', 'Section 3']);
    await press(`Undo: ${UNDO}`);
    await expect.poll(rowTitles).toEqual(['Section 1', 'Section 2', 'Section 3']);
  });

  // product 31.7
  itInFullTier('does not offer the change of a section that was edited since', async () => {
    const served = await openProposal([null, { state: 'stale' }]);
    const [first, , third] = served.current().sections.map(({ id }) => id);
    await shows(review.getByText('You edited this section after the proposal, so it stays as it is.'));
    await expect.element(check(/^Section 2/)).toBeDisabled();
    await expect.element(check(/^Section 2/)).not.toBeChecked();
    await review.getByRole('button', { name: 'Accept all' }).click();
    await shows(toast('Proposal Accepted'));
    expect(requestsOf(calls.acceptProposal)[0]!.body).toEqual({ sectionIds: [first, third] });
  });

  // product 31.13
  it('shows a new title and options as one change, which is accepted with the sections', async () => {
    const fields = [
      { field: 'projectTitle' as const, from: 'A project', to: 'Rivers' },
      { field: 'aspect' as const, from: '16:9', to: '9:16' },
    ];
    const served = await openProposal([], { fields, state: 'open' });
    const [first] = served.current().sections.map(({ id }) => id);
    await shows(review.getByText('Project title: “A project”, then “Rivers”'));
    await shows(review.getByText(/^Aspect ratio: .+, then /));
    await check(/^Section 2/).click();
    await check(/^Section 3/).click();
    await review.getByRole('button', { name: 'Accept selected (2)' }).click();
    await shows(toast('Proposal Accepted'));
    await shows(toast('2 of 2 changes are applied. You can undo this.'));
    expect(requestsOf(calls.acceptProposal).map(({ body }) => body)).toEqual([
      { sectionIds: [first], film: true },
    ]);
  });

  it('does not offer a title or options that were changed since', async () => {
    const fields = [{ field: 'projectTitle' as const, from: 'A project', to: 'Rivers' }];
    await openProposal([], { fields, state: 'stale' });
    await shows(review.getByText('You changed this after the proposal, so it stays as it is.'));
    await expect.element(check(/^The film/)).toBeDisabled();
  });

  it('is declined without a change', async () => {
    await openProposal();
    await review.getByRole('button', { name: 'Decline' }).click();
    await lacks(review);
    await shows(button('Notices'));
    expect(rowTitles()).toEqual(['Section 1', 'Section 2', 'Section 3']);
    await lacks(region('Notices').getByText(/^Proposed edit/));
  });

  it('stays open with the reason if it could not be accepted', async () => {
    await openProposal();
    refuse(calls.acceptProposal, 409, 'This project is still being prepared.');
    await review.getByRole('button', { name: 'Accept all' }).click();
    await shows(page.getByText('This project is still being prepared.'));
    await shows(review);
  });
});
