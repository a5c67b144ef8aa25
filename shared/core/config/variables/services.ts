import { z } from 'zod';
import { custom, key, text, url } from '../variable.ts';
import { OPENID } from './openid.ts';

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
  ...OPENID,
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
