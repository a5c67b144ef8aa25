import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import * as calls from '#contract/calls/index.ts';
import { answer, refuse, requestsOf, serve } from '../../helpers/components/answers.ts';
import {
  button,
  heading,
  lacks,
  press,
  region,
  shows,
  text,
  textsOf,
  toast,
} from '../../helpers/components/find.ts';
import { address, allowMotion, openApp } from '../../helpers/components/open-app.tsx';
import { push } from '../../helpers/components/socket.ts';
import { advance, stopClock } from '../../helpers/components/stopped-clock.ts';
import { FILM_VIDEO, makeFilmProject, openLibrary, serveFilms } from '../../helpers/served/films.ts';
import { makeProject, makeRun, makeSection, makeSummary, nextRun } from '../../helpers/served/project.ts';
import { serveProject } from '../../helpers/served/serve-project.ts';

const card = (title: string) => page.getByRole('article', { name: title, exact: true });
const withoutSections = makeProject({ title: 'Alpha', sections: [] });

describe('card of a project', () => {
  // product 2.123
  it('shows the description, the date, the length, the sections and the actions', async () => {
    const sections = [makeSection(0), makeSection(1)];
    const project = makeProject({ title: 'Beta', description: 'About rivers', sections });
    await openLibrary([makeSummary(project)]);
    for (const text of [
      'Beta',
      'About rivers',
      'Created Mar 5, 2026',
      '0:20',
      'Ready to edit',
      'View Clips (2)',
    ])
      await shows(card('Beta').getByText(text, { exact: true }));
    for (const action of ['Play', 'Download', 'Share'])
      await shows(card('Beta').getByRole('button', { name: `${action} Beta`, exact: true }));
  });

  it('replaces a missing description and a missing date', async () => {
    const card = { ...makeSummary(makeProject(), { description: '' }), createdAt: null };
    // The contract requires a date, so this response bypasses it.
    serve(/^\/api\/user\/videos$/, () => Response.json([card]));
    await openApp('/?stage=videolist');
    await shows(text('No description available'));
    await shows(text('Created Unknown'));
  });

  // product 2.123
  it('shows why the processing failed', async () => {
    const run = makeRun('processing', { status: 'failed', message: 'No sound.' });
    await openLibrary([makeSummary(makeProject(), { status: 'failed', run })]);
    await shows(text('No sound.'));
    await shows(card('A project').getByText('Failed', { exact: true }));
  });

  it('resumes a cancelled processing of a project without sections', async () => {
    const message = 'Cancelled. Your credit is back.';
    const run = makeRun('processing', { projectId: withoutSections.id, status: 'cancelled', message });
    await openLibrary([makeSummary(withoutSections, { run })]);
    await shows(card('Alpha').getByRole('button', { name: 'Load Clips' }));
    await shows(card('Alpha').getByText('Cancelled', { exact: true }));
    answer(calls.retryRun, nextRun(run, { status: 'queued' }));
    await press('Resume');
    await expect.poll(() => requestsOf(calls.retryRun).map(({ params }) => params.id)).toEqual([run.id]);
  });

  it('calls a project whose sections were all deleted empty, not cancelled', async () => {
    const run = makeRun('processing', { projectId: withoutSections.id, status: 'completed' });
    await openLibrary([makeSummary(withoutSections, { run })]);
    await shows(card('Alpha').getByText('No sections', { exact: true }));
    await lacks(card('Alpha').getByText('Cancelled', { exact: true }));
    await lacks(card('Alpha').getByRole('button', { name: /^(Resume|Retry)/ }));
  });

  it('shows the progress of a generation live', async () => {
    const project = makeProject();
    const run = makeRun('generation', { projectId: project.id, stage: 'Waiting' });
    await openLibrary([makeSummary(project, { run, status: 'processing' })]);
    await push('run.progressed', { run: nextRun(run, { percentage: 37, stage: 'Rendering sections' }) });
    const bar = card('A project').getByRole('progressbar', { name: 'A project: Rendering sections' });
    await expect.element(bar).toHaveAttribute('aria-valuenow', '37');
    await shows(card('A project').getByText('37%'));
  });
});

