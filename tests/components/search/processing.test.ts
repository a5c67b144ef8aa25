import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Project } from '#contract/projects.ts';
import { answer, hold, refuse, requestsOf } from '../../helpers/components/answers.ts';
import {
  alert,
  button,
  heading,
  lacks,
  link,
  press,
  shows,
  text,
  toast,
} from '../../helpers/components/find.ts';
import { address, openApp } from '../../helpers/components/open-app.tsx';
import { makeProject, makeRun, makeSummary, nextRun } from '../../helpers/served/project.ts';
import { serveProject } from '../../helpers/served/serve-project.ts';
import { addLink, checkbox, openSelected, processButton, tray } from '../../helpers/served/search.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const editor = button('Back to Home');
const FAILED = 'Processing failed: No sound. Your credit is back.';
const NO_CREDITS =
  "You don't have enough video credits to create this compilation. Please purchase more credits.";

/** Answers the start of a processing with this project. */
function serveStart(project: Project = makeProject()): Project {
  serveProject(project);
  answer(calls.processVideos, { projectId: project.id, runId: crypto.randomUUID() });
  return project;
}

/** A project whose processing failed. */
function makeFailed(): Project {
  const id = crypto.randomUUID();
  const processing = makeRun('processing', { projectId: id, status: 'failed', message: 'No sound.' });
  return makeProject({ id, sections: [], processing });
}

const bodiesSent = () => requestsOf(calls.processVideos).map(({ body }) => body);

describe('start of processing', () => {
  // product 4.5, 5.10, 7.31, 8.35
  it('sends the selected videos under the query', async () => {
    await openSelected(2);
    serveStart();
    const { release } = hold(calls.processVideos);
    await processButton(2).click();
    await shows(toast('Starting Processing'));
    await shows(toast('Your videos are being sent for AI processing...'));
    await shows(heading('AI Processing'));
    await lacks(heading('Find Videos to Include'));
    expect(address()).toBe('/?stage=processing&q=river');
    await expect
      .poll(() => bodiesSent())
      .toEqual([{ videoIds: ['library_1', 'library_2'], projectTitle: 'river', words: 'river' }]);
    release();
    await shows(editor);
  });

  // product 5.11
  it('names the project by the date if nothing was searched', async () => {
    serveStart();
    await openApp();
    await addLink('https://example.com/film.mp4');
    await processButton(1).click();
    await shows(editor);
    await expect
      .poll(() => bodiesSent())
      .toMatchObject([{ projectTitle: `Compilation - ${new Date().toLocaleDateString()}` }]);
  });

  // product 4.17, 8.5
  it('returns to the search with an alert if credits are missing', async () => {
    await openSelected(1);
    refuse(calls.processVideos, 402, 'Not enough credits.');
    await processButton(1).click();
    await shows(alert(NO_CREDITS));
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
    await shows(heading('Find Videos to Include'));
    await expect.element(checkbox('River 1')).toBeChecked();
  });

  // product 8.6
  it('returns to the search with the reason if the server fails, and logs it', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    await openSelected(1);
    refuse(calls.processVideos, 500, 'The workers are away.');
    await processButton(1).click();
    await shows(text('Processing failed: The workers are away. No credit was used.'));
    await shows(heading('Find Videos to Include'));
    await expect.element(checkbox('River 1')).toBeChecked();
    await lacks(page.getByRole('alertdialog'));
    expect(log).toHaveBeenCalledWith('Failed to start processing', expect.anything());
  });
});

describe('sent selection', () => {
  it('clears the sent selection once its project exists, and keeps the search', async () => {
    await openSelected(2);
    serveStart();
    await processButton(2).click();
    await editor.click();
    await shows(heading('All Videos (3)'));
    await expect.element(checkbox('River 1')).not.toBeChecked();
    await lacks(tray);
  });

  itInFullTier('sends only newly selected videos the next time', async () => {
    await openSelected(2);
    serveStart();
    await processButton(2).click();
    await editor.click();
    await checkbox('River 3').click();
    await processButton(1).click();
    await shows(editor);
    const sent = bodiesSent().map(({ videoIds }) => videoIds);
    expect(sent).toEqual([['library_1', 'library_2'], ['library_3']]);
  });

  it('leaves videos selected that were added before the response', async () => {
    await openSelected(1);
    serveStart();
    const { release } = hold(calls.processVideos);
    await processButton(1).click();
    await shows(heading('AI Processing'));
    window.history.back();
    await checkbox('River 2').click();
    await shows(processButton(2));
    release();
    await shows(processButton(1));
    await expect.element(checkbox('River 2')).toBeChecked();
    await expect.element(checkbox('River 1')).not.toBeChecked();
  });

  // product 8.63
  it('selects the sent videos again when their processing fails', async () => {
    await openSelected(2);
    serveStart(makeFailed());
    await processButton(2).click();
    await shows(text(FAILED));
    await shows(processButton(2));
    await expect.element(checkbox('River 2')).toBeChecked();
  });

  it('selects the sent videos again when the failed processing has left sections', async () => {
    await openSelected(2);
    const failed = makeFailed();
    serveStart({ ...failed, sections: makeProject().sections });
    await processButton(2).click();
    await shows(text(FAILED));
    await shows(processButton(2));
    expect(address()).not.toContain('stage=edit');
  });

  // product 4.87
  it('offers no retry of a processing whose files can never be used', async () => {
    await openSelected(1);
    const project = makeFailed();
    serveStart({ ...project, processing: { ...project.processing!, retryable: false } });
    await processButton(1).click();
    await shows(text(FAILED));
    await lacks(button('Retry'));
    answer(calls.listProjects, [
      makeSummary({ ...project, status: 'failed', processing: { ...project.processing!, retryable: false } }),
    ]);
    await press('My Videos');
    await shows(page.getByRole('article').getByText('No sound.', { exact: true }));
    await lacks(button('Retry'));
  });

  it('clears the selection when the failed processing is retried', async () => {
    await openSelected(2);
    const project = serveStart(makeFailed());
    await processButton(2).click();
    await shows(text(FAILED));
    await shows(processButton(2));
    answer(calls.retryRun, nextRun(project.processing!, { status: 'running' }));
    await press('Retry');
    await shows(heading('AI Processing'));
    await expect
      .poll(() => requestsOf(calls.retryRun).map(({ params }) => params))
      .toEqual([{ id: project.processing!.id }]);
    await link('Cutroom, home').click();
    await shows(heading('Find Videos to Include'));
    await lacks(tray);
  });
});

describe('retry without credits', () => {
  /** Presses Retry and closes its alert. */
  async function showsRefusedRetry(): Promise<void> {
    await press('Retry');
    await shows(alert(NO_CREDITS));
    await lacks(toast('Retry Failed'));
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
    await lacks(page.getByRole('alertdialog'));
    await lacks(toast('Retry Failed'));
  }

  it('shows an alert at the search if credits for a retry are missing', async () => {
    await openSelected(1);
    serveStart(makeFailed());
    refuse(calls.retryRun, 402, 'Not enough credits.');
    await processButton(1).click();
    await shows(text(FAILED));
    await showsRefusedRetry();
  });

  it('shows an alert in the library if credits for a retry are missing', async () => {
    const project = makeFailed();
    answer(calls.listProjects, [makeSummary(project)]);
    refuse(calls.retryRun, 402, 'Not enough credits.');
    await openApp('/?stage=videolist');
    await showsRefusedRetry();
    await expect.poll(() => requestsOf(calls.retryRun)).toHaveLength(1);
  });
});
