import { describe, expect, it } from 'vitest';
import type { GenerationInput } from '#contract/jobs/generation.ts';
import type { Project } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import { createFilmStarter } from '../../../server/services/runs/start-following-films.ts';
import { createReadyVideo, endAnalysis, sectionsSaying } from '../../helpers/data/analysed.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db, engine } = backend;
const startDueFilms = () => createFilmStarter(backend).wake();

const TEXTS = [
  'Farmers grew wheat near the river and people made flour from it',
  'The keeper of the lighthouse counts the boats in the harbour',
  'A lighthouse keeper lights the lamp of the lighthouse each evening',
  'In the market they sell fish and bread in the morning',
];
const FILM = { draft: { words: 'lighthouse', minutes: 1 }, film: { language: 'en' } };

async function createCreator({ packs = [3] }: { packs?: number[] } = {}) {
  const user = await createUser(backend, { packs });
  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, key?: string) =>
    app.inject({
      method,
      url,
      headers: { cookie: user.cookie, ...(key && { 'idempotency-key': key }) },
      ...(payload && { payload }),
    });
  const credits = async () => (await call('GET', '/api/user/credits')).json().totalCredits as number;
  return { ...user, call, credits };
}

/** Starts a film of one minute from two videos of 30 s. */
async function startFilm(request: object = FILM) {
  const creator = await createCreator();
  const { id: userId, call } = creator;
  const videoIds = [await createReadyVideo(backend, userId), await createReadyVideo(backend, userId)];
  const started = await call('POST', '/api/projects/process', {
    videoIds,
    projectTitle: 'The lighthouse',
    ...request,
  });
  expect([started.body, started.statusCode]).toEqual([started.body, 200]);
  const { projectId, runId } = started.json<{ projectId: string; runId: string }>();
  const project = async () => (await call('GET', `/api/projects/${projectId}`)).json<Project>();
  const endSections = (texts = TEXTS, run = runId) =>
    endAnalysis(backend, run, sectionsSaying(videoIds[0]!, texts));
  return { ...creator, projectId, runId, project, endSections };
}

const filmsOf = (projectId: string) =>
  db
    .selectFrom('runs')
    .select(['id', 'input', 'language', 'status'])
    .where('projectId', '=', projectId)
    .where('kind', '=', 'generation')
    .execute();

/** Fails all steps of a run, as workers would. */
async function failRun(runId: string, message: string): Promise<void> {
  await db
    .updateTable('runSteps')
    .set({ state: 'failed', errorCode: 'broken', errorMessage: message })
    .where('runId', '=', runId)
    .execute();
  await engine.advance(runId);
}

