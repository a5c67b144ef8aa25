import { describe, expect, it } from 'vitest';
import { createKey, createUser } from '../../helpers/data/user.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const PUBLIC_URL = 'https://studio.example';
const backend = await openTestBackend({ PUBLIC_URL });
const app = await openTestApp(backend);
const APP = { origin: 'https://agent.example', host: 'studio.example' };

const ROUTES = [
  ['GET', '/.well-known/oauth-protected-resource'],
  ['GET', '/.well-known/oauth-protected-resource/mcp'],
  ['GET', '/.well-known/oauth-authorization-server'],
  ['POST', '/oauth/register'],
  ['POST', '/oauth/token'],
  ['POST', '/oauth/revoke'],
  ['POST', '/mcp'],
  ['GET', '/mcp'],
  ['DELETE', '/mcp'],
] as const;
const CHANGING = ROUTES.filter(([method]) => method !== 'GET');
const send = (method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS', url: string, headers: Record<string, string>) =>
  app.inject({ method, url, headers, ...(method === 'POST' && { payload: {} }) });

describe.each(ROUTES)('%s %s, sent by a page of another site', (method, url) => {
  // product 31.14
  it('answers the preflight of the browser, for bearers and never for cookies', async () => {
    const preflight = {
      ...APP,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
    };
    const { statusCode, headers } = await send('OPTIONS', url, preflight);
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([204, '*']);
    expect(String(headers['access-control-allow-methods']).split(', ')).toContain(method);
    const accepted = String(headers['access-control-allow-headers']).toLowerCase().split(', ');
    expect(accepted).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'mcp-protocol-version']),
    );
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  // product 31.14
  it('has a response that the page can read, also if it is a refusal', async () => {
    const { statusCode, headers } = await send(method, url, { ...APP, 'sec-fetch-site': 'cross-site' });
    expect(statusCode).not.toBe(403);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'WWW-Authenticate, Mcp-Session-Id, Retry-After',
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('is refused under another name of the server, to which a DNS name may be rebound', async () => {
    const rebound = { origin: 'http://evil.example:3000', host: 'evil.example:3000' };
    expect((await send(method, url, { ...rebound, 'sec-fetch-site': 'same-origin' })).statusCode).toBe(403);
    expect((await send(method, url, { ...APP, origin: 'null' })).statusCode).toBe(403);
  });
});

// product 31.14
it.each(CHANGING)('%s %s has the same response with the cookie of a user as without', async (method, url) => {
  const { cookie } = await createUser(backend);
  const session = cookie.replace('cutroom=', '__Host-cutroom=');
  expect((await app.inject({ url: '/api/auth/user', headers: { cookie: session } })).statusCode).toBe(200);
  for (const more of [{}, APP]) {
    const [without, withCookie] = await Promise.all([
      send(method, url, more),
      send(method, url, { ...more, cookie: session }),
    ]);
    expect(withCookie.statusCode).toBe(without.statusCode);
    expect(withCookie.headers['www-authenticate']).toBe(without.headers['www-authenticate']);
  }
});

// product 31.14
it('lets a page of another site register an app, and list the tools with a bearer', async () => {
  const post = (url: string, headers: Record<string, string>, payload: object) =>
    app.inject({ method: 'POST', url, headers: { ...APP, ...headers }, payload });
  const registered = await post('/oauth/register', {}, { redirect_uris: ['https://agent.example/'] });
  expect(registered.statusCode).toBe(201);
  const { headers } = await createKey(backend, (await createUser(backend)).id);
  const accept = { accept: 'application/json, text/event-stream' };
  const listed = await post(
    '/mcp',
    { ...headers, ...accept },
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  );
  expect([listed.statusCode, listed.headers['access-control-allow-origin']]).toEqual([200, '*']);
});

it('admits pages of other sites to no other route', async () => {
  const { headers } = await createKey(backend, (await createUser(backend)).id);
  for (const url of ['/api/config', '/api/user/videos', '/api/oauth/authorization', '/oauth/authorize']) {
    const answer = await app.inject({ url, headers: { ...APP, ...headers } });
    expect([url, answer.headers['access-control-allow-origin']]).toEqual([url, undefined]);
    const preflight = await send('OPTIONS', url, { ...APP, 'access-control-request-method': 'GET' });
    expect([url, preflight.headers['access-control-allow-origin']]).toEqual([url, undefined]);
  }
});
