import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createClient, type ClientOptions } from '../../../client-sdk/index.mjs';
import { addFilm } from '../../helpers/data/film.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createKey, createUser } from '../../helpers/data/user.ts';
import { startFakeServer } from '../../helpers/outside/fake-server.ts';
import { startNode } from '../../helpers/services/api-node.ts';
import { createVideos, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const node = await startNode(backend);
const strict = await startNode(await openTestBackend({ LIMITS_FACTOR: '0.01' }));
const folder = await mkdtemp(join(tmpdir(), 'cutroom-sdk-'));
afterAll(() => rm(folder, { recursive: true }));

async function createOwner(options: ClientOptions = {}, key: Parameters<typeof createKey>[2] = {}) {
  const user = await createUser(backend);
  const { token } = await createKey(backend, user.id, key);
  return { ...user, cutroom: createClient({ baseUrl: node.url, apiKey: token, ...options }) };
}
const pathOf = (id: string) => ({ params: { path: { id } } });

describe('a refused call', () => {
  // product 29.2
  it('is an error with the code, the status and the sentence of the API', async () => {
    const { cutroom, id } = await createOwner({}, { scopes: ['read', 'edit'] });
    const { projectId } = await createProject(backend, id);
    const stranger = createClient({ baseUrl: node.url, apiKey: 'ck_unknown' });
    const missing = pathOf('00000000-0000-4000-8000-000000000000');
    const refusals = await Promise.all(
      [
        () => stranger.get('/api/user/videos'),
        () => cutroom.post('/api/projects/{id}/generate', { ...pathOf(projectId), body: {} }),
        () => cutroom.get('/api/projects/{id}', missing),
        () => cutroom.post('/api/projects/{id}/undo', pathOf(projectId)),
        () => cutroom.patch('/api/projects/{id}', { ...pathOf(projectId), body: { title: '' } }),
      ].map((call) => call().catch((error: unknown) => error)),
    );
    expect(refusals).toMatchObject([
      { name: 'CutroomError', code: 'unauthorized', status: 401, isTransient: false },
      { code: 'forbidden', status: 403, message: expect.stringContaining("scope 'generate'") },
      { code: 'not_found', status: 404, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      { code: 'conflict', status: 409 },
      { code: 'bad_request', status: 400, message: 'title: Please enter a title.' },
    ]);
  });

  // product 29.3
  it('contains the time to wait, if that is longer than the client waits', async () => {
    const { token } = await createKey(backend, (await createUser(backend)).id);
    const cutroom = createClient({ baseUrl: strict.url, apiKey: token, maxWaitMs: 0 });
    const call = () => cutroom.get('/api/user/videos').catch((error: unknown) => error);
    // The limit is 6 a minute. The key is unknown here, so the address is counted.
    const answers = await Promise.all(Array.from({ length: 12 }, call));
    const busy = answers.find((answer) => (answer as { status?: number }).status === 429);
    expect(busy).toMatchObject({ code: 'too_many_requests', isTransient: true });
    expect((busy as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(0);
  });
});

// product 29.4
it('a call whose response is lost is done once', async () => {
  let sent = 0;
  const losing: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    sent += 1;
    if (sent > 1) return response;
    throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
  };
  const { cutroom } = await createOwner({ fetch: losing });
  const videoIds = await createVideos(backend, 1);
  const created = await cutroom.post('/api/projects/process', { body: { videoIds, projectTitle: 'Once' } });
  expect(sent).toBe(2);
  const projects = await cutroom.get('/api/user/videos');
  expect(projects.map(({ id }) => id)).toEqual([created.projectId]);
  expect((await cutroom.get('/api/user/usage')).totalCredits).toBe(4);
});

describe('a film', () => {
  // product 29.5
  it('is downloaded, and the rest of it after an interruption', async () => {
    const { cutroom, id } = await createOwner();
    const { projectId } = await createProject(backend, id);
    const film = randomBytes(4_000_000);
    await addFilm(backend, { userId: id, projectId, bytes: film });
    const path = join(folder, 'film.mp4');
    const interrupt = new AbortController();
    const first = cutroom.downloadFilm(projectId, path, {
      signal: interrupt.signal,
      onProgress: ({ bytes }) => bytes > 1_000_000 && interrupt.abort(),
    });
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    const progress: number[] = [];
    await cutroom.downloadFilm(projectId, path, { onProgress: ({ bytes }) => progress.push(bytes) });
    expect(progress[0]).toBeGreaterThan(0);
    expect((await readFile(path)).equals(film)).toBe(true);
  });

  it('that does not exist is an error of the API', async () => {
    const { cutroom, id } = await createOwner();
    const { projectId } = await createProject(backend, id);
    const download = cutroom.downloadFilm(projectId, join(folder, 'none.mp4'), { language: 'hi' });
    await expect(download).rejects.toMatchObject({
      status: 404,
      message: 'There is no film in this language yet.',
    });
  });

  // product 29.5
  it('is requested from its store without the API key', async () => {
    const store = await startFakeServer(() => ({ body: 'a film' }));
    onTestFinished(() => store.close());
    const api = await startFakeServer(() => ({
      status: 302,
      headers: { location: `${store.url}/film` },
      body: '',
    }));
    onTestFinished(() => api.close());
    const cutroom = createClient({ baseUrl: api.url, apiKey: 'ck_secret' });
    await cutroom.downloadFilm('any', join(folder, 'stored.mp4'));
    expect(await readFile(join(folder, 'stored.mp4'), 'utf8')).toBe('a film');
    expect(api.received[0]!.headers.authorization).toBe('Bearer ck_secret');
    expect(store.received.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });
});

it('a file for a section is uploaded, and its path returned', async () => {
  const { cutroom, id } = await createOwner();
  const { projectId } = await createProject(backend, id);
  const path = join(folder, 'still.png');
  await writeFile(path, randomBytes(1_000));
  const objectPath = await cutroom.uploadMedia(projectId, path);
  expect(objectPath).toMatch(/^\/objects\/[0-9a-f-]{36}$/);
  const row = await backend.db
    .selectFrom('objects')
    .select('uploadedAt')
    .where('id', '=', objectPath.slice('/objects/'.length))
    .executeTakeFirstOrThrow();
  expect(row.uploadedAt).not.toBeNull();
});
