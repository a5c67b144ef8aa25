import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { MAX_API_KEYS } from '#contract/api-keys.ts';
import { exportSchema } from '#contract/export.ts';
import { createKeyToken } from '#core/repositories/account/key-token.ts';
import { KEYS_TOGETHER, RATES } from '../../../server/plugins/limits.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createKey, createUser } from '../../helpers/data/user.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db } = backend;
const FACTOR = 0.1;
const strict = await openTestBackend({ LIMITS_FACTOR: String(FACTOR) });
const strictApp = await openTestApp(strict);
const KEYS = '/api/user/api-keys';
const LIST = '/api/user/videos';

const statusOf = async (headers: Record<string, string>, url = LIST) =>
  (await app.inject({ url, headers })).statusCode;

async function createOwner() {
  const user = await createUser(backend);
  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
    app.inject({ method, url, headers: { cookie: user.cookie }, ...(payload && { payload }) });
  const create = (input: object = {}) =>
    call('POST', KEYS, { name: 'Nightly films', scopes: ['read'], ...input });
  return { ...user, call, create, list: async () => (await call('GET', KEYS)).json<{ id: string }[]>() };
}

/** Makes performance.now() advance only by the test, so that a node's second of trust ends when it says so. */
function holdClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('a created API key', () => {
  // product 6.11
  it('is contained whole in that response, and afterwards only by its prefix', async () => {
    const { create, call } = await createOwner();
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const answer = await create({
      name: '  Nightly films ',
      scopes: ['read', 'generate'],
      creditBudget: 3,
      expiresAt,
    });
    const { key, ...described } = answer.json<{ key: string; prefix: string }>();
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(described).toMatchObject({
      name: 'Nightly films',
      prefix: key.slice(0, 9),
      scopes: ['read', 'generate'],
      creditBudget: 3,
      creditsSpent: 0,
      expiresAt,
      lastUsedAt: null,
    });
    expect((await call('GET', KEYS)).json()).toEqual([described]);
    expect(await statusOf({ authorization: `Bearer ${key}` })).toBe(200);
  });

  // product 6.11
  it('is stored only as a hash, which opens nothing', async () => {
    const { id, create } = await createOwner();
    const { key } = (await create()).json<{ key: string }>();
    const row = await db.selectFrom('apiKeys').selectAll().where('userId', '=', id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(key.slice(10));
    expect(await statusOf({ authorization: `Bearer ${row.hash}` })).toBe(401);
  });

  it.each([
    [{ scopes: [] }, 400],
    [{ scopes: ['read', 'read'] }, 400],
    [{ scopes: ['admin'] }, 400],
    [{ name: ' ' }, 400],
    [{ name: 'x'.repeat(61) }, 400],
    [{ name: 'a\0b' }, 400],
    [{ creditBudget: 0 }, 400],
    [{ creditBudget: 1.5 }, 400],
    [{ expiresAt: 'tomorrow' }, 400],
    [{ hash: 'x' }, 400],
    [{ expiresAt: '2020-01-01T00:00:00.000Z' }, 422],
  ])('is refused with %j', async (input, status) => {
    const { create, list } = await createOwner();
    expect((await create(input)).statusCode).toBe(status);
    expect(await list()).toEqual([]);
  });

  // product 6.14
  it('is refused over the limit of an account, also concurrently', async () => {
    const { create, list } = await createOwner();
    const answers = await Promise.all(Array.from({ length: MAX_API_KEYS + 3 }, () => create()));
    const refused = answers.filter(({ statusCode }) => statusCode === 422);
    expect([refused.length, (await list()).length]).toEqual([3, MAX_API_KEYS]);
    expect(refused[0]!.json().message).toBe(
      'An account can have up to 20 API keys. Revoke one that you no longer use.',
    );
  });
});

describe('a request with a bearer', () => {
  // product 6.15
  it('reads the credits that are left, and its own key', async () => {
    const { id, call } = await createOwner();
    await createKey(backend, id);
    const own = await createKey(backend, id, { scopes: ['read'], creditBudget: 3 });
    const usage = (await app.inject({ url: '/api/user/usage', headers: own.headers })).json();
    expect(usage).toMatchObject({
      totalCredits: 5,
      key: { id: own.id, scopes: ['read'], creditBudget: 3, creditsSpent: 0 },
    });
    expect((await call('GET', '/api/user/usage')).json()).toEqual({ totalCredits: 5, key: null });
  });

  // product 6.9
  it('acts for the owner of the key, and for no one else', async () => {
    const [owner, other] = [await createOwner(), await createOwner()];
    const { projectId } = await createProject(backend, owner.id);
    const { headers } = await createKey(backend, owner.id);
    const stranger = await createKey(backend, other.id);
    expect(await statusOf(headers, `/api/projects/${projectId}`)).toBe(200);
    expect(await statusOf(stranger.headers, `/api/projects/${projectId}`)).toBe(404);
  });

  // product 6.9
  it('is refused with an invalid key, even beside a valid cookie', async () => {
    const { cookie, id } = await createOwner();
    const { token } = await createKey(backend, id);
    const wrong = ['Bearer', 'Bearer x', `Bearer ${token}0`, `Bearer ${createKeyToken().token}`];
    for (const authorization of wrong) {
      const answer = await app.inject({ url: LIST, headers: { cookie, authorization } });
      expect([authorization, answer.statusCode]).toEqual([authorization, 401]);
      expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
      expect(answer.json().message).toBe('This API key is invalid: it is unknown, expired or revoked.');
    }
    expect(await statusOf({ cookie, authorization: 'Basic dXNlcjpwYXNzd29yZA==' })).toBe(200);
    expect(await statusOf({ cookie: `cutroom=${token}` })).toBe(401);
  });

  it('does not query Postgres for a key with a wrong checksum', async () => {
    const lookedUp = vi.spyOn(db, 'selectFrom');
    onTestFinished(() => lookedUp.mockRestore());
    const { token } = createKeyToken();
    await statusOf({ authorization: `Bearer ${token.slice(0, -1)}-` });
    expect(lookedUp).not.toHaveBeenCalled();
  });

  it('may come from any origin, since no browser adds a bearer to the request of another site', async () => {
    const { id, cookie } = await createOwner();
    const { headers } = await createKey(backend, id);
    const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const undo = (sent: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url: '/api/objects/upload',
        headers: { ...foreign, ...sent },
        payload: {},
      });
    expect((await undo({ cookie })).statusCode).toBe(403);
    expect((await undo({ ...headers, cookie })).statusCode).toBe(400);
  });

  it('has no effect in calls that need no session, not even in the sign-out', async () => {
    const { id } = await createOwner();
    const { headers } = await createKey(backend, id);
    const published = vi.spyOn(backend.bus, 'publish');
    onTestFinished(() => published.mockRestore());
    expect(await statusOf(headers, '/api/config')).toBe(200);
    expect(await statusOf(headers, '/api/logout')).toBe(302);
    expect(published).not.toHaveBeenCalled();
    expect(await statusOf(headers)).toBe(200);
  });

  // product 6.11
  it('records the last use of its key at most once a minute', async () => {
    holdClock();
    const { id } = await createOwner();
    const { headers } = await createKey(backend, id);
    const used = async () =>
      (await db.selectFrom('apiKeys').select('lastUsedAt').where('userId', '=', id).executeTakeFirstOrThrow())
        .lastUsedAt;
    expect(await used()).toBeNull();
    await statusOf(headers);
    const first = await used();
    vi.advanceTimersByTime(2_000);
    await statusOf(headers);
    expect([first, await used()]).toEqual([expect.any(Date), first]);
    await db
      .updateTable('apiKeys')
      .set({ lastUsedAt: sql`now() - interval '61 seconds'` })
      .where('userId', '=', id)
      .execute();
    vi.advanceTimersByTime(2_000);
    await statusOf(headers);
    expect((await used())!.getTime()).toBeGreaterThanOrEqual(first!.getTime());
  });
});

