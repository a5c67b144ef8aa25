import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Section } from '#contract/sections.ts';
import { requestsOf } from '../../helpers/components/answers.ts';
import { lacks, openTab, press, shows } from '../../helpers/components/find.ts';
import { answerUndo, withSection } from '../../helpers/served/edits.ts';
import { makeSpoken, openServed, serveSpoken } from '../../helpers/served/spoken-editor.ts';

const fields = page.getByRole('group', { name: 'Lower third' });
const name = fields.getByLabelText('Name');
const after = fields.getByRole('textbox', { name: 'Start after' });
const MAYA = { lowerName: 'Maya', lowerDetail: 'Boat builder' };
const updates = () => requestsOf(calls.updateSection).map(({ body }) => body);

async function open(third: Partial<Section> = {}) {
  const served = serveSpoken(makeSpoken([third]));
  await openServed(served);
  await openTab('Frame');
  await shows(fields);
  return served;
}

describe('lower third', () => {
  // product 25.16
  it('shows the times of a lower third once it has a name', async () => {
    await open();
    await fields.getByLabelText('Second line').fill('Boat builder');
    const hint = fields.getByText('Add a name to show it.');
    await shows(hint);
    await lacks(after);
    await name.click();
    await userEvent.keyboard('Maya');
    await lacks(hint);
    await shows(after);
    await expect.poll(() => Object.assign({}, ...updates()) as object).toEqual(MAYA);
  });

  // product 25.16
  it('times a lower third by keyboard, and warns when its section ends before it', async () => {
    const served = await open(MAYA);
    const longer = fields.getByRole('button', { name: 'Show for 0.1 s longer' });
    (longer.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await after.fill('12');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => Object.assign({}, ...updates()) as object)
      .toEqual({ lowerSeconds: 4.1, lowerStart: 12 });
    const warning = fields.getByText('The section lasts 10.0 s, so it ends before the lower third.');
    await shows(warning);
    await served.change((project) => ({ ...project, history: { undo: 'Time', redo: null } }));
    answerUndo(served, 'Time', (project) => withSection(project, served.section(0).id, { lowerStart: 0.5 }));
    await press('Undo: Time');
    await expect.element(after).toHaveValue('0.50');
    await lacks(warning);
  });

  // product 25.28
  it('offers the styles of a lower third that has a name', async () => {
    await open(MAYA);
    await fields.getByLabelText('Style').selectOptions('Accent line');
    await expect.poll(updates).toEqual([{ lowerStyle: 'line' }]);
  });

  it('restores the earlier name on Escape', async () => {
    const served = await open(MAYA);
    await name.click();
    await userEvent.keyboard('{Control>}a{/Control}Someone else');
    await expect.element(name).toHaveValue('Someone else');
    await userEvent.keyboard('{Escape}');
    await expect.element(name).toHaveValue('Maya');
    await expect.poll(() => updates().at(-1)).toEqual({ lowerName: 'Maya' });
    expect(served.section(0)).toMatchObject(MAYA);
  });
});
