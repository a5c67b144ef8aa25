import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Run } from '#contract/runs.ts';
import { answer, disconnect, refuse, requestsOf } from '../../helpers/components/answers.ts';
import { button, heading, region, shows } from '../../helpers/components/find.ts';
import { address, openApp } from '../../helpers/components/open-app.tsx';
import { disconnectSocket, push } from '../../helpers/components/socket.ts';
import { advance, settled, stopClock, ticking, unmoved } from '../../helpers/components/stopped-clock.ts';
import { makeProject, makeRun, makeSection, nextRun, withFilm } from '../../helpers/served/project.ts';
import { serveProject, type ServedProject } from '../../helpers/served/serve-project.ts';

/** Finds a text of the screen, since the status region repeats some texts. */
const says = (value: string) => page.getByRole('main').getByText(value, { exact: true });
const search = heading('Find Videos to Include');
const progressReads = () => requestsOf(calls.readProgress).length;
const reads = () => requestsOf(calls.readProject).length;

/** Records the errors that a page logs. */
function watchErrors(): () => unknown[][] {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => errors.mockRestore());
  return () => errors.mock.calls;
}

/**
 * Serves a project while it is processed. `change` sets the next snapshot of its run, which is not pushed to
 * the page.
 */
function serveProcessing(): { served: ServedProject; at: string; change: (changes: Partial<Run>) => Run } {
  const project = makeProject({ sections: [] });
  let run = makeRun('processing', { projectId: project.id });
  const served = serveProject({ ...project, processing: run });
  return {
    served,
    at: `/?project=${project.id}&stage=processing`,
    change: (changes) => {
      run = nextRun(run, changes);
      served.set((current) => ({ ...current, processing: run }));
      return run;
    },
  };
}

/** Opens an address without a socket and with a clock that the test advances. */
async function openPolling(at: string, isOpen: () => boolean): Promise<void> {
  await disconnectSocket();
  stopClock();
  await openApp(at);
  await ticking(isOpen);
}

const isProcessing = () => says('Fetching videos').query() !== null;

describe('processing without a socket', () => {
  // product 9.14
  it('polls the progress every 2 s', async () => {
    const { at } = serveProcessing();
    let percentage = 0;
    answer(calls.readProgress, () => ({
      percentage: (percentage += 7),
      stage: 'Fetching videos',
      completed: false,
      message: '',
    }));
    await openPolling(at, isProcessing);
    for (const times of [1, 2, 3, 4]) {
      await advance(1900);
      await settled();
      expect(progressReads()).toBe(times - 1);
      await advance(100);
      await unmoved(() => says(`${times * 7}%`).query() !== null);
      expect(progressReads()).toBe(times);
    }
  });

  // product 4.6, 9.15
  it('polls the end after 10 s, then every second, and opens the editor', async () => {
    const { served, at, change } = serveProcessing();
    answer(calls.readProgress, () => ({
      percentage: 10,
      stage: served.current().processing!.stage,
      completed: false,
      message: '',
    }));
    await openPolling(at, isProcessing);
    const before = reads();
    for (let seconds = 0; seconds < 8; seconds += 2) {
      await advance(2000);
      await unmoved(() => progressReads() === seconds / 2 + 1);
    }
    await advance(1900);
    await settled();
    expect(reads()).toBe(before);
    change({ stage: 'Cutting' });
    await advance(100);
    await unmoved(() => says('Cutting').query() !== null);
    expect(reads()).toBe(before + 1);
    await advance(900);
    await settled();
    expect(reads()).toBe(before + 1);
    change({ status: 'completed', percentage: 100 });
    served.set((current) => ({ ...current, sections: [makeSection(0, { projectId: current.id })] }));
    await advance(100);
    await unmoved(() => reads() > before + 1);
    await ticking(() => button('Back to Home').query() !== null);
    expect(address()).toBe(`/?project=${served.current().id}&stage=edit`);
  });

  // product 4.16, 8.7
  it('returns to the search when the progress is refused, and logs the reason', async () => {
    const errors = watchErrors();
    const { at } = serveProcessing();
    refuse(calls.readProgress, 404, 'There is no such project.');
    await openPolling(at, isProcessing);
    await advance(2000);
    await ticking(() => search.query() !== null);
    await shows(page.getByText(/^Processing failed: There is no such project\./));
    expect(errors()).toContainEqual(['Failed to read the progress', 'There is no such project.']);
  });

  // product 4.15
  it.each(['failed', 'error'])(
    'reads the reason of a failure as soon as the progress reports the stage %s',
    async (stage) => {
      watchErrors();
      const { at, change } = serveProcessing();
      answer(calls.readProgress, { percentage: 40, stage, completed: false, message: '' });
      await openPolling(at, isProcessing);
      change({ status: 'failed', message: 'The sound is broken.' });
      const before = reads();
      await advance(2000);
      await unmoved(() => reads() > before);
      await ticking(() => search.query() !== null);
      await shows(page.getByText(/^Processing failed: The sound is broken\./));
    },
  );

  // product 4.16
  it('returns to the search when the server has not answered for 30 s', async () => {
    watchErrors();
    const { at } = serveProcessing();
    await openPolling(at, isProcessing);
    disconnect(calls.readProgress);
    disconnect(calls.readProject);
    for (let seconds = 0; seconds < 30; seconds++) {
      await advance(1000);
      await settled();
    }
    expect(search.query()).toBeNull();
    await advance(2000);
    await ticking(() => search.query() !== null);
    await shows(page.getByText(/^Processing failed: The server is not responding\./));
  });
});

