import type { FastifyInstance } from 'fastify';
import type { Backend } from '#core/backend.ts';
import { AppError, TryLaterError } from '#core/lib/errors.ts';
import { openMailTransport } from '#core/mail/transport.ts';
import { LINK_MINUTES } from '#core/repositories/people/sign-in-links.ts';
import { handle } from '../handle.ts';
import { createAddressOf } from '../plugins/client-address.ts';
import { createMinuteCounter } from '../plugins/minute-counter.ts';
import { confirmLink, requestLink } from '../services/sign-in/email-link.ts';
import { dropIdentity, readIdentities } from '../services/sign-in/identities.ts';
import * as calls from '#contract/calls/sign-in.ts';

/** How many mails one address may request per minute, on each node. */
const MAILS_A_MINUTE = 5;

/** Sign-in by an e-mailed link, if a mail server is configured, and the ways in which a user signs in. */
export async function signInRoutes(app: FastifyInstance, { backend }: { backend: Backend }) {
  const { config } = backend;
  const cookie = `${config.secureCookies ? '__Host-' : ''}cutroom-link`;
  const options = { path: '/', secure: config.secureCookies, sameSite: 'lax', httpOnly: true } as const;
  const transport = config.mail && openMailTransport(config.mail);
  const addressOf = createAddressOf(config);
  const mails = createMinuteCounter(Math.ceil(MAILS_A_MINUTE * config.limitsFactor));
  app.addHook('onClose', async () => transport?.close());

  function needTransport() {
    if (transport) return transport;
    throw new AppError('not_found', 'This installation has no sign-in by email.');
  }

  handle(app, calls.requestSignInLink, async ({ body: { email }, request, reply }) => {
    const opened = needTransport();
    const wait = mails.take(addressOf(request.raw));
    if (wait > 0) {
      throw new TryLaterError(`Too many emails were requested. Please try again in ${wait} s.`, wait);
    }
    const input = { email, browser: request.cookies[cookie] };
    const browser = await requestLink(backend, request.session, { transport: opened }, input);
    reply.setCookie(cookie, browser, { ...options, maxAge: LINK_MINUTES * 60 });
  });

  handle(app, calls.confirmSignInLink, async ({ body: { token }, request, reply }) => {
    needTransport();
    const userId = await confirmLink(
      backend,
      request.session,
      {},
      { token, browser: request.cookies[cookie] },
    );
    reply.clearCookie(cookie, options);
    await app.signIn(request, reply, userId);
  });

  handle(app, calls.readIdentities, ({ userId }) => readIdentities(backend, { userId }));

  handle(app, calls.removeIdentity, ({ params, userId }) =>
    dropIdentity(backend, { userId }, { identityId: params.id }),
  );
}
