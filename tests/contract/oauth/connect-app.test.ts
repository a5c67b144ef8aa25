import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MAX_APPS, type ApiKey } from '#contract/api-keys.ts';
import { deleteSpent, SPENT_TABLES } from '#core/repositories/retention/rows.ts';
import { createUser } from '../../helpers/data/user.ts';
import { listen } from '../../helpers/mcp/agent.ts';
import {
  AUTHORIZATION,
  CALLBACK,
  createTestApp,
  ping,
  queryOf,
  TestProvider,
} from '../../helpers/mcp/oauth.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db } = backend;
const { publicUrl } = backend.config;
const listened = await listen(app);

/** Reaches the API under its public URL. */
const fetchFn = (url: string | URL, init?: RequestInit) =>
  fetch(String(url).replace(publicUrl, listened), init);
const serverUrl = new URL(`${publicUrl}/mcp`);

const listOf = async (cookie: string) =>
  (await app.inject({ url: '/api/user/api-keys', headers: { cookie } })).json<ApiKey[]>();

/** Connects an app by the SDK's client, as its user with some scopes. */
async function connectBySdk(scopes: string[]) {
  const user = await createUser(backend);
  const provider = new TestProvider();
  expect(await auth(provider, { serverUrl, fetchFn })).toBe('REDIRECT');
  const request = queryOf(provider.page!);
  const decided = await app.inject({
    method: 'POST',
    url: AUTHORIZATION,
    headers: { cookie: user.cookie },
    payload: { ...request, allowed: { scopes, creditBudget: null } },
  });
  const { searchParams } = new URL(decided.json<{ url: string }>().url);
  return { user, provider, request, searchParams };
}

