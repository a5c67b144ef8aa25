import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Project } from '#contract/projects.ts';
import { answer, disconnect, hold, refuse, requestsOf, serve } from '../../helpers/components/answers.ts';
import {
  alert,
  button,
  heading,
  lacks,
  press,
  region,
  shows,
  text,
  toast,
} from '../../helpers/components/find.ts';
import { address, openApp } from '../../helpers/components/open-app.tsx';
import { push } from '../../helpers/components/socket.ts';
import { advance, stopClock, ticking, unmoved } from '../../helpers/components/stopped-clock.ts';
import { gate } from '../../helpers/gate.ts';
import { filmLink, makeFilmProject, serveFilms } from '../../helpers/served/films.ts';
import { makeProject, makeRun, nextRun } from '../../helpers/served/project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

/** The button's label. */
const label = (): string | undefined => button(/^Generat/).query()?.textContent;

/** Opens the editor of a project whose films are served. */
async function openEditor(project: Project = makeProject()) {
  const served = serveFilms(project);
  await openApp(`/?project=${project.id}&stage=edit`);
  await shows(heading('A project'));
  return served;
}

/** A project whose film is being generated. */
function makeGenerating() {
  const project = makeProject();
  const generation = makeRun('generation', {
    projectId: project.id,
    stage: 'Rendering sections',
    percentage: 12,
  });
  return { project: { ...project, generation }, generation };
}

/** Opens the editor of a project whose film is being generated. */
async function openGenerating() {
  const { project, generation } = makeGenerating();
  const served = await openEditor(project);
  await shows(button('Generating in Background...'));
  return { ...served, generation };
}

describe('generate button during a generation', () => {
  // product 4.33, 4.34, 4.70
  itInFullTier('shows a generation in the background, then its percentage, then its last stage', async () => {
    const { generation } = await openGenerating();
    const rendering = nextRun(generation, { percentage: 42 });
    await push('run.progressed', { run: rendering });
    await shows(button('Generating... 42%'));
    await expect.poll(() => document.title).toBe('42% · A project · Cutroom');
    // A number that stops before the end would look stuck.
    await push('run.progressed', { run: nextRun(rendering, { percentage: 99, stage: 'Joining the film' }) });
    await shows(button('Joining the film...'));
    await expect.poll(() => document.title).toBe('Finishing… · A project · Cutroom');
  });

  // product 4.35
  it('names a generation in the background for a second, even if its figures arrive earlier', async () => {
    const { project, generation } = makeGenerating();
    serveFilms(project);
    stopClock();
    await openApp(`/?project=${project.id}&stage=edit`);
    const isLive = () => document.documentElement.dataset['transport'] === 'websocket';
    await ticking(() => isLive() && label() === 'Generating in Background...');
    await push('run.progressed', { run: nextRun(generation, { percentage: 42 }) });
    await unmoved(() => document.title.startsWith('42%'));
    expect(label()).toBe('Generating in Background...');
    await advance(1000);
    await unmoved(() => label() === 'Generating... 42%');
  });

  // product 4.35, 4.70
  itInFullTier('names a generation in the background until its first figure', async () => {
    const { generation } = await openGenerating();
    stopClock();
    await advance(60_000);
    expect(label()).toBe('Generating in Background...');
    await push('run.progressed', { run: nextRun(generation, { percentage: 13 }) });
    await unmoved(() => label() === 'Generating... 13%');
  });

  // product 4.43
  it('is disabled beside a panel that allows leaving the page and cancelling', async () => {
    await openGenerating();
    await expect.element(button('Generating in Background...')).toHaveAttribute('aria-disabled', 'true');
    await press('Notices, 1 in progress');
    const panel = region('Generation');
    await shows(panel.getByText('You can leave this page. We’ll save the video in My Videos.'));
    await shows(panel.getByRole('button', { name: 'Cancel' }));
  });

  // product 4.7, 4.30, 4.58
  it('opens the film when the generation completes', async () => {
    const { generation, set, current } = await openGenerating();
    const run = nextRun(generation, { status: 'completed', percentage: 100 });
    set((project) => ({ ...makeFilmProject(['en'], project), generation: run }));
    await push('run.completed', { run });
    await shows(heading('Video Generated Successfully!'));
    expect(address()).toBe(`/?project=${current().id}&stage=complete`);
    const { finalVideoLink } = current();
    expect(finalVideoLink).toMatch(/^data:video/);
    expect(region('Film: A project').element().querySelector('video')!.getAttribute('src')).toBe(
      finalVideoLink,
    );
  });

  // product 4.32, 8.13
  it('is enabled again beside the reason when the generation fails', async () => {
    const { generation, set } = await openGenerating();
    const run = nextRun(generation, { status: 'failed', message: 'The disk is full.' });
    set((project) => ({ ...project, generation: run }));
    await push('run.failed', { run });
    await shows(toast('Generation Failed'));
    await shows(toast('Video generation failed. Please try again.'));
    await press('1 notice');
    await shows(text('The last generation failed: The disk is full.'));
    await expect.element(button('Generate Video')).not.toHaveAttribute('aria-disabled');
  });
});

