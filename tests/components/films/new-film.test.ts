import { describe, expect, it } from 'vitest';
import * as calls from '#contract/calls/index.ts';
import type { Film, Project } from '#contract/projects.ts';
import { answer, hold, refuse } from '../../helpers/components/answers.ts';
import { button, heading, lacks, press, region, shows, text } from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';
import { push } from '../../helpers/components/socket.ts';
import { makePlayableFilm, openLibrary, serveFilms } from '../../helpers/served/films.ts';
import { makeProject, makeRun, makeSummary, nextRun } from '../../helpers/served/project.ts';

const loading = heading('Loading the project');
const inProgress = heading('Video Generation In Progress');
const film = heading('Video Generated Successfully!');
const figures = (): (string | null)[] =>
  [...document.querySelectorAll('dl > div')].map((figure) => figure.textContent);

/**
 * Opens a stage of a project while its film is being generated; `complete` stores the film and ends the run.
 */
async function openGenerating(stage: string, earlier: Film[] = []) {
  const project = makeProject({ films: earlier });
  const generation = makeRun('generation', { projectId: project.id, createdAt: '2026-03-06T00:00:00.000Z' });
  const served = serveFilms({ ...project, generation });
  await openApp(`/?project=${project.id}&stage=${stage}`);
  await shows(stage === 'edit' ? heading('Sections (3)') : heading(/^Video Generat/));
  return {
    ...served,
    complete: async (changes: Partial<Film> = {}): Promise<void> => {
      const run = nextRun(generation, { status: 'completed', percentage: 100 });
      const film = makePlayableFilm(project, { createdAt: '2026-03-07T00:00:00.000Z', ...changes });
      served.set((current) => ({ ...current, status: 'completed', films: [film], generation: run }));
      await push('run.completed', { run });
    },
  };
}

describe('screen of a film that was just completed', () => {
  it('opens from the editor with the data of the first film', async () => {
    const { complete } = await openGenerating('edit');
    const { release } = hold(calls.readProject);
    await complete();
    await shows(loading);
    await lacks(inProgress);
    release();
    await shows(film);
    await shows(region('Film: A project'));
  });

  // product 2.82
  it('opens from the editor with the figures of the new film, not with those of the previous one', async () => {
    const { complete, current } = await openGenerating('edit', [makePlayableFilm(makeProject())]);
    expect(current().films).toHaveLength(1);
    const { release } = hold(calls.readProject);
    await complete({ duration: 9, sourceCount: 4 });
    await shows(loading);
    await lacks(film);
    release();
    await shows(film);
    expect(figures()).toEqual(expect.arrayContaining(['Total duration0:09.00', 'Sources4']));
  });

  it('shows the film after the progress, without reporting that no film is being generated', async () => {
    const { complete } = await openGenerating('complete');
    await shows(region('Generation'));
    const { release } = hold(calls.readProject);
    await complete();
    await shows(loading);
    await lacks(text(/none is being generated/));
    release();
    await shows(film);
  });

  it('reports that the new data could not be loaded', async () => {
    const { complete } = await openGenerating('complete');
    refuse(calls.readProject, 500, 'The database is away.');
    await complete();
    await shows(heading('The project could not be loaded'));
    await lacks(loading);
  });
});

describe('screen of a film that changed elsewhere', () => {
  it('opens with the data of the newest film', async () => {
    const project: Project = makeProject();
    const films = [makePlayableFilm(project)];
    const { set } = serveFilms({ ...project, status: 'completed', films });
    await openLibrary([makeSummary({ ...project, films })]);
    await press('Play A project');
    await shows(film);
    await press('My Videos');
    await shows(button('Play A project'));
    const newer = makePlayableFilm(project, { duration: 9, createdAt: '2026-03-07T00:00:00.000Z' });
    set((current) => ({ ...current, films: [newer] }));
    answer(calls.listProjects, [makeSummary({ ...project, films: [newer] })]);
    await push('project.changed', { projectId: project.id });
    const { release } = hold(calls.readProject);
    await press('Play A project');
    await shows(loading);
    release();
    await shows(film);
    expect(figures()).toContain('Total duration0:09.00');
  });
});