type Owner = Awaited<ReturnType<typeof createOwner>>;
const ends: [string, (owner: Owner, keyId: string) => Promise<unknown>][] = [
  ['was revoked', ({ call }, keyId) => call('DELETE', `${KEYS}/${keyId}`)],
  ["lost its owner's sessions everywhere", ({ call }) => call('DELETE', '/api/user/sessions')],
  ['lost its account', ({ call, email }) => call('DELETE', '/api/user', { email })],
];

// product 6.13
it.each(ends)('a key is refused immediately after it %s', async (_, end) => {
  holdClock();
  const owner = await createOwner();
  const { headers, id } = await createKey(backend, owner.id);
  expect(await statusOf(headers)).toBe(200);
  await end(owner, id);
  expect(await statusOf(headers)).toBe(401);
});

// product 6.13
it('a key is refused after it expired, stays in the list, and can be removed', async () => {
  const { id, call, list } = await createOwner();
  const key = await createKey(backend, id);
  await db
    .updateTable('apiKeys')
    .set({ expiresAt: sql`now()` })
    .where('id', '=', key.id)
    .execute();
  expect(await statusOf(key.headers)).toBe(401);
  expect((await list()).map((one) => one.id)).toEqual([key.id]);
  expect((await call('DELETE', `${KEYS}/${key.id}`)).statusCode).toBe(204);
  expect(await list()).toEqual([]);
});

