import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Section } from '#contract/sections.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { button, press, region, shows } from '../../helpers/components/find.ts';
import { push } from '../../helpers/components/socket.ts';
import { NOW } from '../../helpers/served/account.ts';
import { row, textField } from '../../helpers/served/editing.ts';
import { makeProject, makeRun, makeSection, nextRun } from '../../helpers/served/project.ts';
import { openEditor } from '../../helpers/served/serve-project.ts';

const player = region('Preview');
const position = player.getByRole('slider', { name: 'Position' });
const second = () => Number(position.element().getAttribute('aria-valuenow'));
const video = () => document.querySelector('video');

/** Returns sections whose preview plays this file: those of the project, if it has some. */
const sectionsPlaying = (
  videoUrl: string | null,
  sections: Section[] = [0, 1, 2].map((place) => makeSection(place)),
): Section[] => sections.map((section) => ({ ...section, preview: { ...section.preview!, videoUrl } }));

const previewing = (changes = {}) => {
  const project = makeProject({ sections: sectionsPlaying(null) });
  const run = makeRun('previewing', { projectId: project.id, percentage: 40, ...changes });
  return { project: { ...project, preparations: [run] }, run };
};

describe('preview of a video without a proxy', () => {
  // product 4.91
  it('shows the progress of the proxy, and plays it when it is made', async () => {
    const { project, run } = previewing();
    const served = await openEditor(project);
    await shows(player.getByText('Preparing preview… 40%'));
    await push('run.progressed', { run: nextRun(run, { percentage: 72 }) });
    await shows(player.getByText('Preparing preview… 72%'));
    served.set((current) => ({
      ...current,
      sections: sectionsPlaying('/media/scans/a/proxy.mp4', current.sections),
      preparations: [],
    }));
    await push('run.completed', {
      run: nextRun(run, { status: 'completed', percentage: 100, finishedAt: NOW, version: 9 }),
    });
    await expect.poll(() => video()?.getAttribute('src')).toBe('/media/scans/a/proxy.mp4');
  });

  // product 4.91
  it('has a range and a text that can be edited meanwhile', async () => {
    await openEditor(previewing().project);
    await row('Section 2').click();
    await shows(region('Trim').getByRole('slider', { name: 'In point' }));
    await expect.element(await textField()).toHaveValue('Text 2.');
  });

  // product 4.91
  it('offers to make a preview if no run makes one', async () => {
    const served = await openEditor(makeProject({ sections: sectionsPlaying(null) }));
    await shows(player.getByText('No preview of this video yet.'));
    answer(calls.makePreviews, () => {
      served.set((current) => ({
        ...current,
        preparations: [makeRun('previewing', { projectId: current.id, percentage: 3 })],
      }));
      return undefined;
    });
    await press('Make preview');
    await shows(player.getByText('Preparing preview… 3%'));
    expect(requestsOf(calls.makePreviews)).toHaveLength(1);
  });

  it('is reported as being prepared if the browser cannot play the original', async () => {
    const { project } = previewing();
    await openEditor({ ...project, sections: sectionsPlaying('/media/scans/a/original') });
    await shows(player.getByText('Preparing preview… 40%'));
  });
});

describe('preview whose video is replaced by its proxy', () => {
  // product 4.91
  it('stays at the same second', async () => {
    const served = await openEditor(makeProject({ sections: sectionsPlaying('/media/scans/a/video.mp4') }));
    await row('Section 2').click();
    await expect.poll(second).toBe(10);
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
    await expect.poll(second).toBe(14);
    await served.change((current) => ({
      ...current,
      sections: sectionsPlaying('/media/scans/a/proxy.mp4', current.sections),
    }));
    await expect.poll(() => video()?.getAttribute('src')).toBe('/media/scans/a/proxy.mp4');
    expect(second()).toBe(14);
  });

  it('begins at the start of the section if the section receives another video', async () => {
    const served = await openEditor(makeProject({ sections: sectionsPlaying('/media/scans/a/video.mp4') }));
    await row('Section 2').click();
    await expect.poll(second).toBe(10);
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
    await expect.poll(second).toBe(14);
    await served.change((current) => ({
      ...current,
      sections: sectionsPlaying('/media/scans/b/proxy.mp4', current.sections),
    }));
    await expect.poll(second).toBe(10);
  });
});

describe('retrying videos that failed', () => {
  it('is possible while previews are made', async () => {
    const { project } = previewing();
    const failedVideos = [{ id: 'v1', title: 'Lost', message: 'It is gone.', retryable: true }];
    await openEditor({ ...project, failedVideos });
    await button('1 notice').click();
    await expect.element(button('Retry for free')).toBeVisible();
  });
});
