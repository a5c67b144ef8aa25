import cookie from '@fastify/cookie';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import fp from 'fastify-plugin';
import type { Scope } from '#contract/api-keys.ts';
import type { Bus } from '#core/bus/bus.ts';
import type { Caller } from '#core/lib/caller.ts';
import type { Config } from '#core/config/config.ts';
import type { Database } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import { INVALID_KEY } from '#core/repositories/account/api-keys.ts';
import { createSession, deleteSession, type Session } from '#core/repositories/account/sessions.ts';
import { createAddressOf } from './client-address.ts';
import { hasBearer, tokenOf } from './credential.ts';
import { rateOf } from './limits.ts';
import { createVisitors, type Visitors } from './visitors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that an API key needs for a route; a route without one refuses every key. */
    scope?: Scope;
  }
  interface FastifyRequest {
    /** The caller, if the route admits it. A route without a scope handles an API key as no caller. */
    session: Session | null;
    /** The API key of the request, whether or not the route admits it. */
    key: Session | null;
  }
  interface FastifyInstance {
    /** Finds the session of a cookie or an API key. */
    visitors: Visitors;
    /** Opens a session for a user and sets its cookie. The browser's previous session ends. */
    signIn(request: FastifyRequest, reply: FastifyReply, userId: string): Promise<void>;
    signOut(reply: FastifyReply): void;
    /** Notifies all nodes that a user's session ended; all sessions of the user if `sessionId` is `null`. */
    sessionEnded(userId: string, sessionId: string | null): void;
  }
}

/** Browsers drop a __Host- cookie on plain http, so the name depends on the public URL. */
export function sessionCookieName(config: Pick<Config, 'secureCookies'>): string {
  return config.secureCookies ? '__Host-cutroom' : 'cutroom';
}

const MAX_AGE_SECONDS = 30 * 86_400;

/** Identifies the caller. A request is counted before any query, as soon as its user or address is known. */
export default fp<{ config: Config; db: Database; bus: Bus }>(async (app, { config, db, bus }) => {
  const name = sessionCookieName(config);
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: config.secureCookies } as const;
  await app.register(cookie);
  app.decorateRequest('session', null);
  app.decorateRequest('key', null);

  const visitors = createVisitors(db, config.limitsFactor);
  const addressOf = createAddressOf(config);
  app.decorate('visitors', visitors);

  app.addHook('onRequest', (request, _reply, done) => {
    const rate = rateOf(request.routeOptions);
    if (rate === null) return done();
    // Every site may send the requests of these routes, so a cookie must not authenticate them.
    const cookieToken = request.routeOptions.config?.anyOrigin ? undefined : request.cookies[name];
    const token = tokenOf(request.headers, cookieToken);
    const fresh = token ? visitors.fresh(token) : undefined;
    // A page's next request does not wait for a promise.
    if (fresh && app.countAtOnce(rate, fresh)) {
      request.session = fresh;
      return done();
    }
    // oxlint-disable-next-line promise/no-callback-in-promise -- a hook ends by its callback
    identify(request, token).then(() => done(), done);
  });

  async function identify(request: FastifyRequest, token: string | undefined): Promise<void> {
    const recent = token ? visitors.recent(token) : undefined;
    if (recent) await app.countRequest(request, recent);
    const session = token ? await visitors.find(token, addressOf(request.raw)) : undefined;
    if (!recent) await app.countRequest(request, session);
    if (session?.scopes) request.key = session;
    if (session && admits(request, session)) request.session = session;
  }

  app.decorate('signIn', async (request: FastifyRequest, reply: FastifyReply, userId: string) => {
    const { token } = await createSession(db, userId);
    reply.setCookie(name, token, { ...options, maxAge: MAX_AGE_SECONDS });
    if (!request.session) return;
    await deleteSession(db, request.session.id);
    app.sessionEnded(request.session.userId, request.session.id);
  });
  app.decorate('signOut', (reply: FastifyReply) => {
    reply.clearCookie(name, options);
  });
  app.decorate('sessionEnded', (userId: string, sessionId: string | null) => {
    visitors.forget(userId, sessionId);
    bus.publish(userId, 'session.ended', { sessionId });
  });
});

/** Whether a route may be called with this session. Browsers may call every route. */
function admits({ routeOptions }: FastifyRequest, { scopes, isApp }: Session): boolean {
  const { scope } = routeOptions.config;
  return !scopes || (!isApp && scope !== undefined && scopes.includes(scope));
}

/** Returns why a request without a session is refused, in a sentence for the person who wrote its program. */
function refusalOf({ headers, key, routeOptions }: FastifyRequest): AppError {
  const { scope } = routeOptions.config;
  if (!key) return new AppError('unauthorized', hasBearer(headers) ? INVALID_KEY : 'Unauthorized');
  if (key.isApp) {
    return new AppError('forbidden', 'Connected apps can only use /mcp. Use an API key for this call.');
  }
  if (!scope) {
    return new AppError('forbidden', 'API keys cannot make this call. Use Cutroom in a browser instead.');
  }
  const own = key.scopes!.map((name) => `'${name}'`).join(', ');
  return new AppError(
    'forbidden',
    `This call needs an API key with the scope '${scope}'. This key has ${own}.`,
  );
}

/**
 * An onRequest hook for routes that require a signed-in user or an API key with the route's scope. Nothing
 * else of a refused request is read.
 */
export function requireUser(
  request: FastifyRequest,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  if (request.session) return done();
  const refusal = refusalOf(request);
  if (hasBearer(request.headers) && refusal.code === 'unauthorized') {
    reply.header('www-authenticate', 'Bearer error="invalid_token"');
  }
  done(refusal);
}

/**
 * Creates an onRequest hook for routes that require an API key or a connected app, whatever its scopes are.
 * @param metadataUrl where an app learns how it gets a token (RFC 9728)
 */
export const requireKey =
  (metadataUrl: string) =>
  (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    if (request.key) return done();
    const isSent = hasBearer(request.headers);
    const metadata = `resource_metadata="${metadataUrl}"`;
    reply.header('www-authenticate', `Bearer ${isSent ? 'error="invalid_token", ' : ''}${metadata}`);
    done(new AppError('unauthorized', isSent ? INVALID_KEY : 'Send a token or an API key as a bearer.'));
  };

/** Returns the caller's session, in routes behind requireUser. */
function ownSession({ session }: FastifyRequest): Session {
  if (!session) throw new AppError('unauthorized', 'Unauthorized');
  return session;
}

/** Returns the ID of the caller's session or API key, in routes behind requireUser. */
export const ownSessionId = (request: FastifyRequest): string => ownSession(request).id;

/** Returns the caller's user ID, in routes behind requireUser. */
export const userIdOf = (request: FastifyRequest): string => ownSession(request).userId;

/** Returns the caller, in routes behind requireUser. */
export function callerOf(request: FastifyRequest): Caller {
  const { id, userId, scopes } = ownSession(request);
  return { userId, ...(scopes && { keyId: id }) };
}
