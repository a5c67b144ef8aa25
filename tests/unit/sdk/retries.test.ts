import { describe, expect, it } from 'vitest';
import { readRetryAfter } from '../../../client-sdk/lib/errors.mjs';
import { pauseOf, withRetries } from '../../../client-sdk/lib/retries.mjs';

interface Answered {
  status: number;
  headers?: Record<string, string>;
}
type Outcome = Answered | 'unreachable';

/** Sends a request to a server with these outcomes, the last of which repeats. */
async function send(outcomes: Outcome[], init: RequestInit = {}, maxWaitMs = 60_000) {
  const bodies: string[] = [];
  const pauses: number[] = [];
  const sender = withRetries(
    {
      fetch: async (request) => {
        const outcome = outcomes[Math.min(bodies.length, outcomes.length - 1)]!;
        bodies.push(await (request as Request).text());
        if (outcome === 'unreachable')
          throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
        return new Response('{}', outcome);
      },
      retries: 2,
      maxWaitMs,
      timeoutMs: 10_000,
      onRetry: () => {},
    },
    async (ms) => void pauses.push(ms),
  );
  const result = await sender(new Request('http://localhost:3000/api/x', init)).then(
    ({ status }) => status,
    (error: Error) => error.message,
  );
  return { result, bodies, pauses };
}

const busy = (seconds: string): Answered => ({ status: 429, headers: { 'retry-after': seconds } });
const post = { method: 'POST', body: 'a film' };

describe('a request of the client', () => {
  // product 29.3
  it('is repeated with its body after as many seconds as Retry-After states', async () => {
    const { result, bodies, pauses } = await send([busy('7'), { status: 200 }], post);
    expect([result, bodies, pauses]).toEqual([200, ['a film', 'a film'], [7000]]);
  });

  // product 29.3
  it('fails if it would have to wait longer than allowed, or was repeated often enough', async () => {
    expect(await send([busy('61')], post)).toMatchObject({ result: 429, pauses: [] });
    expect(await send([busy('1')], post)).toMatchObject({ result: 429, pauses: [1000, 1000] });
  });

  it.each([
    ['GET', {}, 3],
    ['PUT', {}, 3],
    ['POST', {}, 1],
    ['PATCH', {}, 1],
    ['DELETE', {}, 1],
    ['POST', { 'idempotency-key': 'one intention' }, 3],
  ])('of %s with %j is sent %i times to an unreachable server', async (method, headers, times) => {
    const unreachable = await send(['unreachable'], { method, headers });
    expect(unreachable.bodies).toHaveLength(times);
    expect(unreachable.result).toBe('http://localhost:3000 cannot be reached (ECONNREFUSED).');
    expect((await send([{ status: 503 }], { method, headers })).bodies).toHaveLength(times);
  });

  it('is not repeated after any other status', async () => {
    for (const status of [400, 401, 403, 404, 409, 422, 500]) {
      expect((await send([{ status }])).bodies).toHaveLength(1);
    }
  });

  it('ends with its signal, also while it waits', async () => {
    const interrupt = new AbortController();
    const sender = withRetries({
      fetch: async () => new Response('', busy('30')),
      retries: 2,
      maxWaitMs: 60_000,
      timeoutMs: 10_000,
      onRetry: () => interrupt.abort(),
    });
    const request = new Request('http://localhost:3000/', { signal: interrupt.signal });
    await expect(sender(request)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

it.each([
  ['12', 12_000],
  ['0', 0],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['soon', null],
  ['-5', null],
  ['99999999999', null],
  [undefined, null],
])('a Retry-After of %j is a wait of %j ms', (value, expected) => {
  const headers = new Headers(value === undefined ? {} : { 'retry-after': value });
  expect(readRetryAfter(headers, Date.parse('2026-01-01T00:00:00Z'))).toBe(expected);
});

it('a pause without Retry-After doubles, varies, and ends at 10 s', () => {
  const pauses = Array.from({ length: 20 }, (_, attempt) => pauseOf(attempt));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(10_000);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(375);
});
