import { randomUUID } from 'node:crypto';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '#contract/calls/define-call.ts';
import * as calls from '#contract/calls/index.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { type Belongings, createBelongings } from '../../helpers/data/belongings.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { ROUTE_CASES, type RouteCase } from '../../helpers/calls/route-cases.ts';
import { openAppWithRoutes } from '../../helpers/calls/routes.ts';
import { casesOfTier } from '../../helpers/tier.ts';

const backend = await openTestBackend({
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  // No server listens there, so the Stripe call fails.
  STRIPE_API_URL: 'http://127.0.0.1:9',
});

const { app, routes } = await openAppWithRoutes(backend);
const names = routes.map(({ method, url }) => `${method} ${url}`);
const CHANGING = names.filter((name) => !name.startsWith('GET '));
const ANY_ORIGIN = new Set(
  routes.filter(({ config }) => config.anyOrigin).map(({ method, url }) => `${method} ${url}`),
);
let requestCount = 0;
afterAll(() => console.log(`${names.length} routes, ${requestCount} requests`));

async function send(
  name: string,
  url: string,
  {
    cookie,
    headers = {},
    payload,
  }: { cookie?: string; headers?: Record<string, string>; payload?: object | string },
): Promise<LightMyRequestResponse> {
  requestCount += 1;
  return app.inject({
    method: name.split(' ')[0] as NonNullable<InjectOptions['method']>,
    url,
    headers: { ...(cookie && { cookie }), ...headers },
    ...(payload !== undefined && { payload }),
  });
}

let shared: Promise<Belongings> | undefined;
/** A user who owns one of everything, for requests that change nothing. */
const sharedBelongings = () => (shared ??= createBelongings(backend));
const belongingsFor = (name: string) =>
  name.startsWith('GET ') && name !== 'GET /api/logout' ? sharedBelongings() : createBelongings(backend);

const ask = (name: string, { url, body }: RouteCase, own: Belongings, cookie?: string) =>
  send(name, url(own), { ...(cookie && { cookie }), ...(body && { payload: body(own) }) });

it('every route is in the list', () => {
  expect(names.filter((name) => !ROUTE_CASES.has(name))).toEqual([]);
  expect(names.length).toBeGreaterThan(60);
});

// product 31.14
it('pages of every site may send only the requests of apps', () => {
  expect([...ANY_ORIGIN].toSorted()).toEqual([
    'DELETE /mcp',
    'GET /.well-known/oauth-authorization-server',
    'GET /.well-known/oauth-protected-resource',
    'GET /.well-known/oauth-protected-resource/mcp',
    'GET /mcp',
    'POST /mcp',
    'POST /oauth/register',
    'POST /oauth/revoke',
    'POST /oauth/token',
  ]);
});

it('only the calls that visitors need are open to everyone', () => {
  expect(Object.values<Call>(calls).filter(({ open }) => open)).toEqual([
    calls.readConfig,
    calls.requestSignInLink,
    calls.confirmSignInLink,
  ]);
});

describe.each(names)('%s', (name) => {
  const route = ROUTE_CASES.get(name)!;

  // product 1.16, 2.9, 5.20, 7.1
  it('is accessible only to permitted callers', async () => {
    const [own, other] = await Promise.all([belongingsFor(name), createUser(backend)]);
    const expected: [string | undefined, number[]][] = {
      own: [
        [undefined, [401]],
        ['cutroom=wrong', [401]],
        [other.cookie, [404]],
      ] as [string | undefined, number[]][],
      session: [
        [undefined, [401]],
        ['cutroom=wrong', [401]],
      ] as [string | undefined, number[]][],
      open: [[undefined, route.stranger ?? [200]]] as [string | undefined, number[]][],
    }[route.access];
    for (const [cookie, statuses] of expected) {
      const answer = await ask(name, route, own, cookie);
      expect([cookie ?? 'nobody', answer.statusCode]).toEqual([cookie ?? 'nobody', statuses[0]]);
    }
    const answer = await ask(name, route, own, own.user.cookie);
    expect([answer.statusCode, route.owner]).toEqual([
      answer.statusCode,
      expect.arrayContaining([answer.statusCode]),
    ]);
  });
});

