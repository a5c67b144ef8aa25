import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Project } from '#contract/projects.ts';
import { answer, hold, requestsOf, serve } from '../../helpers/components/answers.ts';
import { button, heading, lacks, press, shows, toast } from '../../helpers/components/find.ts';
import { startLeaving } from '../../helpers/components/leave.ts';
import { openApp } from '../../helpers/components/open-app.tsx';
import { push } from '../../helpers/components/socket.ts';
import { gate } from '../../helpers/gate.ts';
import { makeCredits } from '../../helpers/served/account.ts';
import { filmLink, makeFilmProject, openLibrary, serveFilms } from '../../helpers/served/films.ts';
import { makeProject, makeRun, makeSummary, nextRun } from '../../helpers/served/project.ts';
import { serveProject } from '../../helpers/served/serve-project.ts';
import { makeHits, openSelected, processButton, search, searchesSent } from '../../helpers/served/search.ts';

const LIBRARY = '/?stage=videolist';
const placeOf = ({ id }: Pick<Project, 'id'>, stage: string): string => `/?project=${id}&stage=${stage}`;

/** Holds the responses to requests of a film's file back, until `open` is called. */
function holdFilm(): () => void {
  const { opened, open } = gate();
  serve(/^\/media\/signed\//, async () => {
    await opened;
    return new Response();
  });
  return open;
}

describe('search that is being left', () => {
  it('keeps the address of the processing when a further page of results arrives', async () => {
    const { opened, open } = gate();
    await openSelected(1);
    answer(calls.searchVideos, async ({ query }) => {
      if (query.page > 1) await opened;
      return makeHits(query.page * 10 - 9, query.page * 10);
    });
    await search('lake');
    await shows(heading('All Videos (10)'));
    window.scrollTo({ top: document.body.scrollHeight });
    await expect.poll(() => searchesSent().at(-1)?.page).toBe(2);
    const stays = startLeaving('/?stage=processing&q=lake');
    open();
    await shows(heading(/^All Videos \([2-9]0\)/));
    await stays();
  });

  it('keeps the address of the next screen when its failed processing is retried', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    await openSelected(1);
    const id = crypto.randomUUID();
    const processing = makeRun('processing', { projectId: id, status: 'failed', message: 'No sound.' });
    serveProject(makeProject({ id, sections: [], processing }));
    answer(calls.processVideos, { projectId: id, runId: processing.id });
    await processButton(1).click();
    await shows(button('Retry'));
    answer(calls.retryRun, nextRun(processing, { status: 'running' }));
    const { release } = hold(calls.retryRun);
    await press('Retry');
    await shows(button('Retrying...'));
    const stays = startLeaving(LIBRARY);
    release();
    await lacks(button('Retrying...'));
    await stays();
  });
});

describe('processing that is being left', () => {
  const main = page.getByRole('main');

  it.each(['completed', 'failed', 'cancelled'] as const)(
    'keeps the address of the next screen when it is %s',
    async (status) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => {});
      onTestFinished(() => log.mockRestore());
      const project = makeProject({ sections: [] });
      const run = makeRun('processing', { projectId: project.id });
      serveProject({ ...project, processing: run });
      await openApp(placeOf(project, 'processing'));
      await shows(heading('AI Processing'));
      const stays = startLeaving(LIBRARY);
      const ended = nextRun(run, { status, percentage: 77, message: 'No sound.' });
      await push(status === 'completed' ? 'run.completed' : 'run.failed', { run: ended });
      await shows(main.getByText('77%', { exact: true }));
      await stays();
    },
  );

  it('announces its sections on the next screen', async () => {
    const project = makeProject({ sections: [] });
    const run = makeRun('processing', { projectId: project.id });
    serveProject({ ...project, processing: run });
    await openApp(placeOf(project, 'processing'));
    await shows(heading('AI Processing'));
    startLeaving(LIBRARY);
    await push('run.completed', { run: nextRun(run, { status: 'completed' }) });
    await shows(toast('Sections Ready'));
  });
});

