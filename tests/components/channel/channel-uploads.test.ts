import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Run } from '#contract/runs.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { heading, lacks, press, shows, toast } from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';
import { disconnectSocket, push, reconnectSocket } from '../../helpers/components/socket.ts';
import { makeRun, nextRun } from '../../helpers/served/project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const rows = page.getByRole('list', { name: 'Uploads to YouTube' });
const bar = rows.getByRole('progressbar', { name: 'Uploading Waves to YouTube' });
async function showsPercent(percent: string): Promise<void> {
  await expect.element(bar).toHaveAttribute('aria-valuenow', percent);
}

const makeUpload = (percentage: number): Run =>
  makeRun('publishing', {
    projectId: null,
    projectTitle: 'Waves',
    language: null,
    stage: 'Uploading to YouTube',
    percentage,
  });

/** Opens the search while a video is sent to the channel, 42% of it so far. */
async function openSending(): Promise<Run> {
  await openApp();
  const run = makeUpload(42);
  await push('run.progressed', { run });
  await showsPercent('42');
  return run;
}

describe('upload to the channel', () => {
  it('shows the percentage of an upload, and from 99% that it is finishing', async () => {
    const run = await openSending();
    await shows(rows.getByText('42%'));
    await push('run.progressed', { run: nextRun(run, { percentage: 99 }) });
    await shows(rows.getByText('Finishing…'));
  });

  it('reports a completed upload until it is dismissed', async () => {
    const run = await openSending();
    await push('run.completed', { run: nextRun(run, { status: 'completed', percentage: 100 }) });
    await shows(toast('Video Is on YouTube'));
    await shows(rows.getByText('“Waves” is on YouTube, where only you can see it.'));
    await lacks(bar);
    await rows.getByRole('button', { name: 'Dismiss' }).click();
    await lacks(rows);
  });

  it('reports why an upload failed, and continues it on Retry', async () => {
    const run = await openSending();
    const message = 'YouTube takes no more uploads from here today.';
    await push('run.failed', { run: nextRun(run, { status: 'failed', message }) });
    await shows(rows.getByText(`Couldn’t upload “Waves” to YouTube. ${message}`));
    answer(calls.retryRun, makeUpload(49));
    await rows.getByRole('button', { name: 'Retry' }).click();
    await showsPercent('49');
    await lacks(rows.getByText(message));
    await expect.poll(() => requestsOf(calls.retryRun).map(({ params }) => params)).toEqual([{ id: run.id }]);
  });

  it('reports a cancelled upload, and offers it again', async () => {
    const run = await openSending();
    await push('run.cancelled', { run: nextRun(run, { status: 'cancelled', message: 'Cancelled.' }) });
    await shows(rows.getByText('The upload of “Waves” to YouTube was cancelled.', { exact: true }));
    await shows(rows.getByRole('button', { name: 'Resume' }));
  });

  itInFullTier('polls an upload while the socket is disconnected', async () => {
    const run = await openSending();
    answer(calls.readRun, nextRun(run, { percentage: 63 }));
    await disconnectSocket();
    await showsPercent('63');
    await expect.poll(() => requestsOf(calls.readRun)[0]!.params).toEqual({ id: run.id });
  });

  it('reads an upload once more after a reconnection on another stage', async () => {
    const run = await openSending();
    answer(calls.listProjects, []);
    await press('My Videos');
    await shows(heading('My Video Compilations'));
    await disconnectSocket();
    answer(calls.readRun, nextRun(run, { status: 'completed' }));
    await reconnectSocket();
    await shows(toast('Video Is on YouTube'));
    await expect.poll(() => requestsOf(calls.readRun)).toHaveLength(1);
  });
});