const CLOSED = names.filter((name) => ROUTE_CASES.get(name)?.access !== 'open');

describe('a caller without a session', () => {
  let own: Belongings;
  beforeAll(async () => {
    own = await createBelongings(backend);
  });
  const BODIES: [type: string, payload: string][] = [
    ['application/json', '{"title":'],
    ['application/json', '{"no such field":[[1]]}'],
    ['application/json', `"${'a'.repeat(2_000_000)}"`],
    ['text/plain', 'title=New'],
  ];

  it.each(CLOSED)('learns nothing else from %s, whatever is wrong with the request', async (name) => {
    const [method, template] = name.split(' ') as [string, string];
    const right = ROUTE_CASES.get(name)!.url(own);
    const urls = [
      right,
      `${right}${right.includes('?') ? '&' : '?'}page=x&language=zz`,
      template.replaceAll(/:\w+/g, 'no-id'),
    ];
    const bodies = method === 'GET' ? [] : BODIES;
    const requests = [
      ...urls.map((url) => [url, {}] as const),
      ...bodies.map(([type, payload]) => [right, { headers: { 'content-type': type }, payload }] as const),
      [right, { headers: { 'idempotency-key': 'x' } }] as const,
    ];
    for (const cookie of [undefined, 'cutroom=wrong']) {
      for (const [url, request] of requests) {
        const answer = await send(name, url, { ...(cookie && { cookie }), ...request });
        expect([url, request, answer.statusCode]).toEqual([url, request, 401]);
        expect(errorBodySchema.parse(answer.json())).toMatchObject({
          code: 'unauthorized',
          message: 'Unauthorized',
        });
      }
    }
  });
});

const OWN = names.filter((name) => ROUTE_CASES.get(name)?.access === 'own');

// product 6.6
it.each(OWN)("%s responds to another user's objects as to missing ones", async (name) => {
  const [own, other] = await Promise.all([sharedBelongings(), createUser(backend)]);
  const nobodys = {
    ...own,
    projectId: randomUUID(),
    sectionIds: own.sectionIds.map(() => randomUUID()),
    runId: randomUUID(),
    uploadId: randomUUID(),
    scanKey: 'f'.repeat(64),
    apiKeyId: randomUUID(),
  };
  const [first, second] = await Promise.all(
    [own, nobodys].map(async (things) => {
      const answer = await ask(name, ROUTE_CASES.get(name)!, things, other.cookie);
      const { code, message, details } = errorBodySchema.parse(answer.json());
      return { status: answer.statusCode, code, message, details };
    }),
  );
  expect(first!.status).toBe(404);
  expect(second).toEqual(first);
});

describe("another user's objects in a body", () => {
  let own: Belongings;
  let foreign: Belongings;
  beforeAll(async () => {
    [own, foreign] = await Promise.all([createBelongings(backend), createBelongings(backend)]);
  });

  it("another user's objects in a body are treated like objects that do not exist", async () => {
    const project = `/api/projects/${own.projectId}`;
    const section = `/api/sections/${own.sectionIds[0]}`;
    const cases: [string, string, (theirs: Belongings) => object][] = [
      ['POST', `${project}/sections`, ({ sectionIds }) => ({ title: 'Own', afterId: sectionIds[0] })],
      ['POST', `${project}/sections`, ({ uploads }) => ({ title: 'Own', videoURL: uploads.video })],
      ['POST', `${project}/sections`, ({ uploads }) => ({ title: 'Own', videoURL: uploads.image })],
      ['PATCH', `${section}/update`, ({ uploads }) => ({ videoURL: uploads.video })],
      ['PATCH', `${project}/sections/reorder`, ({ sectionIds }) => ({ sectionIds })],
      [
        'PATCH',
        `${project}/sections/reorder`,
        ({ sectionIds }) => ({ sectionIds: [...own.sectionIds, sectionIds[0]] }),
      ],
      [
        'POST',
        `${project}/generate`,
        ({ sectionIds }) => ({ videos: [{ clipid: sectionIds[0], transcription: 'x' }] }),
      ],
      [
        'POST',
        '/api/projects/process',
        ({ uploadId }) => ({ videoIds: [`upload_${uploadId}`], projectTitle: 'x' }),
      ],
      ['POST', '/api/objects/upload', ({ projectId }) => ({ projectId, fileName: 'x.mp4' })],
    ];
    const before = await backend.db
      .selectFrom('sections')
      .selectAll()
      .where('projectId', '=', foreign.projectId)
      .execute();
    for (const [method, url, body] of cases) {
      const answer = await send(method, url, { cookie: own.user.cookie, payload: body(foreign) });
      expect([url, answer.statusCode]).toEqual([
        url,
        expect.toSatisfy((status) => [404, 409, 422].includes(status as number)),
      ]);
    }
    expect(
      await backend.db
        .selectFrom('sections')
        .selectAll()
        .where('projectId', '=', foreign.projectId)
        .execute(),
    ).toEqual(before);
  });
});