describe('editor that is being left', () => {
  /** Opens the editor of a project with an up-to-date film. */
  async function openFilmEditor(project = makeFilmProject()): Promise<Project> {
    serveFilms(project);
    await openApp(placeOf(project, 'edit'));
    await shows(heading('A project'));
    return project;
  }

  it('keeps the address of the next screen when its project turns out to be in processing', async () => {
    const project = makeProject({ sections: [] });
    const processing = makeRun('processing', { projectId: project.id });
    serveProject({ ...project, processing });
    const { release } = hold(calls.readProject);
    await openApp(placeOf(project, 'edit'));
    await expect.poll(() => requestsOf(calls.readProject).length).toBe(1);
    const stays = startLeaving(LIBRARY);
    release();
    await shows(heading('A project'));
    await stays();
  });

  it('announces its film instead of opening it', async () => {
    const project = makeProject();
    const generation = makeRun('generation', { projectId: project.id });
    await openFilmEditor({ ...project, generation });
    await shows(button('Generating in Background...'));
    const stays = startLeaving(LIBRARY);
    await push('run.completed', { run: nextRun(generation, { status: 'completed' }) });
    await shows(toast('Video Ready!'));
    await stays();
  });

  it('does not open the fourth step when the generation starts', async () => {
    const project = await openFilmEditor(makeProject());
    const generation = makeRun('generation', { projectId: project.id, createdAt: new Date().toISOString() });
    answer(calls.generateFilm, { finalVideoLink: null, runId: generation.id });
    const { release } = hold(calls.generateFilm);
    await press('Generate Video');
    await shows(button('Starting Generation...'));
    const stays = startLeaving(LIBRARY);
    release();
    await shows(toast('Video Generation Started'));
    await push('run.progressed', { run: nextRun(generation, { percentage: 10 }) });
    await shows(button('Generating... 10%'));
    await stays();
  });

  it('does not open a film whose link was checked meanwhile', async () => {
    await openFilmEditor();
    answer(calls.generateFilm, { finalVideoLink: filmLink(), runId: null });
    const open = holdFilm();
    await press('View Video');
    await shows(button('Checking Video...'));
    const stays = startLeaving(LIBRARY);
    open();
    await shows(button('View Video'));
    await stays();
  });
});

describe('My Videos that are being left', () => {
  it('does not play a film whose link was checked after My Videos was left', async () => {
    const project = makeFilmProject();
    serveFilms(project);
    await openLibrary([makeSummary(project)]);
    const open = holdFilm();
    await press('Play A project');
    await expect.poll(() => requestsOf(calls.readVideoLink).length).toBe(1);
    const stays = startLeaving('/?q=lake');
    open();
    await stays();
  });

  it('does not open clips that arrive after My Videos was left', async () => {
    const project = makeProject();
    serveProject(project);
    await openLibrary([makeSummary(project)]);
    const { release } = hold(calls.readProject);
    await press('View Clips (3)');
    const stays = startLeaving('/?q=lake');
    release();
    await shows(toast('Clips Loaded'));
    await stays();
  });
});

describe('billing that is being left', () => {
  it('keeps the address of the next screen when the purchase is booked', async () => {
    answer(calls.readLedger, []);
    answer(calls.readCredits, makeCredits(10));
    const checkout = { purchaseId: crypto.randomUUID(), packSize: 50, boughtBefore: 1 };
    sessionStorage.setItem('cutroom.checkout', JSON.stringify(checkout));
    await openApp('/billing?purchase=success');
    await shows(heading('Billing'));
    const credits = makeCredits(10, 50);
    answer(calls.readCredits, credits);
    const stays = startLeaving('/profile');
    await push('credits.changed', { totalCredits: credits.totalCredits });
    await shows(toast('Credits Purchased'));
    await stays();
  });
});

describe('return after a sign-in', () => {
  it('does not interrupt a user who has opened another page meanwhile', async () => {
    const { release } = hold(calls.readUser);
    await openApp('/');
    await shows(page.getByRole('link', { name: 'Get Started' }));
    const stays = startLeaving('/login-error');
    sessionStorage.setItem(
      'cutroom.return-to',
      JSON.stringify({ path: '/?stage=videolist', at: Date.now() }),
    );
    release();
    await shows(button('My Videos'));
    await stays();
  });
});
