import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { errorBodySchema } from '#contract/errors.ts';
import { parseConfig } from '#core/config/config.ts';
import { withLogFields } from '#core/lib/logger.ts';
import { openBackend } from '#core/backend.ts';
import { openRedis, redisReady } from '#core/queue/redis.ts';
import { openEngines } from '../../../worker/engine-set/engine-set.ts';
import { X264_ONLY } from '../../../worker/encoders/machine-encoder.ts';
import { createStepRunner } from '../../../worker/run-step.ts';
import { startFakeServer } from '../../helpers/outside/fake-server.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { captureLog } from '../../helpers/services/log.ts';
import { createVideos, openTestApp, testEnvironment } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const KEY = 'sk-canary-key-that-the-server-refuses';
/** A server that quotes the rejected key, as some servers do. */
const refusing = await startFakeServer(({ headers }) => ({
  status: 401,
  body: { error: { message: `Incorrect API key provided: ${headers.authorization}` } },
}));
afterAll(() => refusing.close());
const config = parseConfig(
  await testEnvironment({
    SECRET: 'canary-secret-of-the-installation-0123456789',
    STRIPE_SECRET_KEY: KEY,
    STRIPE_WEBHOOK_SECRET: 'whsec-canary',
    STRIPE_API_URL: refusing.url,
    METRICS_TOKEN: 'canary-metrics-token',
  }),
);
const log = captureLog();
const backend = await openBackend(config, log.logger);
afterAll(() => backend.close());
const app = await openTestApp(backend);
const origin = await app.listen({ host: '127.0.0.1', port: 0 });

let user: Awaited<ReturnType<typeof createUser>>;
let projectId: string;
beforeAll(async () => {
  user = await createUser(backend);
  ({ projectId } = await createProject(backend, user.id));
  await addFilm(backend, { userId: user.id, projectId, bytes: randomBytes(100) });
});

const send = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, headers = {}) =>
  app.inject({ method, url, headers: { cookie: user.cookie, ...headers }, ...(payload && { payload }) });

/** Returns the log line about a request's end. */
const lineOf = (reqId: string) =>
  log.lines().find((line) => line['msg'] === 'request' && line['reqId'] === reqId);

describe('a line of the log', () => {
  it('is written once for each request, with its user, route, status and duration', async () => {
    const refused = await send('GET', '/api/projects/00000000-0000-4000-8000-000000000000?language=hi');
    expect(lineOf(refused.json().requestId)).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      name: 'test',
      part: 'api',
      reqId: errorBodySchema.parse(refused.json()).requestId,
      method: 'GET',
      route: '/api/projects/:id',
      status: 404,
      ms: expect.any(Number),
      userId: user.id,
      msg: 'request',
    });
    const before = log.lines().length;
    await send('GET', '/healthz');
    expect(log.lines()).toHaveLength(before);
  });

  it('names the run that a request is about, and is an error if the server failed', async () => {
    const videoIds = await createVideos(backend, 1);
    const started = await send('POST', '/api/projects/process', { videoIds, projectTitle: 'Logs' });
    const { runId } = started.json();
    await send('POST', `/api/runs/${runId}/cancel`);
    const requestLines = log.lines().filter((line) => line['runId'] === runId && line['msg'] === 'request');
    expect(requestLines.map((line) => line['route'])).toEqual([
      '/api/projects/process',
      '/api/runs/:id/cancel',
    ]);
    const unavailable = await send('POST', '/api/purchase-credits', { packSize: 10 });
    expect(unavailable.statusCode).toBe(503);
    expect(lineOf(unavailable.json().requestId)).toMatchObject({ level: 50, status: 503 });
  });

  it('has the ID of its request, even if a service or a library logs it after a body was read', async () => {
    // Uses a real connection, since an injected request never waits for its body.
    const purchase = await fetch(`${origin}/api/purchase-credits`, {
      method: 'POST',
      headers: { cookie: user.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ packSize: 50 }),
    });
    const { requestId } = errorBodySchema.parse(await purchase.json());
    const messages = log.lines().filter((line) => line['reqId'] === requestId);
    expect(messages.length).toBeGreaterThan(1);
  });

  it('does not mix the fields of concurrent work', async () => {
    const work = (step: string) =>
      withLogFields({ runId: 'r', step }, async () => {
        await new Promise(setImmediate);
        log.logger.info({ said: step }, 'at work');
      });
    await Promise.all([work('one'), work('two')]);
    const lines = log.lines().filter((line) => line['msg'] === 'at work');
    expect(lines.map(({ step, said }) => [step, said])).toEqual([
      ['one', 'one'],
      ['two', 'two'],
    ]);
    log.logger.info('after it');
    expect(log.lines().at(-1)).not.toHaveProperty('step');
  });

  it('has no field of an earlier line of the same work', () => {
    withLogFields({ runId: 'r' }, () => {
      log.logger.info({ said: 'once' }, 'a first line');
      log.logger.info('a second line');
    });
    expect(log.lines().at(-1)).toMatchObject({ runId: 'r', msg: 'a second line' });
    expect(log.lines().at(-1)).not.toHaveProperty('said');
  });

  itInFullTier('of a worker names run and step, whoever logs it', async () => {
    const [videoId] = await createVideos(backend, 1);
    const started = await send('POST', '/api/projects/process', { videoIds: [videoId], projectTitle: 'W' });
    const { runId } = started.json();
    const step = await backend.db
      .selectFrom('runSteps')
      .select('key')
      .where('runId', '=', runId)
      .where('job', '=', 'fetch-media')
      .executeTakeFirstOrThrow();
    const engines = await openEngines(config);
    const runner = createStepRunner(backend, () => engines, X264_ONLY);
    const data = { runId, step: step.key };
    const fetch = vi.spyOn(backend.sources.library, 'revision').mockImplementation(async () => {
      await new Promise(setImmediate);
      log.logger.info('deep inside');
      throw new Error('away');
    });
    const job = { data, updateProgress: async () => {}, moveToDelayed: async () => {} };
    await runner.process(job as never).catch(() => {});
    fetch.mockRestore();
    for (const msg of ['deep inside', 'step threw', 'step failed']) {
      const lines = log.lines().filter((line) => line['msg'] === msg);
      expect(lines).toEqual([expect.objectContaining({ ...data, msg })]);
    }
  });
});

