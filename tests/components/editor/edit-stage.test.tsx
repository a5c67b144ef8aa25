import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { refuse } from '../../helpers/components/answers.ts';
import { button, heading, press, shows, text, textsOf, toast } from '../../helpers/components/find.ts';
import { PHONE, resize } from '../../helpers/components/open-app.tsx';
import { NOW } from '../../helpers/served/account.ts';
import { rowItem, showsTitles, titles, visitEditor } from '../../helpers/served/editing.ts';
import { makeProject, makeRun, makeSection, makeVideo } from '../../helpers/served/project.ts';
import { openEditor, serveProject } from '../../helpers/served/serve-project.ts';

const OTHER_PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

describe('edit stage', () => {
  // product 2.65, 2.66, 9.9
  it('offers the languages, Reset and Generate Video', async () => {
    await openEditor();
    const language = page.getByRole('combobox', { name: 'Language' });
    await expect.element(language).toHaveValue('en');
    expect(textsOf(language.getByRole('option'))).toEqual(['English', 'Bengali', 'Hindi']);
    await shows(button('Reset'));
    await shows(button('Generate Video'));
  });

  it('shows the whole menu on a phone, however long the label of Undo is', async () => {
    await resize(PHONE);
    const undo = `Edit "${'A long title '.repeat(9)}"`;
    await openEditor(makeProject({ history: { undo, redo: null } }));
    await press('Menu');
    const language = page.getByRole('combobox', { name: 'Language' });
    await shows(language);
    expect(language.element().getBoundingClientRect().right).toBeLessThanOrEqual(window.innerWidth);
  });

  // product 2.64
  it('returns to the search on Back to Home', async () => {
    await openEditor();
    await press('Back to Home');
    await shows(heading('Find Videos to Include'));
  });

  // product 2.70
  it('shows each section with its title, length, range, source thumbnail and source title', async () => {
    const video = makeVideo({ title: 'A walk', thumbnail: OTHER_PIXEL });
    const sections = [0, 1, 2].map((position) => makeSection(position, { video, videoId: video.id }));
    await openEditor(makeProject({ sections }));
    const row = rowItem('Section 3');
    for (const text of ['Section 3', '0:10.00', '0:20.00 - 0:30.00', 'A walk'])
      await shows(row.getByText(text, { exact: true }));
    expect(row.element().querySelectorAll(`img[src="${OTHER_PIXEL}"]`)).toHaveLength(1);
  });

  // product 2.79
  it('shows the total duration, the number of sections and the time of the last update', async () => {
    await openEditor();
    await shows(page.getByText('Total duration: 0:30.00', { exact: true }));
    await shows(text('3 sections'));
    await shows(page.getByText(/^Last updated: \S/));
  });

  // product 8.8
  it('reports stored sections when the clips cannot be read', async () => {
    const served = serveProject();
    refuse(calls.readClips, 503);
    await visitEditor(served);
    await shows(toast('Using Stored Data'));
    await shows(toast('Python API unavailable, using stored sections'));
    expect(titles()).toHaveLength(3);
  });

  it('offers to resume a project whose processing was cancelled', async () => {
    const processing = makeRun('processing', {
      status: 'cancelled',
      message: 'Cancelled. Your credit is back.',
      finishedAt: NOW,
    });
    await openEditor(makeProject({ sections: [], processing }));
    await shows(text('Processing was cancelled. Your credit is back.'));
    await shows(button('Resume'));
    expect(titles()).toEqual([]);
  });

  it('shows changes of another tab', async () => {
    const { change } = await openEditor();
    await shows(page.getByRole('heading', { name: 'A project', level: 1 }));
    await change(({ sections, ...project }) => ({
      ...project,
      title: 'The river',
      sections: sections.map((one, index) => (index === 2 ? { ...one, title: 'The mouth' } : one)),
    }));
    await shows(page.getByRole('heading', { name: 'The river', level: 1 }));
    await showsTitles('Section 1', 'Section 2', 'The mouth');
  });
});
