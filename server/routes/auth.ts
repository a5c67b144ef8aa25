import oauth2, { type OAuth2Namespace } from '@fastify/oauth2';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Backend } from '#core/backend.ts';
import { consumeOauthState, createOauthState, deleteSession } from '#core/repositories/account/sessions.ts';
import { upsertUser } from '#core/repositories/account/users.ts';
import { createWelcomeMark } from '#core/repositories/money/welcomes.ts';
import { isSameOrigin } from '../plugins/security.ts';

declare module 'fastify' {
  interface FastifyInstance {
    oidc: OAuth2Namespace;
  }
}

const STATE_COOKIE = 'cutroom-sign-in';
const VERIFIER_COOKIE = 'cutroom-verifier';

const signIn = { schema: { hide: true }, config: { rate: 'signIn' } } as const;

const claimsSchema = z.object({
  sub: z.string().min(1),
  nonce: z.string(),
  email: z.string().nullish(),
  given_name: z.string().nullish(),
  family_name: z.string().nullish(),
  picture: z.string().nullish(),
});

/** Sign-in through the identity provider (authorisation code, PKCE S256, nonce), and sign-out. */
export async function authRoutes(app: FastifyInstance, { backend }: { backend: Backend }) {
  const { config, db } = backend;
  const { oidc } = config;
  const authorize = new URL(oidc.authorizeUrl);
  const token = new URL(oidc.tokenUrl);
  const welcome = { credits: config.welcomeCredits, markOf: createWelcomeMark(config.secret) };
  const nonces = new WeakMap<FastifyRequest, string>();
  // Fetched when first needed, and again for an unknown key: the provider may start after us. Tokens come
  // from the provider itself, so no one else can cause many requests.
  const keys = createRemoteJWKSet(new URL(oidc.jwksUrl), { cooldownDuration: 0 });
  const prefix = config.secureCookies ? '__Host-' : '';
  const stateCookie = prefix + STATE_COOKIE;

  await app.register(oauth2, {
    name: 'oidc',
    scope: ['openid', 'email', 'profile'],
    credentials: {
      client: { id: oidc.clientId, secret: oidc.clientSecret },
      auth: {
        authorizeHost: authorize.origin,
        authorizePath: authorize.pathname,
        tokenHost: token.origin,
        tokenPath: token.pathname,
      },
    },
    callbackUri: `${config.publicUrl}/auth/google/callback`,
    pkce: 'S256',
    redirectStateCookieName: stateCookie,
    verifierCookieName: prefix + VERIFIER_COOKIE,
    cookie: { path: '/', secure: config.secureCookies, sameSite: 'lax', httpOnly: true, maxAge: 600 },
    generateStateFunction: async (request: FastifyRequest) => {
      const { state, nonce } = await createOauthState(db);
      nonces.set(request, nonce);
      return state;
    },
    checkStateFunction: async (request: FastifyRequest) => {
      const { state } = request.query as { state?: string };
      if (!state || request.cookies[stateCookie] !== state) return false;
      const nonce = await consumeOauthState(db, state);
      if (nonce) nonces.set(request, nonce);
      return nonce !== undefined;
    },
  });

  for (const path of ['/auth/google', '/api/login']) {
    app.get(path, signIn, async (request, reply) => {
      const uri = new URL(await app.oidc.generateAuthorizationUri(request, reply));
      uri.searchParams.set('nonce', nonces.get(request)!);
      return reply.redirect(uri.href);
    });
  }

  app.get('/auth/google/callback', signIn, async (request, reply) => {
    try {
      const { token } = await app.oidc.getAccessTokenFromAuthorizationCodeFlow(request, reply);
      const { payload } = await jwtVerify(String(token.id_token), keys, {
        issuer: oidc.issuer,
        audience: oidc.clientId,
        maxTokenAge: '10 minutes',
        clockTolerance: '5 minutes',
      });
      const claims = claimsSchema.parse(payload);
      if (claims.nonce !== nonces.get(request)) throw new Error('The nonce does not match.');
      const identity = {
        issuer: oidc.issuer,
        subject: claims.sub,
        email: claims.email ?? null,
        firstName: claims.given_name ?? null,
        lastName: claims.family_name ?? null,
        profileImageUrl: claims.picture ?? null,
      };
      const userId = await db.transaction().execute((trx) => upsertUser(trx, identity, welcome));
      // A new session for each sign-in: a session planted beforehand is worthless.
      await app.signIn(request, reply, userId);
      return await reply.redirect('/');
    } catch (error) {
      request.log.warn({ err: (error as Error).message }, 'sign-in failed');
      return reply.redirect('/login-error');
    }
  });

  app.get('/api/logout', { schema: { hide: true } }, async (request, reply) => {
    // Another site's page may link here, but must not sign its visitor out.
    if (!isSameOrigin(request.headers, config.publicUrl)) return reply.redirect('/');
    if (request.session) {
      await deleteSession(db, request.session.id);
      app.sessionEnded(request.session.userId, request.session.id);
    }
    app.signOut(reply);
    return reply.redirect('/');
  });
}
