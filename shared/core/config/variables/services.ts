import { z } from 'zod';
import { custom, key, oneOf, text, url } from '../variable.ts';
import { refuseOpenIssuer } from './refusals.ts';

/** An issuer as its provider writes it: a slash at its end belongs to it. The discovery document's URL is accepted too. */
const issuer = z
  .string()
  .trim()
  .transform((value) => value.replace(/\/\.well-known\/openid-configuration$/, ''))
  .pipe(z.url({ protocol: /^https?$/, error: 'must be an address with http: or https:' }))
  .refine((value) => !/[?#]|\/\/[^/]*@/.test(value), 'must not contain a query, a name or a password');

export const SERVICES = {
  GOOGLE_CLIENT_ID: text({
    help: 'Sign-in by Google: a client of type "Web application" with the redirect URI PUBLIC_URL/auth/google/callback.',
    as: null,
    replaces: [
      { need: 'Sign-in', now: 'a stand-in, no account needed', with: 'GOOGLE_CLIENT_SECRET' },
      { need: 'YouTube channels', now: 'a stand-in, nothing is published', with: 'GOOGLE_CLIENT_SECRET' },
    ],
  }),
  GOOGLE_CLIENT_SECRET: text({ help: 'The secret of that client.', secret: true, as: null }),
  OIDC_ISSUER: custom(issuer.optional())({
    help: 'Sign-in by any OpenID provider, such as Keycloak, Authentik or Entra: its issuer. Its client needs the redirect URI PUBLIC_URL/auth/oidc/callback. It may be set beside Google.',
    as: null,
    pair: 'OIDC_CLIENT_ID',
    production: refuseOpenIssuer,
    replaces: { need: 'Sign-in', with: 'OIDC_CLIENT_ID' },
  }),
  OIDC_CLIENT_ID: text({ help: 'The ID of that client.', as: null, pair: 'OIDC_CLIENT_SECRET' }),
  OIDC_CLIENT_SECRET: text({
    help: 'The secret of that client.',
    secret: true,
    as: null,
    pair: 'OIDC_ISSUER',
  }),
  OIDC_NAME: text({
    help: 'The name of that provider on its button.',
    unset: "the issuer's host",
    as: null,
    onlyWith: 'OIDC_ISSUER',
  }),
  OIDC_TRUST_EMAIL: oneOf(['off', 'on'])({
    help: 'on: e-mail addresses of that provider count as verified even if it does not state that, as Entra and Authentik do not. Set it only if its users cannot choose their address.',
    as: null,
    onlyWith: 'OIDC_ISSUER',
  }),
  YOUTUBE_CLIENT_ID: text({
    help: 'Channels on YouTube that users connect, optional in production: a client of type "Web application" with the redirect URI PUBLIC_URL/api/youtube/callback, of a project with the YouTube Data API. Until Google has verified the project, YouTube keeps what is uploaded private.',
    unset: "the client of Google's sign-in, which then needs that URI and API too",
    as: null,
    pair: 'YOUTUBE_CLIENT_SECRET',
    replaces: { need: 'YouTube channels', with: 'YOUTUBE_CLIENT_SECRET' },
  }),
  YOUTUBE_CLIENT_SECRET: text({ help: 'The secret of that client.', secret: true, as: null }),
  STRIPE_SECRET_KEY: key({
    help: 'Buying credits by Stripe Checkout: the secret key.',
    unset: 'a test provider that charges nothing in local mode; in production nothing can be bought',
    as: null,
    pair: 'STRIPE_WEBHOOK_SECRET',
    replaces: {
      need: 'Payment',
      now: 'a test provider, nothing is charged',
      with: 'STRIPE_WEBHOOK_SECRET',
    },
  }),
  STRIPE_WEBHOOK_SECRET: key({
    help: 'The signing secret of a webhook on PUBLIC_URL/api/payments/stripe/webhook with the events checkout.session.completed, .expired, .async_payment_succeeded and .async_payment_failed, charge.refunded, charge.dispute.created and .closed.',
    as: null,
  }),
  STRIPE_API_URL: url({
    help: "Another address of Stripe's API, for tests.",
    unset: 'https://api.stripe.com',
    as: null,
  }),
  SMTP_URL: custom(
    z
      .string()
      .trim()
      .pipe(z.url({ protocol: /^smtps?$/, error: 'must be an address with smtp: or smtps:' }))
      .optional(),
  )({
    help: 'Your mail server, such as smtps://user:password@mail.example.com. Workers need it too. With it people can also sign in by a link that is sent to their address.',
    unset: 'in local mode an outbox page at /api/outbox; in production no mail',
    secret: true,
    as: null,
    pair: 'MAIL_FROM',
    replaces: {
      need: 'Mail',
      now: 'an outbox page at /api/outbox, nothing is sent',
      with: 'MAIL_FROM',
    },
  }),
  MAIL_FROM: text({
    help: 'The sender of mail, such as Cutroom <films@example.com>; needed with SMTP_URL.',
    as: null,
  }),
  STANDINS_URL: url({
    help: 'Where the stand-ins answer; npm start sets it.',
    compose: true,
  }),
};
