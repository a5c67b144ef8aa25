import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { button, lacks, openTab, press, shows, toast } from '../../helpers/components/find.ts';
import { details, row, serveUndo, withSections } from '../../helpers/served/editing.ts';
import { makePlan, makeProject, makeSection } from '../../helpers/served/project.ts';
import { openEditor } from '../../helpers/served/serve-project.ts';

const transition = details.getByLabelText('Transition to the next section');
const length = details.getByLabelText('Transition length');
const showsTotal = (total: string) => shows(page.getByText(`Total duration: ${total}`, { exact: true }));

describe('transition to the next section', () => {
  // product 4.76, 4.77
  it('keeps the film as long as its sections together, whatever transition is chosen', async () => {
    const { current } = await openEditor();
    await openTab('Join');
    await shows(transition);
    await showsTotal('0:30.00');
    await lacks(length);
    await transition.selectOptions('Crossfade');
    await showsTotal('0:30.00');
    await shows(
      details.getByText('Transitions appear in Play film, not in section preview.', { exact: true }),
    );
    answer(calls.readGenerationPlan, makePlan(current(), { transitions: 1, transitionsToRender: 1 }));
    await length.fill('2');
    await showsTotal('0:30.00');
    await shows(page.getByText('3 sections and 1 transition to render', { exact: true }));
    await expect
      .poll(() => requestsOf(calls.updateSection).map(({ body }) => body))
      .toEqual([{ transition: 'crossfade' }, { transitionSeconds: 2 }]);
  });

  // product 4.76
  it('sets the transition of all joins by one call, and restores them on one Undo', async () => {
    const crossfade = { transition: 'crossfade', transitionSeconds: 2 } as const;
    const sections = [makeSection(0, crossfade), makeSection(1), makeSection(2)];
    const served = await openEditor(makeProject({ sections }));
    await openTab('Join');
    serveUndo(served, 'Change all transitions');
    answer(calls.setTransitions, ({ body }) =>
      served.set(withSections((all) => all.map((one) => ({ ...one, ...body })))),
    );
    await press('Apply to all transitions');
    await shows(toast('Transitions Changed'));
    await expect.poll(() => requestsOf(calls.setTransitions).map(({ body }) => body)).toEqual([crossfade]);
    await expect.element(button('Apply to all transitions')).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(() => requestsOf(calls.undoEdit)).toHaveLength(1);
  });

  // product 4.76
  it('offers no transition for the last section', async () => {
    await openEditor();
    await openTab('Join');
    await shows(transition);
    await row('Section 3').click();
    await lacks(transition);
    await shows(details.getByText('The last section has no transition.', { exact: true }));
  });

  // product 4.77
  it('reports a shorter transition where a section is too short for it', async () => {
    const sections = [
      makeSection(0, { transition: 'dip', transitionSeconds: 2 }),
      makeSection(1, { endTime: 11 }),
      makeSection(2),
    ];
    await openEditor(makeProject({ sections }));
    await openTab('Join');
    const sentence = 'Lasts 1 s, up to half of this section and of “Section 2”.';
    await shows(details.getByText(sentence, { exact: true }));
    await showsTotal('0:21.00');
  });

  // product 4.77
  it('reports within what time the sound of a crossfade changes where words are near', async () => {
    const crossfade = { transition: 'crossfade', transitionSeconds: 1 } as const;
    const edge = (insideMs: number) => ({ handleMs: 1000, insideMs, outsideMs: 0 });
    const withEdges = (index: number, insideMs: number) =>
      makeSection(index, { ...crossfade, edges: { start: edge(insideMs), end: edge(insideMs) } });
    await openEditor(
      makeProject({ sections: [withEdges(0, 100), withEdges(1, 200), withEdges(2, 0), withEdges(3, 0)] }),
    );
    await openTab('Join');
    const notice = (text: string) => shows(details.getByText(text, { exact: true }));
    await notice('Audio crossfades within 0.3 s, so no words overlap.');
    await row('Section 3').click();
    await notice('Audio cuts without a crossfade, so no words overlap.');
  });
});
