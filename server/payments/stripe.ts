import type { IncomingHttpHeaders } from 'node:http';
import { Stripe } from 'stripe';
import { uuidSchema } from '#contract/primitives.ts';
import type { Config } from '#core/config/config.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Logger } from '#core/lib/logger.ts';
import type { StartedPayment, Order, PaymentEvent, PaymentProvider } from './payment-provider.ts';

/** One call takes at most three times this and the pauses in between, in ms. */
const TIMEOUT_MS = 8_000;
const RETRIES = 2;
/** The tolerated difference between a webhook's clock and ours. */
const TOLERANCE_SECONDS = 300;

/** Uses Stripe Checkout: the buyer pays on Stripe's page, and a signed webhook reports the payment. */
export function openStripe(
  { payments }: Pick<Config, 'payments'>,
  log: Logger,
  { timeoutMs = TIMEOUT_MS } = {},
): PaymentProvider | null {
  if (!payments.stripe) return null;
  const { secretKey, webhookSecret, apiUrl } = payments.stripe;
  const stripe = new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(apiUrl !== undefined && addressOf(apiUrl)),
  });

  return {
    id: 'stripe',
    standIn: false,

    async begin(order: Order): Promise<StartedPayment> {
      const { id } = order.purchase;
      try {
        // The same purchase gets the same session: Stripe stores its response under this key.
        const session = await stripe.checkout.sessions.create(sessionOf(order), {
          idempotencyKey: `cutroom-${id}`,
        });
        if (!session.url) throw new Error('The session has no URL.');
        return { status: 'redirect', url: session.url, ref: session.id };
      } catch (error) {
        throw readable(error, log, id);
      }
    },

    async endCheckout(ref: string): Promise<void> {
      try {
        await stripe.checkout.sessions.expire(ref);
      } catch (error) {
        // The session was paid or has expired. A webhook reports which.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return;
        throw error;
      }
    },

    parseEvent(body: Buffer, headers: IncomingHttpHeaders): PaymentEvent {
      const signature = String(headers['stripe-signature'] ?? '');
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_SECONDS);
      } catch (error) {
        log.warn({ err: (error as Error).message }, 'payment webhook refused');
        throw new AppError('bad_request', 'Webhook signature invalid or expired.');
      }
      refuseFuture(signature);
      return readEvent(event);
    },
  };
}

function addressOf(apiUrl: string) {
  const { protocol, hostname, port } = new URL(apiUrl);
  const https = protocol === 'https:';
  return { protocol: https ? 'https' : 'http', host: hostname, port: port || (https ? 443 : 80) } as const;
}

function sessionOf({ purchase, user, successUrl, cancelUrl }: Order): Stripe.Checkout.SessionCreateParams {
  const metadata = { purchaseId: purchase.id, packSize: String(purchase.packSize) };
  return {
    mode: 'payment',
    client_reference_id: purchase.id,
    ...(user.email !== null && { customer_email: user.email }),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: purchase.currency,
          unit_amount: purchase.amountCents,
          product_data: { name: `Cutroom: ${purchase.packSize} video credits` },
        },
      },
    ],
    metadata,
    payment_intent_data: { metadata },
    success_url: successUrl,
    cancel_url: cancelUrl,
  };
}

/**
 * Returns a sentence for the buyer. Stripe's own message is only for the log: it may contain parts of a key.
 */
function readable(error: unknown, log: Logger, purchaseId: string): AppError {
  const stripeError = error instanceof Stripe.errors.StripeError ? error : null;
  const { type, code, statusCode, requestId } = stripeError ?? {};
  log.error({ purchaseId, type, code, statusCode, requestId, err: (error as Error).message }, 'no checkout');
  if (error instanceof Stripe.errors.StripeCardError) {
    return new AppError('unprocessable', 'The payment service refused this payment. You were not charged.');
  }
  if (error instanceof Stripe.errors.StripeRateLimitError) {
    return new AppError('unavailable', 'The payment service is busy. Please try again in a minute.');
  }
  if (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  ) {
    return new AppError('unavailable', 'Payments are not set up correctly here. You were not charged.');
  }
  return new AppError(
    'unavailable',
    'The payment service sent an unexpected response. You were not charged. Please try again.',
  );
}

/** The library accepts a future time. Such a signature would stay valid for too long. */
function refuseFuture(signature: string): void {
  const seconds = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
  if (seconds - Date.now() / 1000 > TOLERANCE_SECONDS) {
    throw new AppError('bad_request', 'Webhook signature invalid or expired.');
  }
}

function readEvent(event: Stripe.Event): PaymentEvent {
  switch (event.type) {
    case 'checkout.session.completed':
      // A slow payment has only been started. Another event reports its result.
      return event.data.object.payment_status === 'paid'
        ? paymentEvent('paid', event.id, event.data.object)
        : { kind: 'other', eventId: event.id };
    case 'checkout.session.async_payment_succeeded':
      return paymentEvent('paid', event.id, event.data.object);
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return paymentEvent('failed', event.id, event.data.object);
    case 'charge.refunded':
      return aboutCharge(event.id, event.data.object);
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return aboutDispute(event.id, event.data.object);
    default:
      return { kind: 'other', eventId: event.id };
  }
}

const idOf = (named: string | { id: string } | null) =>
  typeof named === 'string' ? named : (named?.id ?? null);

const purchaseIdOf = (text: string | null | undefined) => uuidSchema.safeParse(text).data ?? null;

function aboutCharge(eventId: string, charge: Stripe.Charge): PaymentEvent {
  return {
    kind: 'refunded',
    eventId,
    // The order's metadata is copied to the payment, and from there to its charge.
    purchaseId: purchaseIdOf(charge.metadata['purchaseId']),
    ref: charge.id,
    paymentRef: idOf(charge.payment_intent),
    packSize: null,
    amountCents: charge.amount_refunded,
    currency: charge.currency,
  };
}

function aboutDispute(eventId: string, dispute: Stripe.Dispute): PaymentEvent {
  // A bank's inquiry does not hold money back.
  if (dispute.status.startsWith('warning')) return { kind: 'other', eventId };
  return {
    kind: dispute.status === 'won' ? 'dispute_won' : 'disputed',
    eventId,
    purchaseId: null,
    ref: dispute.id,
    paymentRef: idOf(dispute.payment_intent),
    packSize: null,
    amountCents: dispute.amount,
    currency: dispute.currency,
  };
}

function paymentEvent(
  kind: 'paid' | 'failed',
  eventId: string,
  session: Stripe.Checkout.Session,
): PaymentEvent {
  return {
    kind,
    eventId,
    purchaseId: purchaseIdOf(session.client_reference_id),
    ref: session.id,
    paymentRef: idOf(session.payment_intent),
    packSize: Number(session.metadata?.['packSize']) || null,
    amountCents: session.amount_total,
    currency: session.currency,
  };
}
