import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Run } from '#contract/runs.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import {
  button,
  dialog,
  heading,
  lacks,
  press,
  region,
  shows,
  toast,
} from '../../helpers/components/find.ts';
import { address, openApp } from '../../helpers/components/open-app.tsx';
import { push } from '../../helpers/components/socket.ts';
import { makeProject, makeRun, makeSummary, nextRun, withFilm } from '../../helpers/served/project.ts';
import { serveProject } from '../../helpers/served/serve-project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const step = page.getByRole('navigation', { name: 'Steps' }).getByRole('listitem');
const film = heading('Video Generated Successfully!');
const search = heading('Find Videos to Include');

/** Returns the marked step once it is this one, and the stage of the address. */
async function stageAtStep(name: string): Promise<string | null> {
  const marked = () => step.elements().find((item) => item.hasAttribute('aria-current'))?.textContent;
  await expect.poll(marked).toContain(name);
  return new URLSearchParams(window.location.search).get('stage');
}

/** A project whose film a test renders, by `start` and its events. */
function serveGeneration() {
  const project = makeProject();
  let run = makeRun('generation', { projectId: project.id, createdAt: new Date().toISOString() });
  const served = serveProject(project);
  answer(calls.listProjects, () => [makeSummary(served.current())]);
  answer(calls.readFilmCheck, { run: null, result: null });
  answer(calls.readVideoLink, { finalVideoLink: '/media/films/film.mp4' });
  answer(calls.generateFilm, { finalVideoLink: null, runId: run.id });
  const tell = async (
    changes: Partial<Run>,
    type: 'run.progressed' | 'run.completed' | 'run.failed' = 'run.progressed',
  ): Promise<void> => {
    run = nextRun(run, changes);
    served.set((current) => ({ ...current, generation: run }));
    await push(type, { run });
  };
  return {
    served,
    tell,
    at: (stage: string) => `/?project=${project.id}&stage=${stage}`,
    /** Opens the editor from the library, and starts the film. */
    start: async (): Promise<void> => {
      await openApp('/?stage=videolist');
      await press('View Clips (3)');
      expect(await stageAtStep('Edit Sections')).toBe('edit');
      await button('Generate Video').first().click();
      await shows(button('Starting Generation...').first());
      await tell({ percentage: 0 });
      expect(await stageAtStep('Generate Video')).toBe('generate');
    },
  };
}

describe('generation', () => {
  // product 2.32
  it('opens the fourth step, which still shows the editor, with its progress', async () => {
    const { start, tell } = serveGeneration();
    await start();
    await expect.poll(() => requestsOf(calls.generateFilm)).toHaveLength(1);
    await tell({
      percentage: 31.4,
      stage: 'Rendering sections',
      message: 'Rendering section 2 of 3: 0:04 of 0:09',
    });
    await shows(button('Generating... 31%').first());
    await shows(region('Generation').getByText('Rendering section 2 of 3: 0:04 of 0:09'));
    await button('Add New Section').first().click();
    await shows(dialog('Add New Section'));
  });

  // product 2.121
  it('leads by Back from the fourth step to the third, and by Forward to the fourth again', async () => {
    const { start } = serveGeneration();
    await start();
    window.history.back();
    expect(await stageAtStep('Edit Sections')).toBe('edit');
    await shows(region('Generation'));
    window.history.forward();
    expect(await stageAtStep('Generate Video')).toBe('generate');
  });

  it('reports a generation that was running when the editor opened', async () => {
    const { served, at } = serveGeneration();
    // The server's clock is ahead of the browser's.
    const createdAt = new Date(Date.now() + 86_400_000).toISOString();
    served.set((current) => ({
      ...current,
      generation: makeRun('generation', { projectId: current.id, createdAt }),
    }));
    await openApp(at('generate'));
    expect(await stageAtStep('Generate Video')).toBe('generate');
    const label = button('Generating in Background...').first();
    await shows(label);
    const { scrollWidth, clientWidth } = label.element().querySelector('.truncate')!;
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  });

  // product 2.121
  itInFullTier('leads from the fourth step to the film, and by Back from there to the sections', async () => {
    const { served, start, tell } = serveGeneration();
    await start();
    served.set(withFilm);
    const finishedAt = new Date().toISOString();
    await tell({ status: 'completed', percentage: 100, finishedAt }, 'run.completed');
    await shows(film);
    expect(address()).toContain('stage=complete');
    window.history.back();
    expect(await stageAtStep('Edit Sections')).toBe('edit');
  });

  it('returns to the third step when it fails, without an entry in the history', async () => {
    const { start, tell } = serveGeneration();
    await start();
    await tell(
      { status: 'failed', message: 'The disk is full.', finishedAt: new Date().toISOString() },
      'run.failed',
    );
    expect(await stageAtStep('Edit Sections')).toBe('edit');
    await shows(page.getByText('The last generation failed: The disk is full.'));
    window.history.back();
    await shows(heading('My Video Compilations'));
  });

  it('opens the third step at the address of the fourth while no film renders', async () => {
    const { at } = serveGeneration();
    await openApp(at('generate'));
    expect(await stageAtStep('Edit Sections')).toBe('edit');
    await expect.poll(address).toBe(at('edit'));
  });

  it('opens the clips of a project at the fourth step while its film renders', async () => {
    const { tell } = serveGeneration();
    await openApp('/?stage=videolist');
    await tell({ percentage: 40 });
    await shows(page.getByRole('article').getByText('40%'));
    await press('View Clips (3)');
    expect(await stageAtStep('Generate Video')).toBe('generate');
  });

  // product 8.13
  it('announces on another screen that it failed', async () => {
    const { tell } = serveGeneration();
    await openApp('/');
    await tell({});
    await tell({ status: 'failed', message: 'The disk is full.' }, 'run.failed');
    await shows(toast('Generation Failed'));
    await shows(toast('Video generation failed. Please try again.'));
    await shows(search);
  });

  // product 4.58, 8.43
  it('announces on another screen that its film is ready, and opens it on request', async () => {
    const { served, tell } = serveGeneration();
    served.set(withFilm);
    await openApp('/');
    await tell({});
    await tell({ status: 'completed' }, 'run.completed');
    await shows(toast('Video Ready!'));
    await press('View Video');
    await shows(film);
    expect(address()).toContain('stage=complete');
    await lacks(search);
  });
});