describe('the film that follows a processing', () => {
  // product 17.7
  it('is started once when the sections exist, for one credit, however many nodes notice that', async () => {
    const { projectId, project, endSections, credits } = await startFilm();
    await startDueFilms();
    expect(await filmsOf(projectId)).toEqual([]);
    expect((await project()).processing).toMatchObject({ status: 'queued', film: 'planned' });
    await endSections();
    expect((await project()).status).toBe('processing');
    await Promise.all([startDueFilms(), startDueFilms(), startDueFilms()]);
    await startDueFilms();
    const current = await project();
    expect(await filmsOf(projectId)).toEqual([
      expect.objectContaining({ id: current.generation?.id, language: 'en', status: 'queued' }),
    ]);
    expect(current.processing).toMatchObject({ status: 'completed', film: 'started' });
    expect([current.status, await credits()]).toEqual(['processing', 2]);
  });

  // product 17.8
  it('has the best sections after a card with the title, with captions, transitions, fades and credits', async () => {
    const { projectId, project, endSections } = await startFilm();
    await endSections();
    await startDueFilms();
    const { sections, filmChoices, history } = await project();
    expect(sections.map(({ title, media }) => [title, media])).toEqual([
      ['The lighthouse', 'none'],
      ['Part 3', 'video'],
      ['Part 1', 'video'],
      ['Part 2', 'video'],
    ]);
    expect(filmChoices).toMatchObject({ burnSubtitles: true, credits: 'auto', endFades: true });
    expect(history.undo).toBe('Apply the style Interview');
    const [film] = await filmsOf(projectId);
    const input = film!.input as unknown as GenerationInput;
    expect(input).toMatchObject({
      title: 'The lighthouse',
      burnSubtitles: true,
      captionDesign: 'pill',
      credits: 'auto',
      endFades: true,
    });
    expect(input.sections.map(({ title, transition }) => [title, transition])).toEqual(
      sections.map(({ title }) => [title, 'crossfade']),
    );
  });

  // product 17.8
  itInFullTier('has the requested language, and no drawn captions if they were not requested', async () => {
    const options = { language: 'hi', captions: false };
    const { projectId, endSections } = await startFilm({ ...FILM, film: options });
    await endSections();
    await startDueFilms();
    const [film] = await filmsOf(projectId);
    expect(film).toMatchObject({ language: 'hi', input: { language: 'hi', burnSubtitles: false } });
  });

  // product 17.8
  itInFullTier("has no opening card if the project has the page's default title", async () => {
    const { project, endSections } = await startFilm({
      projectTitle: 'Compilation - 11/27/2026',
      draft: { minutes: 1 },
      film: {},
    });
    await endSections();
    await startDueFilms();
    expect((await project()).sections.map(({ title }) => title)).toEqual(['Part 1', 'Part 2', 'Part 3']);
  });

  // product 17.7
  itInFullTier('is started by a node that received no event of the processing', async () => {
    const { projectId, endSections } = await startFilm();
    await endSections();
    const restarted = await openTestBackend({ DATABASE_URL: backend.config.databaseUrl });
    await createFilmStarter(restarted).wake();
    expect(await filmsOf(projectId)).toHaveLength(1);
  });

  it('is not requested twice by a repeated call', async () => {
    const { id, call, credits } = await createCreator();
    const videoIds = [await createReadyVideo(backend, id), await createReadyVideo(backend, id)];
    const request = { videoIds, projectTitle: 'Twice', ...FILM };
    const [one, other] = await Promise.all(
      [1, 2].map(() => call('POST', '/api/projects/process', request, 'the-same-key')),
    );
    expect(one!.json()).toEqual(other!.json());
    const { projectId, runId } = one!.json<{ projectId: string; runId: string }>();
    await endAnalysis(backend, runId, sectionsSaying(videoIds[0]!, TEXTS));
    await startDueFilms();
    expect([await credits(), (await filmsOf(projectId)).length]).toEqual([2, 1]);
  });

  // product 17.6
  it('is not started after a processing was cancelled or failed, and a retry plans it again', async () => {
    const { call, runId, projectId, endSections, credits } = await startFilm();
    await call('POST', `/api/runs/${runId}/cancel`);
    expect(await credits()).toBe(3);
    const retried = (await call('POST', `/api/runs/${runId}/retry`)).json<Run>();
    await failRun(retried.id, 'The video is gone.');
    expect(await credits()).toBe(3);
    await startDueFilms();
    expect(await filmsOf(projectId)).toEqual([]);
    const retriedAgain = (await call('POST', `/api/runs/${retried.id}/retry`)).json<Run>();
    expect(retriedAgain).toMatchObject({ status: 'queued', film: 'planned' });
    await endSections(TEXTS, retriedAgain.id);
    await startDueFilms();
    expect([await credits(), (await filmsOf(projectId)).length]).toEqual([2, 1]);
  });

  // product 17.10
  it('is not started if it is cancelled between the processing and its start', async () => {
    const { call, runId, projectId, project, endSections } = await startFilm();
    await endSections();
    const stranger = await createCreator();
    expect((await stranger.call('POST', `/api/runs/${runId}/cancel`)).statusCode).toBe(404);
    expect((await project()).processing).toMatchObject({ film: 'planned' });
    const cancelled = (await call('POST', `/api/runs/${runId}/cancel`)).json<Run>();
    expect([cancelled.status, cancelled.film]).toEqual(['completed', undefined]);
    await startDueFilms();
    expect(await filmsOf(projectId)).toEqual([]);
    expect(await project()).toMatchObject({ status: 'draft', sections: { length: 3 } });
  });

  // product 17.11
  it('keeps the project with its sections if it fails, and can be retried for free', async () => {
    const { call, project, endSections, credits } = await startFilm();
    await endSections();
    await startDueFilms();
    const { generation, sections } = await project();
    await failRun(generation!.id, 'A section cannot be rendered.');
    const failed = await project();
    expect(failed.generation).toMatchObject({ status: 'failed', message: 'A section cannot be rendered.' });
    expect(failed.sections.map(({ id }) => id)).toEqual(sections.map(({ id }) => id));
    const retried = await call('POST', `/api/runs/${generation!.id}/retry`);
    expect(retried.json()).toMatchObject({ kind: 'generation', status: 'queued' });
    expect(await credits()).toBe(2);
  });

  // product 17.11
  it('is refused with a notice if it can never be started, and the sections stay', async () => {
    const { projectId, project, endSections } = await startFilm();
    await endSections([]);
    await startDueFilms();
    const { processing, notices } = await project();
    expect(processing).toMatchObject({ status: 'completed', film: 'refused' });
    expect(notices).toEqual([
      'The film was not started. This project has no sections yet. Click Generate Video to try again.',
    ]);
    await startDueFilms();
    expect(await filmsOf(projectId)).toEqual([]);
  });

  itInFullTier('is not started for a project that was deleted meanwhile', async () => {
    const { call, projectId, runId, endSections } = await startFilm();
    await endSections();
    await call('DELETE', `/api/projects/${projectId}`);
    await startDueFilms();
    expect(await filmsOf(projectId)).toEqual([]);
    expect((await call('GET', `/api/runs/${runId}`)).json()).toMatchObject({ film: 'refused' });
  });

  // product 17.7
  it('is the film that its creator started meanwhile', async () => {
    const { call, projectId, project, endSections } = await startFilm();
    await endSections();
    await call('POST', `/api/projects/${projectId}/generate`, { language: 'en' });
    await startDueFilms();
    expect(await filmsOf(projectId)).toHaveLength(1);
    expect((await project()).processing).toMatchObject({ film: 'started' });
  });

  // product 17.12
  it('replaces the mail about the sections, unless it is refused', async () => {
    const subjects = (runId: string) =>
      db.selectFrom('mails').select('subject').where('runId', '=', runId).execute();
    const expectedMails = [{ subject: 'Your sections are ready: The lighthouse' }];
    const film = await startFilm({});
    await film.endSections();
    expect(await subjects(film.runId)).toEqual(expectedMails);
    const followed = await startFilm();
    await followed.endSections();
    await startDueFilms();
    expect(await subjects(followed.runId)).toEqual([]);
    const refused = await startFilm();
    await refused.endSections([]);
    await startDueFilms();
    expect(await subjects(refused.runId)).toEqual(expectedMails);
  });
});
