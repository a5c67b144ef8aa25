import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { callJson, callServer, findServerProblem } from '../../../worker/engines/http.ts';
import { EngineUnavailableError } from '../../../worker/engines/run-engine.ts';
import { startFakeServer } from '../../helpers/outside/fake-server.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const fake = await startFakeServer(() => ({ body: { fine: true } }));
const server = { name: 'The server', url: fake.url, apiKey: 'sk-1234', settings: 'SOME_URL' };
afterAll(() => fake.close());
afterEach(() => fake.reset());

describe('callServer', () => {
  it.each(['hang', 'trickle'] as const)('gives up on a silent server (%s)', async (fault) => {
    // A server of its own: on a busy machine, a request may arrive after it was given up, or never.
    const silent = await startFakeServer(() => ({ body: '' }));
    onTestFinished(() => silent.close());
    silent.failAlways(fault);
    const error = await callServer({ ...server, url: silent.url }, { path: '/', idleMs: 200 }).catch(
      (error: unknown) => error,
    );
    expect(error).toBeInstanceOf(EngineUnavailableError);
    expect((error as Error).message).toBe('The server did not respond for 0.2 s.');
    expect(silent.received.length).toBeLessThan(2);
  });

  itInFullTier('waits until the date in Retry-After', async () => {
    // Dates in headers have whole seconds: this one is between one and two seconds from now.
    const date = new Date(Date.now() + 2000).toUTCString();
    fake.failNext({ status: 503, headers: { 'retry-after': date }, body: '' });
    await callServer(server, { path: '/' });
    const [first, second] = fake.received;
    expect(second!.at - first!.at).toBeGreaterThan(900);
    expect(second!.at - first!.at).toBeLessThan(2500);
  });

  it('gives up on a server that asks for a distant date, or fails too often', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    fake.failAlways({ status: 503, headers: { 'retry-after': date }, body: 'Back\n later' });
    await expect(callServer(server, { path: '/' })).rejects.toThrow(
      'The server is failing (503, "Back later").',
    );
    expect(fake.received).toHaveLength(1);
  });

  it("shortens the server's own message, and removes the key", async () => {
    fake.failAlways({ status: 418, body: { detail: `sk-1234 ${'x'.repeat(500)}` } });
    const error = await callServer(server, { path: '/' }).catch((error: Error) => error);
    expect((error as Error).message).toMatch(/^The server refused the request \(418, "\[key\] x{194}…"\)\.$/);
  });

  it('sends no body with a GET, and JSON with a POST', async () => {
    await callServer(server, { path: '/a' });
    await callServer(server, { path: '/b', body: { text: 'ক' }, headers: { 'x-a': 'b' } });
    expect(fake.received).toMatchObject([
      { method: 'GET', path: '/a' },
      { method: 'POST', path: '/b', headers: { 'content-type': 'application/json', 'x-a': 'b' } },
    ]);
    expect(fake.received.map(({ body }) => body.toString())).toEqual(['', '{"text":"ক"}']);
  });

  it('does not leak a header that cannot be sent', async () => {
    const call = callServer(server, { path: '/', headers: { authorization: 'Bearer sk\n1' }, tries: 1 });
    await expect(call).rejects.toThrow('The server cannot be reached (no connection): check SOME_URL.');
  });
});

describe('callJson', () => {
  it('accepts only what the schema allows', async () => {
    expect(await callJson(server, { path: '/' }, z.object({ fine: z.boolean() }))).toEqual({ fine: true });
    await expect(callJson(server, { path: '/' }, z.object({ fine: z.string() }))).rejects.toThrow(
      'The server sent a response that violates its protocol: check SOME_URL.',
    );
  });
});

describe('findServerProblem', () => {
  it.each([
    [404, '', null],
    [403, 'Missing scopes', null],
    [401, 'missing the permission models_read', null],
    [401, 'Who are you?', 'The server refuses our requests (401, "Who are you?"): check SOME_URL.'],
    [502, '', 'The server is failing (502).'],
  ])('asks once; a %s with the body "%s" gives %s', async (status, body, problem) => {
    fake.failAlways({ status, body });
    expect(await findServerProblem(server, { path: '/models' })).toBe(problem);
    expect(fake.received).toHaveLength(1);
  });
});