describe('card of a film', () => {
  const video = () => card('A project').element().querySelector('video');

  async function openFilmCard(): Promise<void> {
    serveFilms();
    answer(calls.readVideoLink, { finalVideoLink: FILM_VIDEO });
    await openLibrary([makeSummary(makeFilmProject())]);
    await heading('My Video Compilations').hover();
  }

  // product 2.91
  it('names the language of its film, and no status', async () => {
    await openFilmCard();
    await shows(card('A project').getByText('English', { exact: true }));
    await lacks(card('A project').getByText('Completed', { exact: true }));
  });

  // product 2.91
  it('plays its film without sound while the mouse rests on its still', async () => {
    await allowMotion();
    await openFilmCard();
    expect(video()).toBeNull();
    await card('A project').getByText('0:30', { exact: true }).hover();
    await expect.poll(() => video()?.currentTime).toBeGreaterThan(0);
    expect(video()!.muted).toBe(true);
    await heading('My Video Compilations').hover();
    await expect.poll(video).toBeNull();
  });

  // product 2.91
  it('requests no film for a user who prefers reduced motion', async () => {
    await openFilmCard();
    stopClock();
    await card('A project').getByText('0:30', { exact: true }).hover();
    await advance(500);
    expect(video()).toBeNull();
    expect(requestsOf(calls.readVideoLink)).toEqual([]);
  });
});

describe('View Clips', () => {
  // product 4.13, 8.40
  it('reads the project again each time and announces its clips', async () => {
    const project = makeProject();
    serveProject(project);
    await openLibrary([makeSummary(project)]);
    await press('View Clips (3)');
    await shows(toast('Clips Loaded'));
    await shows(heading('Sections (3)'));
    window.history.back();
    await shows(card('A project'));
    const before = requestsOf(calls.readProject).length;
    await press('View Clips (3)');
    await expect.poll(() => requestsOf(calls.readProject).length).toBeGreaterThan(before);
  });

  // product 4.14
  it('shows the sections of the card when the project cannot be read, and tries again', async () => {
    const project = makeProject({ title: 'Beta', sections: [makeSection(0), makeSection(1)] });
    refuse(calls.readProject, 500);
    await openLibrary([makeSummary(project)]);
    await press('View Clips (2)');
    await shows(page.getByRole('heading', { name: 'Beta', level: 1 }));
    await shows(text(/^Its 2 sections could not be loaded\./));
    expect(textsOf(region('Sections').getByRole('listitem'))).toEqual([
      'Section 10:00.00 - 0:10.00',
      'Section 20:10.00 - 0:20.00',
    ]);
    expect(address()).toBe(`/?project=${project.id}&stage=edit`);
    serveProject(project);
    await press('Try Again');
    await shows(heading('Sections (2)'));
  });
});

describe('Play of a card', () => {
  const paused = (): boolean | undefined => document.querySelector('video')?.paused;

  /** Opens the card of a film in a browser that starts audio only after a press on the film's own page. */
  async function openOnPhone(): Promise<void> {
    const project = makeFilmProject();
    serveFilms(project);
    await openLibrary([makeSummary(project)]);
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play');
    play.mockImplementationOnce(() => {
      play.mockRestore();
      return Promise.reject(new DOMException('not allowed', 'NotAllowedError'));
    });
  }

  it('shows a large Play button without an error if the browser refuses to play', async () => {
    await openOnPhone();
    await press('Play A project');
    const large = button('Play the video');
    await shows(large);
    await lacks(page.getByRole('alert'));
    await large.click();
    await expect.poll(() => document.querySelector('video')!.currentTime).toBeGreaterThan(0);
    await lacks(large);
  });

  it('plays the film only once, not after a reload', async () => {
    const project = makeFilmProject();
    serveFilms(project);
    await openLibrary([makeSummary(project)]);
    await press('Play A project');
    await expect.poll(paused).toBe(false);
    await cleanup();
    await openApp(address());
    await shows(button('Play'));
    expect(paused()).toBe(true);
    expect(document.querySelector('video')!.currentTime).toBe(0);
  });
});
