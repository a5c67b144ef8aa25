import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { RedisClient } from '#core/queue/redis.ts';
import type { Config } from '#core/config/config.ts';
import { TryLaterError } from '#core/lib/errors.ts';
import type { Logger } from '#core/lib/logger.ts';
import { withTimeout } from '#core/lib/with-timeout.ts';
import type { Session } from '#core/repositories/account/sessions.ts';
import { createAddressOf } from './client-address.ts';
import { createRequestCounter } from './request-counter.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit of a route, if its path does not determine it. */
    rate?: Rate | null;
  }
  interface FastifyInstance {
    /**
     * Counts a request for its user or API key, or for its address without a session.
     * @throws TryLaterError if the limit is exceeded
     */
    countRequest(request: FastifyRequest, session: Session | undefined): Promise<void>;
    /** Counts a call within a request for its user or API key. @throws TryLaterError if the limit is exceeded */
    countCall(rate: Rate, session: Session): Promise<void>;
    /** Counts a request of a user's browser and returns `true`, if that is possible without waiting. */
    countAtOnce(rate: Rate, session: Session): boolean;
  }
}

/** The longest wait for a Redis that hangs, in ms. */
const ANSWER_WITHIN_MS = 500;
/** How often the log repeats that Redis is unavailable, in ms. */
const COMPLAIN_MS = 60_000;

/**
 * Requests per minute: for each user, each API key, or each address without a session; sign-ins always for
 * each address.
 */
export const RATES = { signIn: 30, costly: 60, general: 600, files: 6000 } as const;
export type Rate = keyof typeof RATES;

/** All keys of a user together may send this many times the limit of one. */
export const KEYS_TOGETHER = 4;

interface Counted {
  /** The route's pattern; absent for an unknown path. */
  url?: string | undefined;
  config?: FastifyContextConfig;
}

/** Returns the limit of a route; `null` for monitoring, which is unlimited. */
export function rateOf({ url = '/api', config }: Counted): Rate | null {
  if (config?.rate !== undefined) return config.rate;
  return /^\/(api|standins|ws)\b/.test(url) ? 'general' : 'files';
}

/**
 * Limits requests. They are counted in Redis, across all nodes. A request over the limit gets a 429 with
 * Retry-After, in seconds. While Redis is unavailable, nothing is refused. Called by the session plugin.
 */
export default fp<{ config: Config; redis: RedisClient; log: Logger }>(
  async (app, { config, redis, log }) => {
    const counter = createRequestCounter(redis, `${config.redisPrefix}:rate:`);
    let complained = -Infinity;

    function passUncounted(error: Error): 0 {
      if (performance.now() - complained > COMPLAIN_MS) {
        complained = performance.now();
        log.warn({ err: error.message }, 'request limits suspended');
      }
      return 0;
    }

    const addressOf = createAddressOf(config);
    const most = (rate: Rate) => Math.ceil(RATES[rate] * config.limitsFactor);

    app.decorate(
      'countAtOnce',
      (rate: Rate, { userId, scopes }: Session) =>
        rate !== 'signIn' && !scopes && counter.takeHeld(`${rate}:user:${userId}`),
    );

    async function countIn(name: string, max: number): Promise<void> {
      const waitMs = await withTimeout(ANSWER_WITHIN_MS, counter.take(name, max)).catch(passUncounted);
      if (waitMs === 0) return;
      const wait = Math.ceil(waitMs / 1000);
      throw new TryLaterError(
        `Too many requests: the limit is ${max} a minute. Please try again in ${wait} s.`,
        wait,
      );
    }

    app.decorate('countRequest', async (request: FastifyRequest, session: Session | undefined) => {
      const rate = rateOf(request.routeOptions);
      if (!rate) return;
      if (!session || rate === 'signIn') return countIn(`${rate}:${addressOf(request.raw)}`, most(rate));
      await app.countCall(rate, session);
    });

    app.decorate('countCall', async (rate: Rate, session: Session) => {
      if (!session.scopes) return countIn(`${rate}:user:${session.userId}`, most(rate));
      await countIn(`${rate}:key:${session.id}`, most(rate));
      // Otherwise new keys would be new limits.
      await countIn(`${rate}:keys:${session.userId}`, KEYS_TOGETHER * most(rate));
    });
  },
);
