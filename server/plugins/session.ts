import cookie from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from '#node/config/config.ts';
import type { Database } from '#node/db/database.ts';
import { AppError } from '#node/errors.ts';
import { createSession, findSession, type Session } from '#node/repositories/sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
  interface FastifyInstance {
    /** Opens a session for a user and sets its cookie. */
    signIn(reply: FastifyReply, userId: string): Promise<void>;
    signOut(reply: FastifyReply): void;
  }
}

/** Browsers drop a __Host- cookie on plain http, so the name follows the public address. */
export function sessionCookieName(config: Pick<Config, 'secureCookies'>): string {
  return config.secureCookies ? '__Host-cutroom' : 'cutroom';
}

const MAX_AGE_SECONDS = 30 * 86_400;

export default fp<{ config: Config; db: Database }>(async (app, { config, db }) => {
  const name = sessionCookieName(config);
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: config.secureCookies } as const;
  await app.register(cookie);
  app.decorateRequest('session', null);

  app.addHook('onRequest', async (request) => {
    const token = request.cookies[name];
    if (token) request.session = (await findSession(db, token)) ?? null;
  });

  app.decorate('signIn', async (reply: FastifyReply, userId: string) => {
    const { token } = await createSession(db, userId);
    reply.setCookie(name, token, { ...options, maxAge: MAX_AGE_SECONDS });
  });
  app.decorate('signOut', (reply: FastifyReply) => {
    reply.clearCookie(name, options);
  });
});

/** An onRequest hook for everything that needs a signed-in user: nothing else of a stranger's request is looked at. */
export async function requireUser(request: FastifyRequest): Promise<void> {
  if (!request.session) throw new AppError('unauthorized', 'Unauthorized');
}

/** The signed-in user's id, in routes behind requireUser. */
export function userIdOf(request: FastifyRequest): string {
  if (!request.session) throw new AppError('unauthorized', 'Unauthorized');
  return request.session.userId;
}
