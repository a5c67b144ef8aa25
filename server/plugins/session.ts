import cookie from '@fastify/cookie';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import fp from 'fastify-plugin';
import type { Bus } from '#core/bus/bus.ts';
import type { Config } from '#core/config/config.ts';
import type { Database } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import { createSession, deleteSession, type Session } from '#core/repositories/account/sessions.ts';
import { createAddressOf } from './client-address.ts';
import { rateOf } from './limits.ts';
import { createVisitors, type Visitors } from './visitors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
  interface FastifyInstance {
    /** Finds the user of a cookie. */
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

  const visitors = createVisitors(db, config.limitsFactor);
  const addressOf = createAddressOf(config);
  app.decorate('visitors', visitors);

  app.addHook('onRequest', (request, _reply, done) => {
    const rate = rateOf(request.routeOptions);
    if (rate === null) return done();
    const token = request.cookies[name];
    const fresh = token ? visitors.fresh(token) : undefined;
    // A page's next request does not wait for a promise.
    if (fresh && app.countAtOnce(rate, fresh.userId)) {
      request.session = fresh;
      return done();
    }
    // oxlint-disable-next-line promise/no-callback-in-promise -- a hook ends by its callback
    identify(request, token).then(() => done(), done);
  });

  async function identify(request: FastifyRequest, token: string | undefined): Promise<void> {
    const recentUser = token ? visitors.recentUserOf(token) : undefined;
    if (recentUser) await app.countRequest(request, recentUser);
    if (token) request.session = (await visitors.find(token, addressOf(request.raw))) ?? null;
    if (!recentUser) await app.countRequest(request, request.session?.userId);
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

/**
 * An onRequest hook for routes that require a signed-in user. Nothing else of an unauthenticated request is
 * read.
 */
export function requireUser(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  if (request.session) done();
  else done(new AppError('unauthorized', 'Unauthorized'));
}

/** Returns the ID of the caller's session, in routes behind requireUser. */
export function ownSessionId(request: FastifyRequest): string {
  if (!request.session) throw new AppError('unauthorized', 'Unauthorized');
  return request.session.id;
}

/** Returns the signed-in user's ID, in routes behind requireUser. */
export function userIdOf(request: FastifyRequest): string {
  if (!request.session) throw new AppError('unauthorized', 'Unauthorized');
  return request.session.userId;
}
