import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { TERMINAL_EVENT } from '#contract/events.ts';
import type { Run } from '#contract/runs.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { button, heading, lacks, press, shows, textsOf } from '../../helpers/components/find.ts';
import { address, openApp } from '../../helpers/components/open-app.tsx';
import { push } from '../../helpers/components/socket.ts';
import {
  makeProject,
  makeRun,
  makeSection,
  makeSummary,
  nextRun,
  withFilm,
} from '../../helpers/served/project.ts';
import { serveProject } from '../../helpers/served/serve-project.ts';

const main = page.getByRole('main');
const bar = page.getByRole('progressbar');
const making = heading('Making your film');
const percent = () => Number(bar.element().getAttribute('aria-valuenow'));
const items = () => textsOf(main.getByRole('listitem'));
/** The step that the header marks. */
const marked = () =>
  page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('listitem')
    .elements()
    .flatMap((item) => (item.getAttribute('aria-current') === 'step' ? [item.textContent] : []));

/**
 * Serves a project whose film follows its processing. Its functions push the next snapshots of the two runs.
 */
function serveFilm(first: Partial<Run> = {}) {
  const empty = makeProject({ sections: [] });
  let processing = makeRun('processing', { projectId: empty.id, film: 'planned', ...first });
  let generation = makeRun('generation', {
    projectId: empty.id,
    language: 'hi',
    createdAt: new Date().toISOString(),
  });
  const served = serveProject({ ...empty, processing });
  answer(calls.listProjects, () => [makeSummary(served.current())]);
  answer(calls.readFilmCheck, { run: null, result: null });
  answer(calls.readVideoLink, { finalVideoLink: '/media/films/film.mp4' });
  const typeOf = ({ status }: Run) =>
    status === 'queued' || status === 'running' ? 'run.progressed' : TERMINAL_EVENT[status];
  return {
    served,
    at: `/?project=${empty.id}&stage=processing`,
    processed: async (changes: Partial<Run>): Promise<void> => {
      processing = nextRun(processing, changes);
      served.set((current) => ({ ...current, processing }));
      await push(typeOf(processing), { run: processing });
    },
    /** The sections exist, and the film is about to start. */
    endSections: async (): Promise<void> => {
      processing = nextRun(processing, { status: 'completed', percentage: 100, stage: 'completed' });
      served.set((current) => ({ ...current, processing, sections: [0, 1].map((at) => makeSection(at)) }));
      await push('run.completed', { run: processing });
    },
    /** The server started the film. */
    start: async (): Promise<void> => {
      processing = nextRun(processing, { film: 'started' });
      await served.change((current) => ({ ...current, processing, generation }));
    },
    generated: async (changes: Partial<Run>): Promise<void> => {
      generation = nextRun(generation, changes);
      served.set((current) => {
        const next = { ...current, generation };
        return generation.status === 'completed' ? withFilm(next, { language: 'hi' }) : next;
      });
      await push(typeOf(generation), { run: generation });
    },
    run: { processing: () => processing, generation: () => generation },
  };
}

