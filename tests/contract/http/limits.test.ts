import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { io } from 'socket.io-client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { errorBodySchema } from '#contract/errors.ts';
import type { Backend } from '#core/backend.ts';
import type { Call } from '#contract/calls/define-call.ts';
import * as calls from '#contract/calls/index.ts';
import { rateOf, RATES } from '../../../server/plugins/limits.ts';
import { createRequestCounter, type RequestCounter } from '../../../server/plugins/request-counter.ts';
import { SOCKETS_PER_USER } from '../../../server/realtime/handshakes.ts';
import { createUserQuota } from '../../../server/services/account/user-quota.ts';
import { startNode } from '../../helpers/services/api-node.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openAppWithRoutes } from '../../helpers/calls/routes.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const FACTOR = 0.1;

/** Opens a backend with a tenth of the limits. */
const open = (env: Record<string, string> = {}) => openTestBackend({ LIMITS_FACTOR: String(FACTOR), ...env });

const backend = await open();
const node = await startNode(backend);
const { app } = node;
const { app: another, routes } = await openAppWithRoutes(backend);
const rates = new Map(routes.map((route) => [`${route.method} ${route.url}`, rateOf(route)]));
const behindProxy = await openTestApp(await open({ TRUST_PROXY: '127.0.0.1' }));
const SEARCH = '/api/videos/search?query=x';
const OPEN = '/api/config';
const most = (rate: keyof typeof RATES) => Math.ceil(RATES[rate] * FACTOR);
const ask = (url: string, headers: Record<string, string>, to = app) => to.inject({ url, headers });

/** Sends consecutive calls. Returns how many succeeded before the first 429, and that response. */
async function flood(times: number, call: (index: number) => ReturnType<typeof ask>) {
  for (let i = 0; i < times; i += 1) {
    const answer = await call(i);
    if (answer.statusCode === 429) return { taken: i, answer };
  }
  return { taken: times, answer: undefined };
}

