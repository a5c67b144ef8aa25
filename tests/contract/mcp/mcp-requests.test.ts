import { describe, expect, it } from 'vitest';
import { RATES } from '../../../server/plugins/limits.ts';
import { createKey, createUser } from '../../helpers/data/user.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const FACTOR = 0.1;
const backend = await openTestBackend({ LIMITS_FACTOR: String(FACTOR) });
const app = await openTestApp(backend);

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const ACCEPT = { accept: 'application/json, text/event-stream' };
const send = (headers: Record<string, string>, payload: object | string = PING) =>
  app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { ...ACCEPT, 'content-type': 'application/json', ...headers },
    payload,
  });
const createAgent = async () => (await createKey(backend, (await createUser(backend)).id)).headers;

describe('a request to /mcp', () => {
  it('is answered with an API key, as JSON that no cache stores', async () => {
    const answer = await send(await createAgent());
    expect(answer.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  // product 31.1
  it('is refused without a valid API key, also with the cookie of a session', async () => {
    const { cookie } = await createUser(backend);
    const { publicUrl } = backend.config;
    const metadata = `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp"`;
    for (const [headers, challenge] of [
      [{}, `Bearer ${metadata}`],
      [{ cookie }, `Bearer ${metadata}`],
      [{ authorization: 'Bearer ck_wrong' }, `Bearer error="invalid_token", ${metadata}`],
    ] as const) {
      const answer = await send(headers);
      expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, challenge]);
    }
  });

  it.each([
    ['that contains several messages', 400, [PING, PING]],
    ['that is no message', 400, { hello: 'world' }],
    ['that is no JSON', 400, '{"jsonrpc":'],
    ['that is too large', 413, `"${'a'.repeat(2_000_000)}"`],
  ])('with a body %s is refused', async (_, status, body) => {
    expect((await send(await createAgent(), body)).statusCode).toBe(status);
  });

  it('for a protocol version that does not exist is refused', async () => {
    const headers = { ...(await createAgent()), 'mcp-protocol-version': '1999-01-01' };
    expect((await send(headers)).statusCode).toBe(400);
  });

  it.each(['GET', 'DELETE'] as const)('with the method %s is not allowed', async (method) => {
    const answer = await app.inject({ method, url: '/mcp' });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
  });

  it('counts a costly tool as its call of the API', async () => {
    const headers = await createAgent();
    const call = { name: 'find_moments', arguments: { query: 'words' } };
    const most = Math.ceil(RATES.costly * FACTOR);
    const texts = [];
    for (let count = 0; count <= most; count += 1) {
      const answer = await send(headers, { jsonrpc: '2.0', id: count, method: 'tools/call', params: call });
      texts.push(answer.json<{ result: { content: [{ text: string }] } }>().result.content[0].text);
    }
    expect(texts.slice(0, most)).toEqual(Array.from({ length: most }, () => '{"moments":[]}'));
    expect(JSON.parse(texts[most]!)).toMatchObject({ code: 'too_many_requests' });
  });
});