// product 6.13
it('a film link that was requested with a key ends with the key', async () => {
  const { id, call } = await createOwner();
  const { projectId } = await createProject(backend, id);
  await addFilm(backend, { userId: id, projectId, bytes: Buffer.from('film') });
  const key = await createKey(backend, id);
  const link = await app.inject({ url: `/api/projects/${projectId}/video-link`, headers: key.headers });
  const { finalVideoLink } = link.json<{ finalVideoLink: string }>();
  expect(await statusOf({}, finalVideoLink)).toBe(200);
  await call('DELETE', `${KEYS}/${key.id}`);
  expect(await statusOf({}, finalVideoLink)).toBe(410);
});

// product 6.11
it('an export names the keys, but contains neither their hashes nor their prefixes', async () => {
  const { id, call } = await createOwner();
  const { token } = await createKey(backend, id, { creditBudget: 7 });
  const { hash } = await db
    .selectFrom('apiKeys')
    .select('hash')
    .where('userId', '=', id)
    .executeTakeFirstOrThrow();
  const { body } = await call('GET', '/api/user/export');
  expect(exportSchema.parse(JSON.parse(body)).apiKeys).toMatchObject([{ name: 'A script', creditBudget: 7 }]);
  expect([body.includes(hash), body.includes(token.slice(0, 9))]).toEqual([false, false]);
  expect((await call('POST', '/api/user/import', JSON.parse(body) as object)).statusCode).toBe(200);
});

describe('the limit of requests', () => {
  const SEARCH = '/api/videos/search?query=x';
  const most = Math.ceil(RATES.costly * FACTOR);

  // product 6.14
  it('is counted for each key, apart from its owner, and for all keys of the owner together', async () => {
    const { id, cookie } = await createUser(strict);
    /** Returns how many consecutive searches are accepted. */
    const flood = async (headers: Record<string, string>) => {
      for (let sent = 0; sent < 100; sent += 1) {
        const { statusCode } = await strictApp.inject({ url: SEARCH, headers });
        if (statusCode === 429) return sent;
      }
      return 100;
    };
    const keys = await Promise.all(Array.from({ length: KEYS_TOGETHER + 1 }, () => createKey(strict, id)));
    const accepted: number[] = [];
    for (const { headers } of keys) accepted.push(await flood(headers));
    expect(accepted).toEqual([...Array<number>(KEYS_TOGETHER).fill(most), 0]);
    expect(await flood({ cookie })).toBe(most);
  });
});
