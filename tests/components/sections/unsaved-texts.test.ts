import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { departuresOf } from '../../helpers/components/departures.ts';
import { dialog, heading, lacks, link, press, shows } from '../../helpers/components/find.ts';
import { address } from '../../helpers/components/open-app.tsx';
import { makeUserWith } from '../../helpers/served/account.ts';
import { answerUpdates } from '../../helpers/served/edits.ts';
import { makeSummary } from '../../helpers/served/project.ts';
import {
  openServed,
  rowElements,
  serveSpoken,
  textField,
  TRANSCRIPT,
} from '../../helpers/served/spoken-editor.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const question = dialog('Unsaved changes');
const language = page.getByRole('combobox', { name: 'Language', exact: true });
const library = heading('My Video Compilations');

/** Opens an editor without auto-save, with an unsaved text. */
async function openUnsaved(prepare?: () => Promise<void>) {
  answer(calls.readUser, makeUserWith({ autoSave: false }));
  const served = serveSpoken();
  answer(calls.listProjects, () => [makeSummary(served.current())]);
  answer(calls.listDeletedProjects, []);
  answer(calls.listShares, []);
  answerUpdates(served, () => ({ textSource: 'written' }));
  await openServed(served);
  await prepare?.();
  const field = await textField();
  await field.fill('Not saved yet.');
  return { served, field };
}

/** Answers the question with Keep Editing, and expects the unchanged text. */
async function keepEditing(field: Awaited<ReturnType<typeof textField>>): Promise<void> {
  await question.getByRole('button', { name: 'Keep Editing' }).click();
  await lacks(question);
  await expect.element(field).toHaveValue('Not saved yet.');
}

describe('unsaved text', () => {
  // product 4.60
  it.each([
    ['My Videos', () => press('My Videos')],
    ['the logo', () => link('Cutroom, home').click()],
    ['Back to Home', () => press('Back to Home')],
    ['another language', () => userEvent.selectOptions(language, 'hi')],
  ])('asks before %s leads away from unsaved text, and stays on Keep Editing', async (_, leave) => {
    const { field } = await openUnsaved();
    const here = address();
    await leave();
    await keepEditing(field);
    expect(address()).toBe(here);
    await expect.element(language).toHaveValue('en');
    expect(requestsOf(calls.updateSection)).toEqual([]);
  });

  itInFullTier('asks before Log out leaves the document', async () => {
    const { field } = await openUnsaved();
    await page.getByRole('button', { name: /Account: / }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await keepEditing(field);
    expect(departuresOf()).toEqual([]);
  });

  itInFullTier('asks before the browser goes forward', async () => {
    const { field } = await openUnsaved(async () => {
      await press('My Videos');
      await shows(library);
      window.history.back();
    });
    window.history.forward();
    await keepEditing(field);
    await expect.poll(address).toContain('stage=edit');
  });

  itInFullTier('saves unsaved text on Save Changes, and then opens the other language', async () => {
    const { served } = await openUnsaved();
    await userEvent.selectOptions(language, 'hi');
    await question.getByRole('button', { name: 'Save Changes' }).click();
    await expect.element(language).toHaveValue('hi');
    const sent = requestsOf(calls.updateSection).map(({ query, body }) => [query.language, body]);
    expect(sent).toEqual([['en', { transcription: 'Not saved yet.' }]]);
    expect(served.section(0).transcription).toBe('Not saved yet.');
  });

  itInFullTier('discards unsaved text on Discard, and then leaves the page', async () => {
    await openUnsaved();
    await press('My Videos');
    await question.getByRole('button', { name: 'Discard' }).click();
    await shows(library);
    window.history.back();
    await expect.poll(() => rowElements().length).toBe(3);
    await expect.element(await textField()).toHaveValue(TRANSCRIPT);
    expect(requestsOf(calls.updateSection)).toEqual([]);
  });
});
