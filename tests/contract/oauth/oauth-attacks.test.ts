import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { RATES } from '../../../server/plugins/limits.ts';
import { createKey, createUser } from '../../helpers/data/user.ts';
import { AUTHORIZATION, CALLBACK, createTestApp, ping } from '../../helpers/mcp/oauth.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db } = backend;
const openOwn = () => createTestApp(app, backend.config);

/** An app that a user allowed, with what it sends to exchange its code. */
async function openAllowed() {
  const user = await createUser(backend);
  const own = openOwn();
  return { user, own, form: await own.allow(user.cookie) };
}

describe('the registration of an app', () => {
  // product 31.12
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://agent.example/',
    'cursor://callback',
    'http://agent.example/callback',
    'http://127.0.0.1.agent.example/callback',
    'https://user:password@agent.example/',
    'https://agent.example/callback#part',
    'https://agent.example/call back',
    '/callback',
    '',
  ])('is refused with the redirect URI %j', async (uri) => {
    const refused = await openOwn().register({ redirect_uris: [CALLBACK, uri] });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { error: 'invalid_redirect_uri', code: 'bad_request' },
    ]);
  });

  it.each([
    { redirect_uris: [] },
    { redirect_uris: Array.from({ length: 11 }, () => CALLBACK) },
    { redirect_uris: [`https://agent.example/${'a'.repeat(2001)}`] },
    { redirect_uris: 'https://agent.example/' },
    { client_name: { first: 'Test' } },
    { grant_types: ['client_credentials'] },
    { response_types: ['token'] },
  ])('is refused with %j', async (metadata) => {
    const refused = await openOwn().register(metadata);
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'invalid_client_metadata']);
  });

  it('gives no secret, and removes what a name hides', async () => {
    const answer = await openOwn().register({
      client_name: ` Good\u202E\u0000\n agent${'!'.repeat(100)}`,
      token_endpoint_auth_method: 'client_secret_post',
    });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([201, 'no-store']);
    expect(answer.json()).toMatchObject({
      client_name: `Good agent${'!'.repeat(50)}`,
      token_endpoint_auth_method: 'none',
    });
    expect(answer.json()).not.toHaveProperty('client_secret');
  });

  // product 31.12
  itInFullTier('is limited for each address', async () => {
    const strict = await openTestBackend({ LIMITS_FACTOR: '1' });
    const own = createTestApp(await openTestApp(strict), strict.config);
    const statuses = new Map<number, number>();
    for (let sent = 0; sent < 1000; sent += 1) {
      const { statusCode } = await own.register();
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
    expect(statuses.get(429)).toBeGreaterThanOrEqual(1000 - 2 * RATES.signIn);
    expect([...statuses.keys()].toSorted()).toEqual([201, 429]);
  });
});