describe('an app with the client of the SDK', () => {
  // product 31.9, 31.10
  it('discovers, registers, is allowed, calls tools, and renews its access', async () => {
    const { user, provider, request, searchParams } = await connectBySdk(['read']);
    expect(provider.page!.pathname).toBe('/oauth/authorize');
    expect(request).toMatchObject({ scope: 'read edit generate', resource: `${publicUrl}/mcp` });
    const question = await app.inject({
      url: `${AUTHORIZATION}?${new URLSearchParams(request)}`,
      headers: { cookie: user.cookie },
    });
    expect(question.json()).toEqual({
      name: 'Test agent',
      site: 'agent.example',
      scopes: ['read', 'edit', 'generate'],
    });
    expect([searchParams.get('state'), searchParams.get('iss')]).toEqual(['a-state', publicUrl]);
    const authorizationCode = searchParams.get('code')!;
    expect(await auth(provider, { serverUrl, fetchFn, authorizationCode })).toBe('AUTHORIZED');
    expect(provider.saved).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read' });
    const client = new Client({ name: 'test-agent', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(serverUrl, {
      authProvider: provider,
      fetch: fetchFn,
    });
    await client.connect(transport);
    onTestFinished(() => client.close());
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect([names.includes('read_film'), names.includes('propose_edit')]).toEqual([true, false]);
    const { access_token, refresh_token } = provider.saved!;
    expect(await auth(provider, { serverUrl, fetchFn })).toBe('AUTHORIZED');
    expect(provider.saved!.refresh_token).not.toBe(refresh_token);
    expect([await ping(app, provider.saved!.access_token), await ping(app, access_token)]).toEqual([
      200, 401,
    ]);
  });

  it('renews its access by itself when a request is refused after an hour', async () => {
    const { user, provider, searchParams } = await connectBySdk(['read']);
    await auth(provider, { serverUrl, fetchFn, authorizationCode: searchParams.get('code')! });
    const first = provider.saved!.access_token;
    await db
      .updateTable('apiKeys')
      .set({ expiresAt: sql`now()` })
      .where('userId', '=', user.id)
      .execute();
    const client = new Client({ name: 'test-agent', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(serverUrl, {
      authProvider: provider,
      fetch: fetchFn,
    });
    await client.connect(transport);
    onTestFinished(() => client.close());
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    expect(provider.saved!.access_token).not.toBe(first);
  });
});

describe('the documents for apps', () => {
  // product 31.9
  it('are named by the refusal of /mcp, and name each other', async () => {
    const refused = await app.inject({ method: 'POST', url: '/mcp', payload: {} });
    const url = `${publicUrl}/.well-known/oauth-protected-resource/mcp`;
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([
      401,
      `Bearer resource_metadata="${url}"`,
    ]);
    const resource = (await app.inject(new URL(url).pathname)).json();
    expect(resource).toMatchObject({ resource: `${publicUrl}/mcp`, authorization_servers: [publicUrl] });
    const server = await app.inject('/.well-known/oauth-authorization-server');
    expect(server.json()).toMatchObject({
      issuer: publicUrl,
      authorization_endpoint: `${publicUrl}/oauth/authorize`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    });
  });
});

describe('a connected app', () => {
  // product 31.11
  it('is listed beside the API keys, and ends when it is disconnected', async () => {
    const { cookie } = await createUser(backend);
    const { tokens, refresh } = await createTestApp(app, backend.config).connect(cookie);
    const [listed] = await listOf(cookie);
    expect(listed).toMatchObject({
      name: 'Test agent',
      scopes: ['read', 'edit'],
      app: { site: 'agent.example' },
    });
    expect(Date.parse(listed!.expiresAt!) - Date.now()).toBeGreaterThan(29 * 86_400_000);
    expect(await ping(app, tokens.access_token)).toBe(200);
    await app.inject({
      method: 'DELETE',
      url: `/api/user/api-keys/${listed!.id}`,
      headers: { cookie },
    });
    expect(await ping(app, tokens.access_token)).toBe(401);
    const refused = await refresh();
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
  });

  // product 31.11
  it.each(['access_token', 'refresh_token'] as const)('ends when it revokes its %s', async (name) => {
    const { cookie } = await createUser(backend);
    const own = createTestApp(app, backend.config);
    const { tokens, clientId } = await own.connect(cookie);
    const revoke = (token: string) => own.post('/oauth/revoke', { client_id: clientId, token });
    expect((await revoke('unknown')).statusCode).toBe(200);
    expect(await ping(app, tokens.access_token)).toBe(200);
    expect((await revoke(tokens[name])).statusCode).toBe(200);
    expect([await ping(app, tokens.access_token), await listOf(cookie)]).toEqual([401, []]);
  });

  // product 31.11
  it('ends with the other sessions of its user, also before its code was exchanged', async () => {
    const { cookie } = await createUser(backend);
    const own = createTestApp(app, backend.config);
    const { tokens, refresh } = await own.connect(cookie);
    const pending = await own.allow(cookie);
    await app.inject({ method: 'DELETE', url: '/api/user/sessions', headers: { cookie } });
    expect(await ping(app, tokens.access_token)).toBe(401);
    expect([(await refresh()).statusCode, (await own.token(pending)).statusCode]).toEqual([400, 400]);
  });

  it('gets no tokens while its user is suspended', async () => {
    const { id, cookie } = await createUser(backend);
    const own = createTestApp(app, backend.config);
    const { refresh, tokens } = await own.connect(cookie);
    const pending = await own.allow(cookie);
    await db
      .updateTable('users')
      .set({ suspendedAt: sql`now()` })
      .where('id', '=', id)
      .execute();
    expect([(await refresh()).statusCode, (await own.token(pending)).statusCode]).toEqual([400, 400]);
    await db.updateTable('users').set({ suspendedAt: null }).where('id', '=', id).execute();
    expect((await refresh(tokens.refresh_token)).statusCode).toBe(200);
  });

  // product 31.10
  it('uses /mcp and nothing else, whatever its scopes are', async () => {
    const { cookie } = await createUser(backend);
    const { tokens } = await createTestApp(app, backend.config).connect(cookie);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const refused = await app.inject({ url: '/api/user/videos', headers });
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'Connected apps can only use /mcp. Use an API key for this call.',
    ]);
  });

  it('that is connected again has its new scopes only, and one entry in the list', async () => {
    const { cookie } = await createUser(backend);
    const own = createTestApp(app, backend.config);
    const { tokens, clientId } = await own.connect(cookie);
    const { url } = (await own.decide(cookie, own.requestOf(clientId), ['read'])).json<{ url: string }>();
    const form = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: CALLBACK };
    const code = new URL(url).searchParams.get('code')!;
    const { code_verifier } = await own.allow(cookie);
    const next = (await own.token({ ...form, code, code_verifier })).json();
    expect(next).toMatchObject({ scope: 'read' });
    expect([await ping(app, tokens.access_token), await ping(app, next.access_token)]).toEqual([401, 200]);
    expect((await listOf(cookie)).map(({ scopes }) => scopes)).toEqual([['read']]);
  });

  // product 31.12
  it('counts apart from the API keys of its user, up to a limit', async () => {
    const { cookie } = await createUser(backend);
    for (let count = 0; count < MAX_APPS; count += 1)
      await createTestApp(app, backend.config).connect(cookie);
    const own = createTestApp(app, backend.config);
    const { client_id } = (await own.register()).json();
    const refused = await own.decide(cookie, own.requestOf(client_id));
    expect([refused.statusCode, refused.json().message]).toEqual([
      422,
      'An account can have up to 20 connected apps. Disconnect one in the settings.',
    ]);
    const key = { name: 'A script', scopes: ['read'] };
    const created = await app.inject({
      method: 'POST',
      url: '/api/user/api-keys',
      headers: { cookie },
      payload: key,
    });
    expect(created.statusCode).toBe(200);
  });
});

it('stores neither codes nor tokens', async () => {
  const { id, cookie } = await createUser(backend);
  const { form, tokens } = await createTestApp(app, backend.config).connect(cookie);
  const codes = await db.selectFrom('oauthCodes').selectAll().where('userId', '=', id).execute();
  const keys = await db.selectFrom('apiKeys').selectAll().where('userId', '=', id).execute();
  const refreshTokens = await db
    .selectFrom('oauthRefreshTokens')
    .selectAll()
    .where('apiKeyId', '=', keys[0]!.id)
    .execute();
  const stored = JSON.stringify([codes, keys, refreshTokens]);
  expect([codes.length, refreshTokens.length]).toEqual([1, 1]);
  for (const secret of [form.code, tokens.access_token, tokens.refresh_token]) {
    expect(stored).not.toContain(secret);
  }
});

// product 31.11
it('is removed with its app after neither of its tokens can be used', async () => {
  const [idle, active] = [await createUser(backend), await createUser(backend)];
  const own = createTestApp(app, backend.config);
  for (const { cookie } of [idle, active]) await own.connect(cookie);
  const keysOf = (id: string) => db.selectFrom('apiKeys').select(['id', 'clientId']).where('userId', '=', id);
  const { id: keyId, clientId } = await keysOf(idle.id).executeTakeFirstOrThrow();
  const past = sql<Date>`now() - interval '100 days'`;
  await db.updateTable('apiKeys').set({ expiresAt: past }).execute();
  await db.updateTable('oauthRefreshTokens').set({ expiresAt: past }).where('apiKeyId', '=', keyId).execute();
  await db.updateTable('oauthClients').set({ connectedAt: past }).where('id', '=', clientId!).execute();
  for (const table of SPENT_TABLES) await deleteSpent(db, table, []);
  expect([(await listOf(idle.cookie)).length, (await listOf(active.cookie)).length]).toEqual([0, 1]);
  const client = await db.selectFrom('oauthClients').select('id').where('id', '=', clientId!).execute();
  expect(client).toEqual([]);
});