describe('generate button', () => {
  // product 4.36, 4.70, 8.42
  it('shows that the generation starts, then announces that it has started', async () => {
    const { current, set } = await openEditor();
    answer(calls.generateFilm, () => {
      const generation = makeRun('generation', {
        projectId: current().id,
        createdAt: new Date().toISOString(),
      });
      set((project) => ({ ...project, generation }));
      return { finalVideoLink: null, runId: generation.id };
    });
    const { release } = hold(calls.generateFilm);
    await press('Generate Video');
    await shows(button('Starting Generation...'));
    release();
    await shows(toast('Video Generation Started'));
    await lacks(button('Starting Generation...'));
  });

  // product 3.12, 3.19, 3.20, 3.23, 7.2
  it('sends every section with its length and its end', async () => {
    const { current } = await openEditor();
    answer(calls.generateFilm, { finalVideoLink: null, runId: null });
    await press('Generate Video');
    await shows(toast('Video Generation Started'));
    const videos = current().sections.map(({ id, transcription, path }, index) => ({
      clipid: id,
      transcription,
      meantime: '00:00:10.000',
      clip_max_time: `00:00:${(index + 1) * 10}.000`,
      path,
      voice_id: '',
      xi_voice_id: '',
      gender: 'male',
    }));
    await expect
      .poll(() => requestsOf(calls.generateFilm).map(({ body }) => body))
      .toMatchObject([{ project_title: 'A project', videos, language: 'en', isview: false }]);
  });

  // product 8.11
  it('shows the message of a refused start', async () => {
    await openEditor();
    refuse(calls.generateFilm, 409, 'Another film is being made.');
    await press('Generate Video');
    await shows(toast('Generation Failed'));
    await shows(toast('Another film is being made.'));
  });

  // product 8.12
  it('shows a specific message if the start receives no response', async () => {
    await openEditor();
    disconnect(calls.generateFilm);
    await press('Generate Video');
    await shows(toast('Generation Failed'));
    await shows(toast('Failed to start video generation. Please try again.'));
  });

  // product 4.44
  it('is disabled without sections', async () => {
    await openEditor(makeProject({ sections: [] }));
    await expect.element(button('Generate Video')).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('View Video', () => {
  // product 2.67, 4.37, 4.38, 4.70
  it('checks the link of the film, then opens the film', async () => {
    const { current } = await openEditor(makeFilmProject());
    answer(calls.generateFilm, { finalVideoLink: filmLink(), runId: null });
    const { opened, open } = gate();
    let tried = 0;
    serve(/^\/media\/signed\//, async () => {
      tried++;
      await opened;
      return new Response();
    });
    const pending = hold(calls.generateFilm);
    await press('View Video');
    await expect.poll(() => requestsOf(calls.generateFilm)).toHaveLength(1);
    await shows(button('Checking Video...'));
    pending.release();
    await expect.poll(() => tried).toBe(1);
    await shows(button('Checking Video...'));
    open();
    await shows(heading('Video Generated Successfully!'));
    expect(address()).toBe(`/?project=${current().id}&stage=complete`);
    await expect.poll(() => requestsOf(calls.generateFilm).map(({ body }) => body.isview)).toEqual([true]);
  });

  // product 2.67, 4.39, 4.40
  it('becomes Generate Video after an edit', async () => {
    const { set } = await openEditor(makeFilmProject());
    await shows(button('View Video'));
    answer(calls.reorderSections, ({ body }) => {
      set((project) => ({
        ...project,
        sections: body.sectionIds.map((id, position) => ({
          ...project.sections.find((section) => section.id === id)!,
          position,
        })),
        films: project.films.map((film) => ({ ...film, edited: true })),
      }));
    });
    await press('Move Section 1 down');
    await shows(button('Generate Video'));
    await lacks(button('View Video'));
  });

  // product 8.14
  it('reports that the link could not be requested', async () => {
    await openEditor(makeFilmProject());
    refuse(calls.generateFilm, 500);
    await press('View Video');
    await shows(toast('Error Loading Video'));
  });

  // product 5.21
  it('alerts when the link does not work and stays in the editor', async () => {
    const { current } = await openEditor(makeFilmProject());
    answer(calls.generateFilm, { finalVideoLink: '/media/gone/film.mp4', runId: null });
    await press('View Video');
    await shows(page.getByRole('alertdialog', { name: 'Video not available' }));
    await shows(alert('Video is not available or still being generated. Please try again later.'));
    expect(address()).toBe(`/?project=${current().id}&stage=edit`);
  });
});
