import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { SectionDifference, Version, VersionChanges } from '#contract/versions.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { button, dialog, lacks, press, region, shows, toast } from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';
import { answerUndo } from '../../helpers/served/edits.ts';
import { makeVersion, VERSION_OPTIONS } from '../../helpers/served/films.ts';
import { makeSection, withFilm } from '../../helpers/served/project.ts';
import type { ServedProject } from '../../helpers/served/serve-project.ts';
import { openServed, rowTitles, serveSpoken } from '../../helpers/served/spoken-editor.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const UNDO = 'Restore version 1';
const versions = dialog('Versions');
const version = (number: number) => dialog(`Version ${number}`);

const makeDifference = (changes: Partial<SectionDifference>): SectionDifference => ({
  sectionId: crypto.randomUUID(),
  title: 'Section 1',
  from: 1,
  to: 1,
  moved: false,
  fields: [],
  lost: null,
  ...changes,
});

/** A project with a film, whose second section was deleted after its version was made. */
function serveVersions(list: Version[] = [makeVersion(1)]) {
  const sections = [0, 1, 2].map((position) => makeSection(position));
  const served = serveSpoken(sections.filter((_, at) => at !== 1));
  served.set((project) => withFilm(project));
  const removed = makeDifference({ sectionId: sections[1]!.id, title: 'Section 2', from: 2, to: null });
  answer(calls.listVersions, list);
  answerChanges(served, { sections: [removed] });
  const before = served.current();
  answer(calls.restoreVersion, () => {
    const all = sections.map((section) => ({ ...section, projectId: before.id }));
    const history = { undo: UNDO, redo: null };
    served.set((project) => ({ ...project, sections: all, filmChoices: {}, history }));
    return { changed: true, options: VERSION_OPTIONS, lost: [], history };
  });
  answerUndo(served, UNDO, () => before);
  return served;
}

/** Answers every comparison with these differences. */
const answerChanges = ({ current }: ServedProject, changes: Partial<VersionChanges>) =>
  answer(calls.compareVersion, () => ({
    film: [],
    musicLost: false,
    sections: [],
    sectionIds: current().sections.map(({ id }) => id),
    ...changes,
  }));

async function open(list?: Version[]): Promise<ServedProject> {
  const served = serveVersions(list);
  await openServed(served);
  return served;
}

describe('versions', () => {
  // product 23.5
  it('lists each version with its date, kind and availability', async () => {
    await open();
    await press('Versions');
    await shows(versions.getByText('Version 1', { exact: true }));
    await shows(versions.getByText(/English · 0:30\.00 · 3 sections · 720p, 16:9$/));
    await shows(versions.getByText('Latest', { exact: true }));
  });

  // product 23.5
  itInFullTier('shows the changes since a version, and restores it as one edit', async () => {
    const served = await open();
    const { sections } = served.current();
    await press('Versions');
    await press('Compare version 1');
    await shows(version(1).getByText('Removed from position 2'));
    await lacks(version(1).getByText('Framing: Fit'));
    await press('Restore version 1');
    await shows(toast('Version 1 Restored'));
    await expect.poll(rowTitles).toEqual(['Section 1', 'Section 2', 'Section 3']);
    await expect
      .poll(() => requestsOf(calls.restoreVersion).map(({ body }) => body))
      .toEqual([{ sectionIds: sections.map(({ id }) => id) }]);
    await shows(page.getByText(/^\d sections? to render/));
    await press(`Undo: ${UNDO}`);
    await expect.poll(rowTitles).toEqual(['Section 1', 'Section 3']);
  });

  // product 23.5, 23.13
  it('compares and restores a version by keyboard only', async () => {
    await open();
    // The editor ignores keys until it is complete.
    await shows(region('Preview').getByRole('slider', { name: 'Position' }));
    await userEvent.keyboard('v');
    const compare = button('Compare version 1');
    await shows(compare);
    (compare.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await shows(version(1).getByText('Removed from position 2'));
    const back = button('All versions');
    await expect.element(back).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(compare).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(back).toHaveFocus();
    await shows(version(1).getByText('Removed from position 2'));
    await userEvent.keyboard('{Tab}');
    await expect.element(button('Restore version 1')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(rowTitles).toEqual(['Section 1', 'Section 2', 'Section 3']);
  });

  // product 23.7
  itInFullTier('shows and restores the options of a version', async () => {
    const served = serveVersions();
    served.set((project) => ({ ...project, filmChoices: { quality: '1080p' } }));
    answerChanges(served, { film: [{ field: 'quality', from: '720p', to: '1080p' }] });
    await openServed(served);
    await shows(button('Film options: 1080p, 16:9'));
    await press('Versions');
    await press('Compare version 1');
    await shows(version(1).getByText('Quality: 720p, then 1080p'));
    await expect
      .poll(() => requestsOf(calls.compareVersion)[0]!.query)
      .toMatchObject({ language: 'en', quality: '1080p' });
    await press('Restore version 1');
    await shows(button('Film options: 720p, 16:9'));
    answerChanges(served, {});
    await press('Versions');
    await press('Compare version 1');
    await shows(version(1).getByText('No differences.'));
    await lacks(version(1).getByText(/^Quality/));
  });

  it('does not restore a version without differences', async () => {
    const served = serveVersions();
    answerChanges(served, {});
    await openServed(served);
    await press('Versions');
    await press('Compare version 1');
    await shows(version(1).getByText('No differences.'));
    await expect.element(button('Restore version 1')).toHaveAttribute('aria-disabled', 'true');
  });

  it('compares two versions', async () => {
    const served = serveVersions([makeVersion(2), makeVersion(1, { isShown: false })]);
    const renamed = (from: string, to: string) => makeDifference({ fields: [{ field: 'title', from, to }] });
    answerChanges(served, { sections: [renamed('Section 1', 'Renamed')] });
    await openServed(served);
    await press('Versions');
    await press('Compare version 1');
    await shows(version(1).getByText('Title: “Section 1”, then “Renamed”'));
    await press('All versions');
    answerChanges(served, { sections: [renamed('Renamed', 'Section 1')] });
    await press('Compare version 2');
    await page.getByLabelText('Compare with').selectOptions('Version 1');
    await shows(version(2).getByText('Title: “Renamed”, then “Section 1”'));
    await expect.poll(() => requestsOf(calls.compareVersion).at(-1)!.query.with).toMatch(/^[\da-f-]{36}$/);
  });

  // product 23.3
  it('offers no comparison for a film without a plan', async () => {
    await open([makeVersion(1, { id: null, number: null })]);
    await press('Versions');
    await shows(versions.getByText('English video', { exact: true }));
    await shows(versions.getByText(/^This version can’t be compared or restored\./));
    await lacks(versions.getByRole('button', { name: /^Compare/ }));
  });

  it('opens the versions from the page of the film', async () => {
    const served = serveVersions();
    answer(calls.readFilmCheck, { run: null, result: null });
    answer(calls.readVideoLink, { finalVideoLink: '/media/films/film.mp4' });
    await openApp(`/?project=${served.current().id}&stage=complete`);
    await page.getByRole('link', { name: 'Versions', exact: true }).click();
    await shows(versions.getByText('Version 1', { exact: true }));
    await userEvent.keyboard('{Escape}');
    await lacks(versions);
    expect(rowTitles()).toEqual(['Section 1', 'Section 3']);
  });
});
