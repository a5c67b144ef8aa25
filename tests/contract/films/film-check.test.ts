import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkFilm } from '#contract/jobs/checking.ts';
import { type CheckResult, filmCheckSchema } from '#contract/film-check.ts';
import { readSteps } from '#core/repositories/runs/run-steps.ts';
import { type Editor, openEditor } from '../../helpers/data/editor.ts';
import { addFilm, endGeneration, endStep } from '../../helpers/data/film.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend({ RUNS_PER_USER: '1' });
const { db, engine } = backend;
const app = await openTestApp(backend);

let edit: Editor;
beforeEach(async () => {
  edit = await openEditor(backend, app);
});
const CHECK = '/film-check';
const read = async (query = '') =>
  filmCheckSchema.parse((await edit.call('GET', edit.path(CHECK + query))).json());
const check = (query = '') => edit.call('POST', edit.path(CHECK + query));
const withFilm = (language: 'en' | 'hi' = 'en') =>
  addFilm(backend, {
    userId: edit.user.id,
    projectId: edit.project.projectId,
    bytes: Buffer.from(randomUUID()),
    language,
  });
const NOTHING: CheckResult = { findings: [], more: 0, narrations: 'none' };
const BLACK: CheckResult = {
  ...NOTHING,
  findings: [{ kind: 'black', severity: 'fault', startMs: 1000, endMs: 4000, sectionId: null }],
};

const completeCheck = (runId: string, result: CheckResult) =>
  endStep(backend, { runId, step: checkFilm.name }, checkFilm.name, result);

/** Generates a film. */
async function generate(): Promise<void> {
  await endGeneration(backend, (await edit.call('POST', edit.path('/generate'), {})).json().runId);
}

describe('the check of a film', () => {
  // product 15.1
  itInFullTier(
    'follows a generation automatically, costs nothing, and runs after the film is made',
    async () => {
      const before = (await edit.call('GET', '/api/user/credits')).json().totalCredits;
      await generate();
      const project = await edit.read();
      expect(project).toMatchObject({ status: 'completed', films: [{ language: 'en' }] });
      const { run, result } = await read();
      expect(run).toMatchObject({ kind: 'checking', status: 'queued', language: 'en' });
      expect(result).toBeNull();
      await completeCheck(run!.id, BLACK);
      expect(await read()).toMatchObject({ run: { id: run!.id, status: 'completed' }, result: BLACK });
      expect((await edit.call('GET', '/api/user/credits')).json().totalCredits).toBe(before);
      // Only the result for its own film is returned.
      await generate();
      const next = await read();
      expect(next.result).toBeNull();
      expect(next.run!.id).not.toBe(run!.id);
    },
  );

  // product 15.10
  it('is started for an older film once, however often it is requested', async () => {
    await withFilm();
    expect(await read()).toEqual({ run: null, result: null });
    const [first, second] = await Promise.all([check(), check()]);
    expect(first.json()).toMatchObject({ kind: 'checking', status: 'queued' });
    expect(second.json().id).toBe(first.json().id);
    await completeCheck(first.json().id, NOTHING);
    expect((await read()).result).toEqual(NOTHING);
  });

  it('is separate for each language', async () => {
    await withFilm('en');
    await withFilm('hi');
    const [english, hindi] = [(await check('?language=en')).json(), (await check('?language=hi')).json()];
    expect(english.id).not.toBe(hindi.id);
    await completeCheck(english.id, BLACK);
    expect(await read('?language=en')).toMatchObject({ run: { id: english.id }, result: BLACK });
    expect(await read('?language=hi')).toMatchObject({ run: { id: hindi.id }, result: null });
  });

  // product 15.10
  it('leaves the film unchanged if it fails, reports the reason, and can be retried', async () => {
    await withFilm();
    const { id } = (await check()).json();
    const ref = { runId: id, step: checkFilm.name };
    await engine.begin(ref);
    await engine.fail(ref, { code: 'gone', message: 'The film no longer exists.', retry: 'never' });
    expect(await read()).toMatchObject({
      run: { status: 'failed', message: 'The film no longer exists.' },
      result: null,
    });
    expect((await edit.read()).status).toBe('completed');
    expect((await check()).json().id).not.toBe(id);
  });

  // product 15.1
  it('never counts towards the limit of what its user starts', async () => {
    await withFilm();
    const { id } = (await check()).json();
    const { runId } = (await edit.call('POST', edit.path('/generate'), {})).json();
    const isStarted = async (run: string) =>
      (await readSteps(db, run)).some(({ state }) => state === 'queued');
    expect([await isStarted(id), await isStarted(runId)]).toEqual([true, true]);
    // Another film waits, as it would without the check.
    const other = await createProject(backend, edit.user.id);
    const next = await edit.call('POST', `/api/projects/${other.projectId}/generate`, {});
    expect(await isStarted(next.json().runId)).toBe(false);
  });

  it('is accessible only to the owner of a film', async () => {
    expect((await check()).statusCode).toBe(404);
    expect(await read()).toEqual({ run: null, result: null });
    await withFilm();
    const stranger = await createUser(backend);
    const asStranger = { cookie: stranger.cookie };
    expect((await edit.call('GET', edit.path(CHECK), undefined, asStranger)).statusCode).toBe(404);
    expect((await edit.call('POST', edit.path(CHECK), undefined, asStranger)).statusCode).toBe(404);
  });
});
