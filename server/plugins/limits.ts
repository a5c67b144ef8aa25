import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Redis } from 'ioredis';
import type { Config } from '#node/config/config.ts';
import { TryLaterError } from '#node/errors.ts';
import type { Logger } from '#node/logger.ts';
import { within } from '#node/within.ts';

const MINUTE_MS = 60_000;
/** A Redis that hangs holds no request up for longer, in ms. */
const ANSWER_WITHIN_MS = 500;
/** How often it is logged that Redis is away, in ms. */
const COMPLAIN_MS = 60_000;

/** Requests in a minute: of one user, or of one address without a session; for sign-in always of one address. */
export const RATES = { signIn: 30, costly: 60, general: 600, files: 6000 } as const;
type Rate = keyof typeof RATES;

/** What asks others, makes work for workers, or takes much in. */
const COSTLY = new Set([
  'GET /api/videos/search',
  'POST /api/videos/extract',
  'GET /api/user/export',
  'POST /api/user/import',
  'POST /api/purchase-credits',
  'POST /api/projects/process',
  'POST /api/projects/:id/generate',
  'POST /api/projects/:id/duplicate',
  'POST /api/projects/:id/publish',
  'POST /api/youtube/auth',
  'POST /api/youtube/upload',
  'POST /api/projects/:id/videos/retry',
  'POST /api/runs/:id/retry',
  'POST /api/objects/upload',
  'PUT /media/uploads/:id',
]);
const SIGN_IN = new Set(['/auth/google', '/api/login', '/auth/google/callback', '/api/youtube/callback']);
const UNLIMITED = new Set(['/healthz', '/readyz', '/metrics']);

/** The limit that a route falls under; null for those that watch over us. */
export function rateOf(method: string, route: string): Rate | null {
  if (UNLIMITED.has(route)) return null;
  if (SIGN_IN.has(route)) return 'signIn';
  if (COSTLY.has(`${method} ${route}`)) return 'costly';
  return /^\/(api|standins|ws)\b/.test(route) ? 'general' : 'files';
}

/** One home or office has a /64 of IPv6: its addresses count as one. */
const addressOf = ({ ip }: FastifyRequest) => normalizeIP(ip, 64);

/**
 * Limits on requests, counted in Redis, so that all nodes count together. Over them: 429 with Retry-After, in seconds.
 * While Redis is away nothing is refused. Register it after the session.
 */
export default fp<{ config: Config; redis: Redis; log: Logger }>(async (app, { config, redis, log }) => {
  await app.register(rateLimit, {
    global: false,
    redis,
    nameSpace: `${config.redisPrefix}:rate:`,
    timeWindow: MINUTE_MS,
  });
  let complained = -Infinity;

  function passUncounted(error: Error): null {
    if (performance.now() - complained > COMPLAIN_MS) {
      complained = performance.now();
      log.warn({ err: error.message }, 'requests are not limited now');
    }
    return null;
  }

  const limiter = (rate: Rate) =>
    app.createRateLimit({
      max: Math.ceil(RATES[rate] * config.limitsFactor),
      keyGenerator(request) {
        const user = rate === 'signIn' ? undefined : request.session?.userId;
        return `${rate}:${user ? `user:${user}` : addressOf(request)}`;
      },
    });
  const limiters = Object.fromEntries(
    (Object.keys(RATES) as Rate[]).map((rate) => [rate, limiter(rate)]),
  ) as Record<Rate, ReturnType<typeof limiter>>;

  app.addHook('onRequest', async (request) => {
    const rate = rateOf(request.method, request.routeOptions.url ?? '/api');
    if (!rate) return;
    const counted = await within(ANSWER_WITHIN_MS, limiters[rate](request)).catch(passUncounted);
    if (!counted || counted.isAllowed || !counted.isExceeded) return;
    throw new TryLaterError(
      'That was too much at once. Please try again in a minute.',
      Math.max(1, counted.ttlInSeconds),
    );
  });
});
