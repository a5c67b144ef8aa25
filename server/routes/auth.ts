import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Backend } from '#core/backend.ts';
import { AppError } from '#core/lib/errors.ts';
import { deleteSession } from '#core/repositories/account/sessions.ts';
import { NotAdmittedError } from '#core/repositories/people/admission.ts';
import { handle } from '../handle.ts';
import { isSameOrigin } from '../plugins/security.ts';
import { type OidcProvider, openOidcProvider } from '../services/sign-in/oidc-provider.ts';
import { type BrowserPart, beginSignIn, finishSignIn } from '../services/sign-in/sign-in.ts';
import * as calls from '#contract/calls/sign-in.ts';

const STATE_COOKIE = 'cutroom-sign-in';
const VERIFIER_COOKIE = 'cutroom-verifier';
const COOKIE_SECONDS = 600;
const CHOICE = '/sign-in';

const signIn = { schema: { hide: true }, config: { rate: 'signIn' } } as const;

/** Sign-in through OpenID providers, also as a second one of an account, and sign-out. */
export async function authRoutes(app: FastifyInstance, { backend }: { backend: Backend }) {
  const { config, db } = backend;
  const prefix = config.secureCookies ? '__Host-' : '';
  const cookie = { path: '/', secure: config.secureCookies, sameSite: 'lax', httpOnly: true } as const;
  const providers = config.signIn.providers.map((provider) => openOidcProvider(provider, config.publicUrl));

  function writeCookies(reply: FastifyReply, { state, verifier }: BrowserPart): void {
    const options = { ...cookie, maxAge: COOKIE_SECONDS };
    reply.setCookie(prefix + STATE_COOKIE, state, options);
    reply.setCookie(prefix + VERIFIER_COOKIE, verifier, options);
  }

  function readCookies({ cookies }: FastifyRequest): Partial<BrowserPart> {
    const [state, verifier] = [cookies[prefix + STATE_COOKIE], cookies[prefix + VERIFIER_COOKIE]];
    return { ...(state && { state }), ...(verifier && { verifier }) };
  }

  async function openPage(provider: OidcProvider, request: FastifyRequest, reply: FastifyReply) {
    try {
      const { url, ...browser } = await beginSignIn(backend, request.session, { provider }, { adds: false });
      writeCookies(reply, browser);
      return await reply.redirect(url);
    } catch (error) {
      return refuse(provider, error, request, reply);
    }
  }

  function refuse({ id }: OidcProvider, error: unknown, request: FastifyRequest, reply: FastifyReply) {
    if (error instanceof NotAdmittedError) return reply.redirect(`/not-admitted?reason=${error.reason}`);
    request.log.warn(
      { err: (error as Error).message, provider: id, cause: causeOf(error) },
      'sign-in failed',
    );
    return reply.redirect(id === 'google' ? '/login-error' : `/login-error?with=${id}`);
  }

  for (const provider of providers) {
    app.get(`/auth/${provider.id}`, signIn, (request, reply) => openPage(provider, request, reply));

    app.get(`/auth/${provider.id}/callback`, signIn, async (request, reply) => {
      const callback = new URL(request.url, config.publicUrl).searchParams;
      const browser = readCookies(request);
      try {
        const input = { callback, browser };
        const returned = await finishSignIn(backend, request.session, { provider }, input);
        if (returned.kind !== 'signedIn') return await reply.redirect(`/settings?sign_in=${returned.kind}`);
        // A new session for each sign-in: a session planted beforehand is worthless.
        await app.signIn(request, reply, returned.userId);
        return await reply.redirect('/');
      } catch (error) {
        return refuse(provider, error, request, reply);
      }
    });
  }

  if (providers.every(({ id }) => id !== 'google')) {
    app.get('/auth/google', signIn, (_request, reply) => reply.redirect(CHOICE));
  }

  app.get('/api/login', signIn, (request, reply) => {
    const [only, ...others] = providers;
    return only && others.length === 0 && !config.signIn.email
      ? openPage(only, request, reply)
      : reply.redirect(CHOICE);
  });

  handle(app, calls.addIdentity, async ({ body, request, reply }) => {
    const provider = providers.find(({ id }) => id === body.provider);
    if (!provider) throw new AppError('not_found', 'This installation has no such provider.');
    const { url, ...browser } = await beginSignIn(
      backend,
      request.session,
      { provider },
      { adds: true },
    ).catch((error: Error) => {
      request.log.warn({ err: error.message, provider: provider.id }, 'provider not reachable');
      throw new AppError('unavailable', `${provider.name} does not respond. Please try again later.`);
    });
    writeCookies(reply, browser);
    return { url };
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

/** The code of a provider's refusal, such as `invalid_client`, or the network's error. */
function causeOf(error: unknown): string | undefined {
  const { error: refusal, cause } = error as { error?: unknown; cause?: unknown };
  if (typeof refusal === 'string') return refusal.slice(0, 100);
  return cause instanceof Error ? cause.message.slice(0, 200) : undefined;
}