describe('the request of an app', () => {
  // product 31.12
  it.each([
    [{ clientId: 'a2b4c6d8-0000-4000-8000-000000000000' }, 'This app is not registered here.'],
    [{ clientId: "' OR 1=1" }, 'This app is not registered here.'],
    [{ redirectUri: 'https://evil.example/' }, 'an address that it did not register'],
    [{ redirectUri: `${CALLBACK}/` }, 'an address that it did not register'],
    [{ redirectUri: `${CALLBACK}?x=1` }, 'an address that it did not register'],
    [{ redirectUri: 'javascript:alert(1)' }, 'an address that it did not register'],
    [{ responseType: 'token' }, 'a response that is not supported'],
    [{ codeChallengeMethod: 'plain' }, 'PKCE with S256'],
    [{ codeChallenge: undefined }, 'PKCE with S256'],
    [{ resource: 'https://other.example/mcp' }, 'access to another service'],
    [{ scope: 'admin' }, 'no scope that exists here'],
  ])('with %j is shown to its user as invalid, and leads nowhere', async (changes, message) => {
    const { cookie } = await createUser(backend);
    const own = openOwn();
    const { client_id } = (await own.register()).json();
    const request = own.requestOf(client_id, changes);
    const query = new URLSearchParams(
      Object.entries(request).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    const read = await app.inject({ url: `${AUTHORIZATION}?${query}`, headers: { cookie } });
    for (const answer of [read, await own.decide(cookie, request), await own.decide(cookie, request, null)]) {
      expect([answer.statusCode, answer.json().message]).toEqual([422, expect.stringContaining(message)]);
      expect(answer.headers.location).toBeUndefined();
    }
  });

  it('may name another port of the computer on which the app runs, but no other path', async () => {
    const { cookie } = await createUser(backend);
    const own = openOwn();
    const redirect_uris = ['http://127.0.0.1:3000/callback', 'http://localhost/callback'];
    const { client_id } = (await own.register({ redirect_uris })).json();
    const statusOf = async (redirectUri: string) =>
      (await own.decide(cookie, own.requestOf(client_id, { redirectUri }))).statusCode;
    expect(await statusOf('http://127.0.0.1:49152/callback')).toBe(200);
    expect(await statusOf('http://localhost:49152/callback')).toBe(200);
    expect(await statusOf('http://127.0.0.1:49152/other')).toBe(422);
    expect(await statusOf('http://[::1]:49152/callback')).toBe(422);
    expect(await statusOf('https://127.0.0.1:49152/callback')).toBe(422);
  });

  // product 31.10
  it('is decided by the page of a signed-in user only', async () => {
    const { id, cookie } = await createUser(backend);
    const own = openOwn();
    const { client_id } = (await own.register()).json();
    const payload = { ...own.requestOf(client_id), allowed: { scopes: ['read'] } };
    const { headers: key } = await createKey(backend, id);
    const statusOf = async (headers: Record<string, string>) =>
      (await app.inject({ method: 'POST', url: AUTHORIZATION, headers, payload })).statusCode;
    expect(await statusOf({})).toBe(401);
    expect(await statusOf(key)).toBe(403);
    expect(await statusOf({ cookie, origin: 'https://evil.example' })).toBe(403);
    expect(await statusOf({ cookie, 'sec-fetch-site': 'cross-site' })).toBe(403);
    const form = await app.inject({
      method: 'POST',
      url: AUTHORIZATION,
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'allowed=true',
    });
    expect(form.statusCode).toBe(415);
  });

  it('is never shown in the frame of another site', async () => {
    const { headers } = await app.inject(AUTHORIZATION);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBeDefined();
  });

  it('that is denied returns to the app without a code', async () => {
    const { cookie } = await createUser(backend);
    const own = openOwn();
    const { client_id } = (await own.register()).json();
    const request = own.requestOf(client_id);
    const { url } = (await own.decide(cookie, request, null)).json<{ url: string }>();
    const { origin, pathname, searchParams } = new URL(url);
    expect(origin + pathname).toBe(CALLBACK);
    expect(Object.fromEntries(searchParams)).toEqual({
      error: 'access_denied',
      state: request.state,
      iss: backend.config.publicUrl,
    });
  });

  it('is not allowed with more scopes than it requests', async () => {
    const { cookie } = await createUser(backend);
    const own = openOwn();
    const { client_id } = (await own.register()).json();
    expect((await own.decide(cookie, own.requestOf(client_id), ['generate'])).statusCode).toBe(422);
  });
});

describe('a code', () => {
  // product 31.12
  it.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['another redirect URI', { redirect_uri: 'https://evil.example/' }, 'invalid_grant'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['no verifier', { code_verifier: '' }, 'invalid_request'],
    ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['another code', { code: 'x'.repeat(43) }, 'invalid_grant'],
  ])('is refused with %s', async (_, changes, error) => {
    const { own, form } = await openAllowed();
    const refused = await own.token({ ...form, ...changes });
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { error }]);
  });

  it('is used up by a wrong verifier', async () => {
    const { own, form } = await openAllowed();
    await own.token({ ...form, code_verifier: 'x'.repeat(43) });
    expect((await own.token(form)).statusCode).toBe(400);
  });

  it('of another app is refused, and stays valid for its own', async () => {
    const { own, form } = await openAllowed();
    const { client_id } = (await own.register()).json();
    expect((await own.token({ ...form, client_id })).statusCode).toBe(400);
    expect((await own.token(form)).statusCode).toBe(200);
  });

  it('is refused after it expired', async () => {
    const { user, own, form } = await openAllowed();
    await db
      .updateTable('oauthCodes')
      .set({ createdAt: sql`now() - interval '3 minutes'` })
      .where('userId', '=', user.id)
      .execute();
    expect((await own.token(form)).json()).toMatchObject({ error: 'invalid_grant' });
  });

  // product 31.12
  it('that is used twice disconnects the app', async () => {
    const { own, form } = await openAllowed();
    const { access_token } = (await own.token(form)).json();
    expect(await ping(app, access_token)).toBe(200);
    expect((await own.token(form)).statusCode).toBe(400);
    expect(await ping(app, access_token)).toBe(401);
  });

  it('is exchanged once, however many requests arrive concurrently', async () => {
    const { own, form } = await openAllowed();
    const answers = await Promise.all(Array.from({ length: 8 }, () => own.token(form)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      200,
      ...Array<number>(7).fill(400),
    ]);
  });
});

describe('a refresh token', () => {
  // product 31.12
  it('that is used twice disconnects the app', async () => {
    const { cookie } = await createUser(backend);
    const { tokens, refresh } = await openOwn().connect(cookie);
    const next = (await refresh()).json();
    expect(await ping(app, next.access_token)).toBe(200);
    expect((await refresh(tokens.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' });
    expect(await ping(app, next.access_token)).toBe(401);
    expect((await refresh(next.refresh_token)).statusCode).toBe(400);
  });

  it('is refused for another app, and after it expired', async () => {
    const { id, cookie } = await createUser(backend);
    const own = openOwn();
    const { tokens, refresh } = await own.connect(cookie);
    const { client_id } = (await own.register()).json();
    const { refresh_token } = tokens;
    const stolen = await own.token({ grant_type: 'refresh_token', client_id, refresh_token });
    expect(stolen.json()).toMatchObject({ error: 'invalid_grant' });
    await db
      .updateTable('oauthRefreshTokens')
      .set({ expiresAt: sql`now()` })
      .where('apiKeyId', 'in', (eb) => eb.selectFrom('apiKeys').select('id').where('userId', '=', id))
      .execute();
    expect((await refresh()).statusCode).toBe(400);
  });

  it('is no access token, and authenticates nothing', async () => {
    const { cookie } = await createUser(backend);
    const { tokens } = await openOwn().connect(cookie);
    expect(await ping(app, tokens.refresh_token)).toBe(401);
  });
});

describe('a request for tokens', () => {
  it('of an unknown app is refused, so that the app registers again', async () => {
    const { form, own } = await openAllowed();
    for (const client_id of ['x', 'a2b4c6d8-0000-4000-8000-000000000000']) {
      const refused = await own.token({ ...form, client_id });
      expect([refused.statusCode, refused.json().error]).toEqual([401, 'invalid_client']);
    }
  });

  it('with a parameter that appears twice is refused', async () => {
    const refused = await app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'client_id=a&client_id=b',
    });
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'invalid_request']);
  });
});
