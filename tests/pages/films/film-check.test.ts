import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { CheckResult, Finding } from '#contract/film-check.ts';
import { checkingInputSchema } from '#contract/jobs/checking.ts';
import { findFilms } from '#core/repositories/projects/films.ts';
import { insertRunRow } from '#core/repositories/runs/run-steps.ts';
import { endRun, findRun } from '#core/repositories/runs/runs.ts';
import { rows } from '../../helpers/browser/edit-scene.ts';
import { heading, openFilms, press } from '../../helpers/browser/films.ts';
import { cutSockets } from '../../helpers/browser/page-scene.ts';
import { lookWholly } from '../../helpers/screens/look-wholly.ts';

const { backend, withFilm, open, openFilm } = await openFilms();
const { db } = backend;

type Own = Parameters<typeof withFilm>[0];
const NOTHING: CheckResult = { findings: [], more: 0, narrations: 'none' };
const findingsIn = ([first = '', second = '', third = '']: string[]): Finding[] => [
  {
    kind: 'loudness',
    severity: 'fault',
    lufs: -8.2,
    wantedLufs: -16,
    startMs: 0,
    endMs: 12_000,
    sectionId: null,
  },
  { kind: 'black', severity: 'fault', startMs: 1000, endMs: 4000, sectionId: first },
  {
    kind: 'clipped-word',
    severity: 'fault',
    word: 'river',
    edge: 'end',
    startMs: 7000,
    endMs: 8000,
    sectionId: second,
  },
  {
    kind: 'misheard',
    severity: 'hint',
    share: 0.6,
    words: ['stream', 'begins'],
    startMs: 8000,
    endMs: 12_000,
    sectionId: third,
  },
];

/** A film whose check is under way; tells how it ends. */
async function checking(own: Own) {
  await withFilm(own);
  const [film] = await findFilms(db, [own.projectId]);
  const input = checkingInputSchema.parse({
    language: 'en',
    artifactKey: film!.artifactKey,
    generationId: film!.runId,
    durationMs: 12_000,
  });
  const { userId, projectId } = own;
  const { id } = await insertRunRow(db, { kind: 'checking', userId, projectId, language: 'en', input });
  return id;
}
const end = (id: string, result: CheckResult) =>
  endRun(db, id, { status: 'completed', message: 'The film was checked.', result });
const withResult = (resultOf: (ids: string[]) => CheckResult) => async (own: Own) => {
  await end(await checking(own), resultOf(own.ids));
};
const details = (page: Page) => page.getByText('Checks: 4 things to look at');
const now = (page: Page) => page.evaluate(() => document.querySelector('video')!.currentTime);

describe('the check of a film', () => {
  it('tells what it found in sentences, shows the moment, and opens the section', async () => {
    const { page, ids } = await openFilm(withResult((all) => ({ ...NOTHING, findings: findingsIn(all) })));
    await details(page).click();
    const found = page.getByRole('list', { name: 'What the check found' }).getByRole('listitem');
    expect(await found.allInnerTexts()).toEqual([
      expect.stringContaining('The film is too loud: -8.2 LUFS, where -16 is usual.'),
      expect.stringContaining('The picture is black for 3.0 s.'),
      expect.stringContaining('The section ends in the middle of the word “river”.'),
      expect.stringContaining('a recogniser missed 60% of its words, such as “stream”, “begins”.'),
    ]);
    await press(page, 'Show 0:07 of the film');
    await expect.poll(() => now(page)).toBeCloseTo(7, 1);
    expect(await lookWholly(page)).toEqual([]);
    await found.nth(2).getByRole('link', { name: 'Open section Section 2' }).click();
    await rows(page).first().waitFor();
    const selected = page.locator(`[data-select="${ids[1]}"]`);
    await expect.poll(() => selected.getAttribute('aria-current')).toBe('true');
    // Its address leads there again.
    await page.reload();
    await expect.poll(() => selected.getAttribute('aria-current')).toBe('true');
  });

  it('says when there is nothing to look at, and what was not listened to', async () => {
    const { page } = await openFilm(withResult(() => ({ ...NOTHING, narrations: 'unheard' })));
    await page.getByText('Checks: Nothing found').waitFor();
    await page.getByText('Its narrations were not listened to: nothing here recognises English.').waitFor();
    expect(await page.getByText(/things? to look at/).count()).toBe(0);
  });

  it('comes while the film is watched, without a reload', async () => {
    let id = '';
    const { page, user } = await openFilm(async (own) => {
      id = await checking(own);
    });
    await page.getByText('Checking the film').waitFor();
    const ended = await end(id, NOTHING);
    backend.bus.publish(user.id, 'run.completed', { run: ended!.run });
    await page.getByText('Checks: Nothing found').waitFor();
    expect(await page.getByText('Checking the film').count()).toBe(0);
  });

  it('comes by polling where nothing is pushed', async () => {
    let id = '';
    const { page, context, projectId } = await open(async (own) => {
      id = await checking(own);
    });
    await cutSockets(context);
    await page.goto(`/?project=${projectId}&stage=complete`);
    await page.getByText('Checking the film').waitFor();
    await end(id, NOTHING);
    await page.getByText('Checks: Nothing found').waitFor();
    expect(await page.getByText('Checking the film').count()).toBe(0);
  });

  it('is started by a button for an older film, and tried again when it failed', async () => {
    const { page, projectId, user } = await openFilm();
    await page.getByText('Checks: This film was not checked yet.').waitFor();
    expect(await lookWholly(page)).toEqual([]);
    await press(page, 'Check this film');
    await page.getByText('Checking the film').waitFor();
    const { id } = await db
      .selectFrom('runs')
      .select('id')
      .where('project_id', '=', projectId)
      .where('kind', '=', 'checking')
      .executeTakeFirstOrThrow();
    await endRun(db, id, { status: 'failed', message: 'The film no longer exists.', errorCode: 'gone' });
    backend.bus.publish(user.id, 'run.failed', { run: (await findRun(db, id))!.run });
    await page.getByText('Checks: This film could not be checked. The film no longer exists.').waitFor();
    await press(page, 'Try Again');
    await page.getByText('Checking the film').waitFor();
    await heading(page, 'Video Generated Successfully!').waitFor();
  });
});