describe('processing with a socket', () => {
  // product 4.15, 8.7, 8.63
  it('returns to the search when it fails, and logs the reason', async () => {
    const errors = watchErrors();
    const { at, change } = serveProcessing();
    await openApp(at);
    await shows(heading('AI Processing'));
    const run = change({ status: 'failed', errorCode: 'no_video', message: 'The video is gone.' });
    await push('run.failed', { run });
    await shows(search);
    await shows(says('Processing failed: The video is gone. Your credit is back.'));
    expect(errors()).toContainEqual(['Processing failed', 'no_video', 'The video is gone.']);
  });
});

describe('generation without a socket', () => {
  // product 4.7, 9.13
  it('polls the progress every 3 s, and opens the film', async () => {
    answer(calls.readFilmCheck, { run: null, result: null });
    answer(calls.readVideoLink, { finalVideoLink: '/media/films/film.mp4' });
    const project = makeProject();
    let run = makeRun('generation', { projectId: project.id, stage: 'Narrating' });
    const served = serveProject({ ...project, generation: run });
    const change = (changes: Partial<Run>): void => {
      run = nextRun(run, changes);
      served.set((current) => ({ ...current, generation: run }));
    };
    answer(calls.readGenerationStatus, () => ({
      status: 'processing' as const,
      percentage: run.percentage,
      stage: run.stage,
      message: '',
      finalVideoLink: null,
    }));
    const polls = () => requestsOf(calls.readGenerationStatus).length;
    const panel = region('Generation');
    await openPolling(`/?project=${project.id}&stage=generate`, () => panel.query() !== null);
    for (const times of [1, 2]) {
      await advance(2900);
      await settled();
      expect(polls()).toBe(times - 1);
      change({ percentage: times * 9, stage: `Joining ${times}` });
      await advance(100);
      await unmoved(() => panel.getByText(`Joining ${times}`).query() !== null);
      await shows(panel.getByText(`${times * 9}%`, { exact: true }));
      expect(polls()).toBe(times);
    }
    change({ status: 'completed', percentage: 100 });
    served.set(withFilm);
    await advance(3000);
    await ticking(() => heading('Video Generated Successfully!').query() !== null);
    expect(address()).toBe(`/?project=${project.id}&stage=complete`);
  });
});