describe('requests', () => {
  it('of one user are refused over their limit, with the time to wait, on any node', async () => {
    const { cookie } = await createUser(backend);
    const { taken, answer } = await flood(100, (i) => ask(SEARCH, { cookie }, i % 2 ? app : another));
    expect(taken).toBe(most('costly'));
    expect(errorBodySchema.parse(answer!.json())).toMatchObject({
      code: 'too_many_requests',
      message: expect.stringMatching(
        /^Too many requests: the limit is 6 a minute. Please try again in \d+ s.$/,
      ),
    });
    const wait = Number(answer!.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    // Other users and other calls are not affected.
    expect((await ask(SEARCH, { cookie: (await createUser(backend)).cookie })).statusCode).toBe(200);
    expect((await ask('/api/user/credits', { cookie })).statusCode).toBe(200);
  });

  it('requests are accepted again when the minute is over', async () => {
    const { cookie } = await createUser(backend);
    await flood(100, () => ask(SEARCH, { cookie }));
    const keys = await backend.redis.keys(`${backend.config.redisPrefix}:rate:*`);
    for (const key of keys) expect(await backend.redis.pttl(key)).toBeGreaterThan(0);
    await backend.redis.del(keys);
    expect((await ask(SEARCH, { cookie })).statusCode).toBe(200);
  });

  it('without a session are counted by address, whatever their headers claim', async () => {
    const spoofed = (i: number) =>
      app.inject({
        url: OPEN,
        remoteAddress: '192.0.2.1',
        headers: { 'x-forwarded-for': `198.51.100.${i}` },
      });
    expect((await flood(100, spoofed)).taken).toBe(most('general'));
    expect((await app.inject({ url: OPEN, remoteAddress: '192.0.2.2' })).statusCode).toBe(200);
  });

  it('from one /64 of IPv6 are counted together', async () => {
    const from = (i: number) => app.inject({ url: OPEN, remoteAddress: `2001:db8:1:2::${i + 1}` });
    expect((await flood(100, from)).taken).toBe(most('general'));
    expect((await app.inject({ url: OPEN, remoteAddress: '2001:db8:1:3::1' })).statusCode).toBe(200);
  });

  it('through a trusted proxy are counted by the address that the proxy appended, not by what it received', async () => {
    const through = (i: number) =>
      ask(OPEN, { 'x-forwarded-for': `198.51.100.${i}, 203.0.113.7` }, behindProxy);
    expect((await flood(100, through)).taken).toBe(most('general'));
    expect((await ask(OPEN, { 'x-forwarded-for': '203.0.113.8' }, behindProxy)).statusCode).toBe(200);
    const past = (i: number) =>
      behindProxy.inject({
        url: OPEN,
        remoteAddress: '192.0.2.9',
        headers: { 'x-forwarded-for': `198.51.100.${i}` },
      });
    expect((await flood(100, past)).taken).toBe(most('general'));
  });

  it('counts sign-in requests by address, even with a session', async () => {
    const attempt = async () =>
      app.inject({
        url: '/auth/google',
        remoteAddress: '192.0.2.3',
        headers: { cookie: (await createUser(backend)).cookie },
      });
    expect((await flood(20, attempt)).taken).toBe(most('signIn'));
  });

  it('of monitoring are never refused', async () => {
    for (const url of ['/healthz', '/readyz']) {
      const watch = () => app.inject({ url, remoteAddress: '192.0.2.4' });
      expect((await flood(most('general') + 10, watch)).answer).toBeUndefined();
    }
    expect(rates.get('GET /metrics')).toBeNull();
  });

  it('for files have a much higher limit', () => {
    expect(rates.get('GET /media/scans/:key/:file')).toBe('files');
    expect(rates.get('GET /media/objects/:id/preview.jpg')).toBe('files');
    expect(rates.get('PUT /media/uploads/:id')).toBe('costly');
    expect(rates.get('GET /api/openapi.json')).toBe('general');
  });

  it('count towards the limit that their call names; those that sign in have their own', () => {
    for (const { method, path, ...call } of Object.values<Call>(calls)) {
      expect([path, rates.get(`${method} ${path}`)]).toEqual([path, call.rate ?? 'general']);
    }
    const signIn = [...rates].filter(([, rate]) => rate === 'signIn').map(([name]) => name);
    expect(signIn.toSorted()).toEqual([
      'GET /api/login',
      'GET /api/youtube/callback',
      'GET /auth/google',
      'GET /auth/google/callback',
      'POST /api/sign-in/email',
      'POST /api/sign-in/email/confirm',
      'POST /oauth/register',
    ]);
  });

  itInFullTier('requests are admitted while Redis is unavailable or hangs, which is logged', async () => {
    const away = await open();
    const singleNode = await openTestApp(away);
    const warned = vi.spyOn(away.log, 'warn');
    const { cookie } = await createUser(away);
    const spy = vi.spyOn(away.redis as Backend['redis'] & { takeRequests(): void }, 'takeRequests');
    spy.mockImplementation(() => new Promise(() => {}));
    expect((await ask(SEARCH, { cookie }, singleNode)).statusCode).toBe(200);
    spy.mockRestore();
    away.redis.disconnect();
    const { answer } = await flood(most('costly') + 5, () => ask(SEARCH, { cookie }, singleNode));
    expect(answer).toBeUndefined();
    expect(warned.mock.calls.filter(([, text]) => text === 'request limits suspended')).toHaveLength(1);
  });
});

describe('requests of a high limit', () => {
  const MAX = 600;
  const counterOf = () => createRequestCounter(backend.redis, `${randomUUID()}:`);
  const countTaken = () => {
    const spy = vi.spyOn(backend.redis as Backend['redis'] & { takeRequests(): void }, 'takeRequests');
    onTestFinished(() => spy.mockRestore());
    return () => spy.mock.calls.length;
  };
  /** Returns how many of these requests are admitted. */
  async function admitted(counter: RequestCounter, times: number): Promise<number> {
    let count = 0;
    for (let i = 0; i < times; i += 1) if ((await counter.take('name', MAX)) === 0) count += 1;
    return count;
  }

  it('requests of a high limit are reserved from Redis ten at a time, and refused exactly over the limit', async () => {
    const counter = counterOf();
    const countAsked = countTaken();
    expect(await admitted(counter, MAX)).toBe(MAX);
    expect(countAsked()).toBe(MAX / 10);
    const waitMs = await counter.take('name', MAX);
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(60_000);
    expect(await counter.take('another', MAX)).toBe(0);
  });

  it('never exceed the limit across several nodes', async () => {
    const prefix = `${randomUUID()}:`;
    const [one, other] = [0, 1].map(() => createRequestCounter(backend.redis, prefix)) as [
      RequestCounter,
      RequestCounter,
    ];
    expect(await admitted(one, 1)).toBe(1);
    // The first node has reserved nine more requests.
    expect(await admitted(other, MAX)).toBe(MAX - 10);
    expect(await admitted(one, MAX)).toBe(9);
  });

  it('requests of a high limit are reserved one at a time while another reservation is pending', async () => {
    const counter = counterOf();
    const countAsked = countTaken();
    const waits = await Promise.all(Array.from({ length: 20 }, () => counter.take('name', MAX)));
    expect(waits).toEqual(waits.map(() => 0));
    expect(countAsked()).toBe(20);
    // Nine of the first ten are left.
    expect(await admitted(counter, 9)).toBe(9);
    expect(countAsked()).toBe(20);
  });

  it('expire at the end of their minute', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const counter = counterOf();
    const countAsked = countTaken();
    await counter.take('name', MAX);
    vi.advanceTimersByTime(59_000);
    await counter.take('name', MAX);
    expect(countAsked()).toBe(1);
    vi.advanceTimersByTime(1_000);
    await counter.take('name', MAX);
    expect(countAsked()).toBe(2);
  });
});