describe('another site', () => {
  const FOREIGN: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'http://localhost:3000.evil.example' },
    { origin: 'http://localhost:3001' },
    { origin: '' },
    { origin: 'not an origin' },
  ];
  const FORMS = new Set(['POST /api/youtube/upload', 'POST /api/footage']);
  const URL_ENCODED = /^POST \/(media\/share\/:token|oauth\/\w+)$/;
  const BODIES: [string, string][] = [
    ['text/plain', '{"title":"New"}'],
    ['application/x-www-form-urlencoded', 'title=New'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nNew\r\n--x--\r\n',
    ],
    ['text/json', '{}'],
  ];
  let own: Belongings;
  beforeAll(async () => {
    own = await createBelongings(backend);
  });

  it.each(CHANGING)('cannot send %s with the cookie of a user', async (name) => {
    const { url, body, stranger = [] } = ROUTE_CASES.get(name)!;
    // Every site may send these, as programs do without a cookie.
    const expected = ANY_ORIGIN.has(name) ? [403, ...stranger] : [403];
    for (const headers of casesOfTier(FOREIGN, 4)) {
      const answer = await send(name, url(own), {
        cookie: own.user.cookie,
        headers: { host: 'localhost:3000', ...headers },
        ...(body && { payload: body(own) }),
      });
      expect([headers, expected]).toEqual([headers, expect.arrayContaining([answer.statusCode])]);
    }
    // A form needs no CORS preflight. Uploads accept any content type, since their URLs are signed.
    if (name === 'PUT /media/uploads/:id') return;
    // It accepts API keys only, so a request with a cookie is refused before its body.
    if (name === 'POST /mcp') return;
    // Videos, passwords and requests for tokens are sent as forms; other sites were refused above.
    const isForm = (type: string) =>
      (FORMS.has(name) && type.startsWith('multipart/form-data')) ||
      (URL_ENCODED.test(name) && type === 'application/x-www-form-urlencoded');
    for (const [type, payload] of BODIES.filter(([type]) => !isForm(type))) {
      const answer = await send(name, url(own), {
        cookie: own.user.cookie,
        headers: { 'content-type': type },
        payload,
      });
      expect([type, answer.statusCode]).toEqual([type, 415]);
    }
  });

  it('cannot pose as our own page under any of its addresses, or as a script', async () => {
    const ours: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: 'http://localhost:3000' },
      { origin: 'http://127.0.0.1:4444', host: '127.0.0.1:4444' },
    ];
    for (const headers of ours) {
      const { cookie } = own.user;
      const answer = await send('PATCH', '/api/user/settings', {
        cookie,
        headers,
        payload: { theme: 'dark' },
      });
      expect([headers, answer.statusCode]).toEqual([headers, 200]);
    }
  });

  it('cannot sign a user out', async () => {
    for (const headers of FOREIGN) {
      const answer = await send('GET', '/api/logout', { cookie: own.user.cookie, headers });
      expect([headers, answer.statusCode, answer.headers['set-cookie']]).toEqual([headers, 302, undefined]);
    }
    expect((await send('GET', '/api/auth/user', { cookie: own.user.cookie })).statusCode).toBe(200);
  });
});
