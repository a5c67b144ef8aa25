import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { insertRun } from '#core/runs/start-run.ts';
import { createVideos, openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';

const backend = await openTestBackend({ MIN_FREE_BYTES: '1000000' });
const app = await openTestApp(backend);
const { db, engine, bus } = backend;

async function createCreator() {
  const user = await createUser(backend, { packs: [2] });
  const call = (method: 'GET' | 'POST', url: string, payload?: object, key: string = randomUUID()) =>
    app.inject({
      method,
      url,
      headers: { cookie: user.cookie, 'idempotency-key': key },
      ...(payload && { payload }),
    });
  const retry = async (runId: string) => {
    const answer = await call('POST', `/api/runs/${runId}/retry`);
    const { id, message } = answer.json<{ id: string; message: string }>();
    return { status: answer.statusCode, id, message };
  };
  const credits = async () => (await call('GET', '/api/user/credits')).json().totalCredits as number;
  return { ...user, call, retry, credits };
}

const rowOf = (runId: string) =>
  db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();

/** Returns the inputs of a run's transcriptions, in order. */
async function transcriptionsOf(runId: string) {
  const steps = await db
    .selectFrom('runSteps')
    .select('input')
    .where('runId', '=', runId)
    .where('job', '=', 'transcribe-media')
    .orderBy('position')
    .execute();
  return steps.map(({ input }) => input);
}

/** Records the events of a user's pages from now on. */
function recordEvents(userId: string) {
  const publish = vi.spyOn(bus, 'publish');
  onTestFinished(() => publish.mockRestore());
  return (type: string) =>
    publish.mock.calls.flatMap(([to, name, payload]) => (to === userId && name === type ? [payload] : []));
}

describe('a processing', () => {
  it('is started once per key, and its pages are notified of its project and its credit', async () => {
    const { id, call, credits } = await createCreator();
    const eventsOf = recordEvents(id);
    const request = { videoIds: await createVideos(backend, 1), projectTitle: 'One' };
    const begin = async (key: string) =>
      (await call('POST', '/api/projects/process', request, key)).json<{
        projectId: string;
        runId: string;
      }>();
    const [first, second] = [await begin('the same key'), await begin('the same key')];
    expect(second).toEqual(first);
    expect(await credits()).toBe(1);
    expect(eventsOf('credits.changed')).toEqual([{ totalCredits: 1 }]);
    expect(eventsOf('project.changed')).toEqual([{ projectId: first.projectId }]);
    const steps = await db.selectFrom('runSteps').select('key').where('runId', '=', first.runId).execute();
    expect(steps).toHaveLength(6);
  });

  it('stores the spoken languages, and a retry uses them', async () => {
    const { id, call, retry } = await createCreator();
    const [hindi, other] = await createVideos(backend, 2);
    const spoken = { [hindi!]: 'hi', [other!]: 'auto' };
    const request = { videoIds: [hindi!, other!], projectTitle: 'Two', spoken };
    const { runId } = (await call('POST', '/api/projects/process', request)).json();
    await engine.cancel(runId, id);
    for (const run of [runId, (await retry(runId)).id]) {
      expect((await rowOf(run)).input).toEqual({ videoIds: [hindi, other], spoken: { [hindi!]: 'hi' } });
      expect(await transcriptionsOf(run)).toMatchObject([{ spoken: 'hi' }, { spoken: 'auto' }]);
    }
    const wrong = { ...request, spoken: { [hindi!]: 'xx' } };
    expect((await call('POST', '/api/projects/process', wrong)).statusCode).toBe(400);
  });

  it('that is retried takes another credit, notifies its pages, and is started once', async () => {
    const { id, call, retry, credits } = await createCreator();
    const request = { videoIds: await createVideos(backend, 1), projectTitle: 'One' };
    const { runId } = (await call('POST', '/api/projects/process', request)).json();
    expect((await retry(runId)).id).toBe(runId);
    await engine.cancel(runId, id);
    expect(await credits()).toBe(2);
    const eventsOf = recordEvents(id);
    const retried = await retry(runId);
    expect([retried.status, retried.id === runId, (await retry(runId)).id]).toEqual([200, false, retried.id]);
    expect(await credits()).toBe(1);
    expect(eventsOf('credits.changed')).toEqual([{ totalCredits: 1 }]);
    expect((await rowOf(retried.id)).input).toEqual((await rowOf(runId)).input);
  });

  it('is not retried for other users, after it completed, without a credit, or without room', async () => {
    const { id, call, retry, credits } = await createCreator();
    const request = { videoIds: await createVideos(backend, 1), projectTitle: 'One' };
    const { runId } = (await call('POST', '/api/projects/process', request)).json();
    await engine.cancel(runId, id);
    expect((await (await createCreator()).retry(runId)).status).toBe(404);

    const { freeBytes } = backend.disk;
    onTestFinished(() => void (backend.disk.freeBytes = freeBytes));
    backend.disk.freeBytes = async () => 999_999;
    expect((await retry(runId)).message).toBe('The disk of the server is full. Please try again later.');
    backend.disk.freeBytes = async () => 1_000_000;

    await db.updateTable('users').set({ credits: 0 }).where('id', '=', id).execute();
    const { status, message } = await retry(runId);
    expect([status, message]).toEqual([402, expect.stringContaining('enough video credits')]);
    await db.updateTable('users').set({ credits: 2 }).where('id', '=', id).execute();
    await db.updateTable('runs').set({ status: 'completed' }).where('id', '=', runId).execute();
    expect((await retry(runId)).status).toBe(409);
    expect(await credits()).toBe(2);
  });
});

describe('a retry of videos that failed', () => {
  // product 11.12
  it('transcribes each in the language that was chosen for it, and so does the next retry', async () => {
    const { id, call, retry } = await createCreator();
    const [hindi, other] = await createVideos(backend, 2);
    const request = { videoIds: [hindi!, other!], projectTitle: 'Two', spoken: { [hindi!]: 'hi' } };
    const { projectId, runId } = (await call('POST', '/api/projects/process', request)).json();
    // Simulates a run in which other videos succeeded.
    await db
      .updateTable('runSteps')
      .set({ state: 'failed', errorMessage: 'It is gone.' })
      .where('runId', '=', runId)
      .where('job', '=', 'fetch-media')
      .execute();
    await db.updateTable('runs').set({ status: 'completed' }).where('id', '=', runId).execute();
    const first = (await call('POST', `/api/projects/${projectId}/videos/retry`)).json().id as string;
    await engine.cancel(first, id);
    for (const run of [first, (await retry(first)).id]) {
      expect(await transcriptionsOf(run)).toEqual([
        { videoId: hindi, spoken: 'hi' },
        { videoId: other, spoken: 'auto' },
      ]);
    }
  });
});

it('a retried preparation of an import does not wait for the rest of the import', async () => {
  const { id: userId, retry } = await createCreator();
  const { projectId, videoId } = await createProject(backend, userId);
  const input = { videoIds: [videoId], sections: false, importId: randomUUID() };
  const runId = await insertRun(db, 'preparation', { userId, projectId, input });
  expect((await rowOf(runId)).stage).toBe('Waiting for the rest of the import');
  await engine.cancel(runId, userId);
  const retried = await rowOf((await retry(runId)).id);
  expect(retried.input).toEqual({ videoIds: [videoId], sections: false });
  expect(retried.stage).not.toBe('Waiting for the rest of the import');
  const steps = await db.selectFrom('runSteps').select('key').where('runId', '=', retried.id).execute();
  // Its file is already stored.
  expect(steps.map(({ key }) => key).sort()).toEqual(['finish-preparation', 'scan-media-0']);
});

it('a project can be copied while a film of it is being published', async () => {
  const { id: userId, call } = await createCreator();
  const { projectId } = await createProject(backend, userId);
  const run = { kind: 'publishing', projectId, userId, status: 'running' };
  await db.insertInto('runs').values(run).execute();
  expect((await call('POST', `/api/projects/${projectId}/duplicate`)).statusCode).toBe(200);
});

it('a run of a kind that this version does not know is left unchanged', async () => {
  const { id: userId } = await createCreator();
  const { projectId } = await createProject(backend, userId);
  const { id } = await db
    .insertInto('runs')
    .values({ kind: 'dubbing', projectId, userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await expect(engine.cancel(id, userId)).rejects.toThrow(
    'the kind "dubbing", which this version does not know',
  );
  expect((await rowOf(id)).status).toBe('queued');
});