describe('secrets', () => {
  const canary = (name: string) => `canary-${name}-${randomBytes(12).toString('base64url')}`;

  it('never appear in logs, job data or error messages', async () => {
    const secrets = new Set([KEY, config.secret, 'whsec-canary', 'canary-metrics-token']);
    const bodies: string[] = [];
    const hide = <T extends string>(secret: T): T => {
      secrets.add(secret);
      return secret;
    };
    const expectError = async (answer: Promise<{ statusCode: number; body: string }>) => {
      const { statusCode, body } = await answer;
      expect(statusCode).toBeGreaterThanOrEqual(400);
      bodies.push(body);
    };

    hide(user.cookie.split('=')[1]!);
    const { finalVideoLink } = (await send('GET', `/api/projects/${projectId}/video-link`)).json();
    hide(new URL(finalVideoLink, 'http://x').searchParams.get('s')!);
    await send('GET', finalVideoLink);
    await expectError(send('GET', `${finalVideoLink}${hide(canary('link'))}`));

    const upload = (await send('POST', '/api/objects/upload', { projectId, fileName: 'a.png' })).json();
    hide(new URL(upload.uploadURL, 'http://x').searchParams.get('s')!);
    const put = (url: string) =>
      app.inject({ method: 'PUT', url, headers: { 'content-type': 'image/png' }, payload: 'picture' });
    await put(upload.uploadURL);
    await expectError(put(upload.uploadURL));

    const { url } = (await send('POST', `/api/projects/${projectId}/share`)).json();
    hide(url.split('/')[3]);
    await send('GET', url);
    await expectError(send('GET', `/media/share/${hide(canary('share'))}/film.mp4`));

    await expectError(send('POST', '/api/purchase-credits', { packSize: 10 }));
    await expectError(
      send('GET', '/metrics', undefined, { authorization: `Bearer ${hide(canary('token'))}` }),
    );
    await expectError(
      send('GET', '/api/user/credits', undefined, { cookie: `cutroom=${hide(canary('session'))}` }),
    );
    await expectError(send('GET', `/api/videos/search?page=x&query=${hide(canary('query'))}`));
    await expectError(send('PATCH', '/api/user/settings', { theme: hide(canary('body')) }));
    await send('GET', `/auth/google/callback?code=${hide(canary('code'))}&state=${hide(canary('state'))}`);
    await send('GET', `/nowhere/${hide(canary('path'))}?x=${hide(canary('nowhere'))}`);

    const videoIds = await createVideos(backend, 1);
    await send('POST', '/api/projects/process', { videoIds, projectTitle: hide(canary('title')) });
    const redis = openRedis(config.redis, log.logger);
    await redisReady(redis);
    const keys = await redis.keys(`${config.redisPrefix}:*`);
    const jobs = keys.filter((key) => /:[0-9a-f-]{36}-\d+-[a-z0-9-]+$/.test(key));
    expect(jobs.length).toBeGreaterThan(0);
    const data = JSON.stringify(await Promise.all(jobs.map((key) => redis.hgetall(key))));
    redis.disconnect();

    expect(secrets.size).toBeGreaterThan(14);
    for (const [where, text] of Object.entries({ log: log.text(), jobs: data, errors: bodies.join('\n') })) {
      expect(text.length).toBeGreaterThan(100);
      expect([where, [...secrets].filter((secret) => text.includes(secret))]).toEqual([where, []]);
    }
  });

  it('secrets are removed from whatever a library logs', () => {
    const secret = canary('library');
    const error = Object.assign(new Error(`GET https://host/x?key=${secret} failed`), {
      command: { name: 'set', args: [secret] },
      config: { headers: { authorization: secret } },
      cause: new Error(`redis://:${secret}@host:6379 is away`),
    });
    log.logger.warn({ err: error, headers: { cookie: secret, 'set-cookie': [secret] } }, 'it failed');
    log.logger.warn({ server: { apiKey: secret }, req: { headers: { authorization: secret } } }, 'twice');
    log.logger.warn(`/media/signed?s=${secret} and /media/share/${secret}/x.mp4 and Bearer ${secret}`);
    const lines = log.lines().slice(-3);
    expect(JSON.stringify(lines)).not.toContain(secret);
    expect(lines[0]).toMatchObject({
      err: { message: 'GET https://host/x?[redacted] failed', stack: expect.stringContaining('logs.test') },
    });
    expect(lines[2]!['msg']).toBe(
      '/media/signed?[redacted] and /media/share/[redacted]/x.mp4 and Bearer [redacted]',
    );
  });
});
