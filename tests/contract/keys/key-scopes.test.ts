import type { InjectOptions } from 'fastify';
import { expect, it } from 'vitest';
import { type Scope, SCOPES } from '#contract/api-keys.ts';
import type { Call } from '#contract/calls/define-call.ts';
import { AppError } from '#core/lib/errors.ts';
import { ROUTE_CASES } from '../../helpers/calls/route-cases.ts';
import { openAppWithRoutes } from '../../helpers/calls/routes.ts';
import { createBelongings } from '../../helpers/data/belongings.ts';
import { createKey } from '../../helpers/data/user.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';
import * as definitions from '#contract/calls/index.ts';

const ADMITTED = new AppError('gone', 'The call would begin now.');
const backend = await openTestBackend({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' });
const { app, routes } = await openAppWithRoutes(backend, async () => {
  throw ADMITTED;
});

type CallName = keyof typeof definitions;

/** Calls about the account, its sessions, keys, webhooks and payments, its channel and the installation. */
const REFUSE_KEYS: CallName[] = [
  'readUser',
  'readStats',
  'updateSettings',
  'exportAccount',
  'importAccount',
  'deleteSessions',
  'deleteAccount',
  'listApiKeys',
  'createApiKey',
  'revokeApiKey',
  'readAuthorization',
  'decideAuthorization',
  'listWebhooks',
  'createWebhook',
  'updateWebhook',
  'rotateWebhookSecret',
  'deleteWebhook',
  'testWebhook',
  'listWebhookDeliveries',
  'resendWebhookDelivery',
  'readIdentities',
  'addIdentity',
  'removeIdentity',
  'readCredits',
  'readLedger',
  'purchaseCredits',
  'connectChannel',
  'disconnectChannel',
  // Only the creator decides about what an agent proposes.
  'acceptProposal',
  'declineProposal',
  'downloadModels',
  'changeDownload',
];
/** Calls that start or end the work of workers. */
const GENERATE: CallName[] = [
  'processVideos',
  'retryVideos',
  'makePreviews',
  'generateFilm',
  'findSubjects',
  'listenToSection',
  'listenToVoice',
  'checkFilm',
  'translateTexts',
  'hearAgain',
  'uploadToChannel',
  'publishFilm',
  'cancelRun',
  'retryRun',
];
/** Files of the page, and the socket for scripts. */
const READ_ROUTES = [
  'GET /ws',
  'GET /media/objects/:id/preview.jpg',
  'GET /media/scans/:key/:file',
  'GET /media/videos/:id/thumbnail.jpg',
  'GET /media/videos/:id/preview.jpg',
  'GET /media/youtube/:id/still.jpg',
  'GET /media/library/:id/thumbnail.jpg',
  'GET /media/music/preview',
];

const calls = new Map(Object.entries<Call>(definitions));
const routeOf = (name: CallName) => `${calls.get(name)!.method} ${calls.get(name)!.path}`;
const refusing = new Set([...REFUSE_KEYS.map(routeOf), 'GET /api/outbox']);
const generating = new Set(GENERATE.map(routeOf));
const called = new Set([...calls.values()].map(({ method, path }) => `${method} ${path}`));

/** Returns the scope that a route needs according to these lists. */
function neededFor(route: string): Scope | null {
  if (refusing.has(route)) return null;
  if (generating.has(route)) return 'generate';
  if (!called.has(route) && !READ_ROUTES.includes(route)) throw new Error(`${route} is in no list.`);
  return route.startsWith('GET ') ? 'read' : 'edit';
}

const closed = routes
  .map(({ method, url }) => `${method} ${url}`)
  .filter((route) => ROUTE_CASES.get(route)!.access !== 'open');

const own = await createBelongings(backend);
const SETS: Scope[][] = [
  ['read'],
  ['edit'],
  ['generate'],
  ['read', 'edit'],
  ['read', 'generate'],
  ['edit', 'generate'],
  [...SCOPES],
];
const keys = await Promise.all(
  SETS.map(async (scopes) => ({ scopes, ...(await createKey(backend, own.user.id, { scopes })) })),
);

async function send(route: string, headers: Record<string, string>) {
  const { url, body } = ROUTE_CASES.get(route)!;
  return app.inject({
    method: route.split(' ')[0] as NonNullable<InjectOptions['method']>,
    url: url(own),
    headers,
    ...(body && { payload: body(own) }),
  });
}

/** Returns the response that a key with these scopes must get from a route: a status, or its refusal. */
function expected(needed: Scope | null, scopes: Scope[]): unknown {
  if (needed === null) {
    return ['forbidden', 'API keys cannot make this call. Use Cutroom in a browser instead.'];
  }
  if (scopes.includes(needed)) return 'admitted';
  const has = scopes.map((scope) => `'${scope}'`).join(', ');
  return ['forbidden', `This call needs an API key with the scope '${needed}'. This key has ${has}.`];
}

/** The call would begin, or it is an upload without the content type of a form. */
const ADMITTED_STATUSES = new Set([ADMITTED.statusCode, 415]);

// product 6.10
it.each(closed)('an API key is admitted to %s by exactly the scopes that include it', async (route) => {
  for (const { scopes, headers } of keys) {
    const answer = await send(route, headers);
    const { code, message } = answer.json<{ code: string; message: string }>();
    const result = ADMITTED_STATUSES.has(answer.statusCode) ? 'admitted' : [code, message];
    expect([scopes, result]).toEqual([scopes, expected(neededFor(route), scopes)]);
  }
});
