import { beforeAll, describe, expect, it, vi } from 'vitest';
import { errorBodySchema } from '#contract/errors.ts';
import type { Backend } from '#core/backend.ts';
import { captureLog } from '../../helpers/services/log.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';

const CANARY = 'canary-of-a-wrong-answer';
const backend = await openTestBackend({ LIBRARY_DIR: '/not-there' });
const log = captureLog();
const strict = await openTestApp({ ...backend, log: log.logger });
const production: Backend = {
  ...backend,
  log: log.logger,
  config: { ...backend.config, mode: 'production' },
};
const tolerant = await openTestApp(production);

let user: Awaited<ReturnType<typeof createUser>>;
let projectId: string;
beforeAll(async () => {
  user = await createUser(backend);
  ({ projectId } = await createProject(backend, user.id));
});

/** A response that contains NaN. */
const wrong = () =>
  vi.spyOn(backend.sources.library, 'search').mockResolvedValueOnce({
    videos: [
      {
        sourceId: 'x',
        title: CANARY,
        description: null,
        thumbnail: null,
        url: null,
        durationMs: -1000,
        views: 'Unknown',
        channel: CANARY,
        license: null,
      },
    ],
    next: null,
    total: 1,
  });

describe('a response that violates the contract', () => {
  const ask = (app: typeof strict) =>
    app.inject({ url: '/api/videos/search?query=x', headers: { cookie: user.cookie } });

  it('is an error in local mode, which names route and field', async () => {
    wrong();
    const answer = await ask(strict);
    expect(answer.statusCode).toBe(500);
    expect(errorBodySchema.parse(answer.json()).code).toBe('internal');
    const line = log.lines().find((candidate) => candidate['msg'] === 'request failed')!;
    expect(line).toMatchObject({
      level: 50,
      reqId: answer.json().requestId,
      err: {
        type: 'WrongAnswerError',
        message: expect.stringContaining('GET /api/videos/search violates the contract: 0.duration'),
      },
    });
    expect(JSON.stringify(log.lines())).not.toContain(CANARY);
  });

  it('is sent anyway in production, and logged without its values', async () => {
    wrong();
    const answer = await ask(tolerant);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject([{ title: CANARY, duration: -1 }]);
    const line = log.lines().find((candidate) => candidate['field'] === '0.duration')!;
    expect(line).toMatchObject({
      level: 50,
      method: 'GET',
      route: '/api/videos/search',
      problem: 'too_small',
      reqId: expect.any(String),
    });
    expect(JSON.stringify(log.lines())).not.toContain(CANARY);
  });
});

describe('a request', () => {
  const send = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
    strict.inject({ method, url, headers: { cookie: user.cookie }, ...(payload && { payload }) });

  it('may have unknown fields in its query', async () => {
    for (const url of [
      `/api/projects/${projectId}?language=hi&utm_source=mail&x=1`,
      '/api/user/videos?sort=title&unknown=1&unknown=2',
      '/api/user/credits?x=',
    ]) {
      expect([url, (await send('GET', url)).statusCode]).toEqual([url, 200]);
    }
  });

  it('is refused with unknown fields in the body of a change, which are named', async () => {
    const changes: [string, object][] = [
      [`/api/projects/${projectId}`, { title: 'New', user_id: 'somebody' }],
      ['/api/user/settings', { theme: 'dark', credits: 1000 }],
    ];
    for (const [url, payload] of changes) {
      const answer = await send('PATCH', url, payload);
      expect([url, answer.statusCode]).toEqual([url, 400]);
      expect(answer.json().message).toMatch(/user_id|credits/);
    }
    const [project] = (await send('GET', '/api/user/videos')).json();
    expect(project.title).toBe('A project');
  });

  it('may have fields that the product sends but the server ignores', async () => {
    const payload = { packSize: 10, totalCredits: 1000, price: 0 };
    const answer = await send('POST', '/api/purchase-credits', payload);
    expect([answer.statusCode, answer.json().pack.totalCredits]).toEqual([200, 10]);
  });
});