describe('connections of one user', () => {
  const LIMIT = Math.ceil(SOCKETS_PER_USER * FACTOR);

  it('of pages are refused over the limit until one closes', async () => {
    const { cookie } = await createUser(backend);
    const connect = async (whose: string) => {
      const socket = io(node.url, {
        transports: ['websocket'],
        extraHeaders: { cookie: whose },
        forceNew: true,
        reconnection: false,
      });
      onTestFinished(() => void socket.disconnect());
      const outcome = await Promise.race([
        new Promise<string>((resolve) => socket.once('snapshot', () => resolve('snapshot'))),
        new Promise<string>((resolve) => socket.once('connect_error', () => resolve('refused'))),
        new Promise<string>((resolve) => socket.once('disconnect', () => resolve('refused'))),
      ]);
      return { socket, heard: outcome };
    };
    const many = await Promise.all(Array.from({ length: 10 }, () => connect(cookie)));
    const accepted = many.filter(({ heard }) => heard === 'snapshot');
    expect(accepted).toHaveLength(LIMIT);
    expect((await connect((await createUser(backend)).cookie)).heard).toBe('snapshot');
    accepted[0]!.socket.disconnect();
    await vi.waitUntil(async () => (await connect(cookie)).heard === 'snapshot', PATIENT);
  });

  it('of scripts are refused over the limit until one closes', async () => {
    const { cookie } = await createUser(backend);
    const connect = async () => {
      const socket = new WebSocket(`${node.url}/ws`, { headers: { cookie } });
      onTestFinished(() => socket.terminate());
      const outcome = await Promise.race([
        once(socket, 'message').then(() => 'snapshot'),
        once(socket, 'close').then(([code]) => code as number),
      ]);
      return { socket, heard: outcome };
    };
    const many = await Promise.all(Array.from({ length: 10 }, connect));
    const accepted = many.filter(({ heard }) => heard === 'snapshot');
    expect(accepted).toHaveLength(LIMIT);
    expect(many.filter(({ heard }) => heard === 1013)).toHaveLength(10 - LIMIT);
    accepted[0]!.socket.close();
    await vi.waitUntil(async () => (await connect()).heard === 'snapshot', PATIENT);
  });

  it('connections of one user are counted exactly', () => {
    const quota = createUserQuota(2);
    expect([quota.take('a'), quota.take('a'), quota.take('a'), quota.take('b')]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    quota.give('a');
    expect([quota.isFull('a'), quota.take('a'), quota.isFull('a')]).toEqual([false, true, true]);
  });
});