describe('a film in the making', () => {
  // product 17.9
  it('shows both steps with one percentage that never falls, and ends at the film', async () => {
    const { at, processed, endSections, start, generated } = serveFilm();
    await openApp(at);
    await shows(making);
    await expect
      .poll(items)
      .toEqual(['Choosing the best parts of your videos (in progress)', 'Making the film']);
    await processed({ percentage: 80, stage: 'Generating transcriptions' });
    await expect.poll(percent).toBe(40);
    await endSections();
    await shows(main.getByText('Starting the film', { exact: true }));
    expect(percent()).toBe(50);
    expect(items()).toEqual([
      'Choosing the best parts of your videos (done)',
      'Making the film (in progress)',
    ]);
    await start();
    await generated({ percentage: 10, stage: 'Rendering sections' });
    await expect.poll(percent).toBe(55);
    await shows(main.getByText('Rendering sections', { exact: true }));
    await generated({ percentage: 100, status: 'completed' });
    await shows(heading('Video Generated Successfully!'));
    await shows(button('Back to Edit'));
    expect(address()).toContain('stage=complete');
    expect(address()).toContain('lang=hi');
  });

  // product 17.9
  it('marks the step of the header at which the work is', async () => {
    const { at, processed, endSections, start, generated } = serveFilm();
    await openApp(at);
    await shows(making);
    await processed({ percentage: 80 });
    await expect.poll(marked).toEqual(['2AI Processing']);
    await endSections();
    await expect.poll(marked).toEqual(['4Generate Video']);
    await start();
    await generated({ percentage: 10, stage: 'Rendering sections' });
    await shows(main.getByText('Rendering sections', { exact: true }));
    expect(marked()).toEqual(['4Generate Video']);
    await generated({ status: 'failed', message: 'A section cannot be rendered.' });
    await shows(main.getByRole('alert'));
    expect(marked()).toEqual(['4Generate Video']);
  });

  // product 17.9
  it('restores its second step after a reload and in another tab', async () => {
    const { at, served, run } = serveFilm({ status: 'completed', percentage: 100, film: 'started' });
    served.set((current) => ({
      ...current,
      sections: [makeSection(0)],
      generation: { ...run.generation(), percentage: 40 },
    }));
    await openApp(at);
    await shows(making);
    await expect.poll(percent).toBe(70);
    expect(marked()).toEqual(['4Generate Video']);
  });

  // product 17.12
  it('reports no finished sections while its film follows', async () => {
    const { at, processed, endSections } = serveFilm();
    await openApp(at);
    await shows(making);
    await processed({ percentage: 10 });
    await press('My Videos');
    await shows(heading('My Video Compilations'));
    const reads = () => requestsOf(calls.listProjects).length;
    const before = reads();
    await endSections();
    // The page has handled the end of the processing.
    await expect.poll(reads).toBeGreaterThan(before);
    await lacks(page.getByText('Sections Ready'));
  });

  const cancelled = () => requestsOf(calls.cancelRun).map(({ params }) => params.id);

  // product 17.10
  it('returns to the search if its first step is cancelled', async () => {
    const { at, processed, run, served } = serveFilm();
    answer(calls.cancelRun, () => {
      const ended = nextRun(run.processing(), { status: 'cancelled' });
      served.set((current) => ({ ...current, processing: ended }));
      return ended;
    });
    await openApp(at);
    await shows(making);
    await processed({ percentage: 10 });
    await press('Cancel');
    await shows(heading('Find Videos to Include'));
    await shows(page.getByText('Processing was cancelled. Your credit is back.'));
    expect(cancelled()).toEqual([run.processing().id]);
  });

  // product 17.10
  it('opens the editor with its sections if it is cancelled between its steps', async () => {
    const { at, endSections, run, served } = serveFilm();
    answer(calls.cancelRun, () => {
      const { film: _film, ...unplanned } = nextRun(run.processing(), {});
      served.set((current) => ({ ...current, processing: unplanned }));
      return unplanned;
    });
    await openApp(at);
    await shows(making);
    await endSections();
    await shows(main.getByText('Starting the film', { exact: true }));
    await press('Cancel');
    await expect.poll(address).toContain('stage=edit');
    expect(cancelled()).toEqual([run.processing().id]);
  });

  // product 17.10
  it('opens the editor with its sections if its second step is cancelled', async () => {
    const { at, endSections, start, generated, run, served } = serveFilm();
    answer(calls.cancelRun, () => {
      const ended = nextRun(run.generation(), { status: 'cancelled' });
      served.set((current) => ({ ...current, generation: ended }));
      return ended;
    });
    await openApp(at);
    await shows(making);
    await endSections();
    await start();
    await generated({ percentage: 5, stage: 'Rendering sections' });
    await shows(main.getByText('Rendering sections', { exact: true }));
    await press('Cancel');
    await expect.poll(address).toContain('stage=edit');
    expect(cancelled()).toEqual([run.generation().id]);
  });

  // product 17.11
  it('shows why the film failed, with Retry and the way to its sections', async () => {
    const { at, endSections, start, generated, run } = serveFilm();
    await openApp(at);
    await shows(making);
    await endSections();
    await start();
    await generated({ percentage: 30, stage: 'Rendering sections' });
    await generated({ status: 'failed', message: 'A section cannot be rendered.' });
    await shows(main.getByRole('alert').getByText('A section cannot be rendered.'));
    answer(calls.retryRun, () =>
      makeRun('generation', { projectId: run.generation().projectId, createdAt: new Date().toISOString() }),
    );
    await press('Retry');
    await shows(making);
    await expect.poll(percent).toBe(50);
  });

  it('returns to the search if its processing fails', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    const { at, processed } = serveFilm();
    await openApp(at);
    await shows(making);
    await processed({ percentage: 30 });
    await processed({ status: 'failed', message: 'None of the videos could be processed.' });
    await shows(heading('Find Videos to Include'));
    await shows(
      page.getByText('Processing failed: None of the videos could be processed. Your credit is back.'),
    );
  });
});
