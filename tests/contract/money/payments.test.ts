import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#core/lib/errors.ts';
import { createLogger } from '#core/lib/logger.ts';
import type { Order, PaymentProvider } from '../../../server/payments/payment-provider.ts';
import { openPayments } from '../../../server/payments/registry.ts';
import { openStripe } from '../../../server/payments/stripe.ts';
import { openTestProvider } from '../../../server/payments/test-provider.ts';
import {
  paid,
  SECRET_KEY,
  signedEvent,
  startStripeServer,
  WEBHOOK_SECRET,
} from '../../helpers/outside/stripe-server.ts';

const log = createLogger('silent', 'test');
const server = await startStripeServer();
const configured = (extra: { apiUrl?: string; secretKey?: string } = {}) => ({
  payments: {
    stripe: { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: server.url, ...extra },
    testProvider: true,
  },
});
const unconfigured = (testProvider: boolean) => ({ payments: { stripe: null, testProvider } });
const stripe = openStripe(configured(), log)!;
const PROVIDERS = [stripe, openTestProvider(unconfigured(true))!];

const order = (): Order => ({
  purchase: { id: randomUUID(), packSize: 50, amountCents: 3999, currency: 'usd' },
  user: { email: 'buyer@example.com' },
  successUrl: 'https://cutroom.example/billing?purchase=success',
  cancelUrl: 'https://cutroom.example/billing?purchase=cancelled',
});

/** Returns the error that a buyer sees if a provider cannot start the payment. */
async function refusal(provider: PaymentProvider): Promise<AppError> {
  const error = await provider.begin(order()).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

beforeEach(() => {
  server.fault = null;
  server.requests.length = 0;
});

describe.each(PROVIDERS.map((provider) => [provider.id, provider] as const))(
  'provider %s',
  (id, provider) => {
    it('has an ID that fits into a URL', () => {
      expect(id).toMatch(/^[a-z][a-z0-9-]*$/);
    });

    // product 7.37
    it('begins a purchase: paid immediately, or with a URL for paying', async () => {
      const checkout = await provider.begin(order());
      expect(checkout.ref).toMatch(/./);
      // Only a provider that charges nothing may complete a purchase immediately.
      expect(checkout.status).toBe(provider.standIn ? 'completed' : 'redirect');
    });

    it('returns the same result for the same order, concurrently or later, and another for another order', async () => {
      const same = order();
      const [first, second] = await Promise.all([provider.begin(same), provider.begin(same)]);
      expect(second).toEqual(first);
      expect(await provider.begin(same)).toEqual(first);
      expect((await provider.begin(order())).ref).not.toBe(first.ref);
    });
  },
);

it('prefers Stripe if it is configured, then the test provider, otherwise none', () => {
  expect(openPayments(configured(), log)?.id).toBe('stripe');
  expect(openPayments(unconfigured(true), log)?.id).toBe('test');
  expect(openPayments(unconfigured(false), log)).toBeNull();
});

describe('Stripe Checkout', () => {
  it('requests one payment in US cents that names the purchase', async () => {
    const placedOrder = order();
    await stripe.begin(placedOrder);
    const [request] = server.requests;
    expect(request!.path).toBe('/v1/checkout/sessions');
    expect(request!.headers).toMatchObject({
      authorization: `Bearer ${SECRET_KEY}`,
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': `cutroom-${placedOrder.purchase.id}`,
    });
    expect(Object.fromEntries(request!.form)).toEqual({
      mode: 'payment',
      client_reference_id: placedOrder.purchase.id,
      customer_email: 'buyer@example.com',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '3999',
      'line_items[0][price_data][product_data][name]': 'Cutroom: 50 video credits',
      'metadata[purchaseId]': placedOrder.purchase.id,
      'metadata[packSize]': '50',
      'payment_intent_data[metadata][purchaseId]': placedOrder.purchase.id,
      'payment_intent_data[metadata][packSize]': '50',
      success_url: placedOrder.successUrl,
      cancel_url: placedOrder.cancelUrl,
    });
  });

  it.each([
    [400, 'unavailable', { type: 'invalid_request_error', message: 'No such price' }],
    [401, 'unavailable', { type: 'invalid_request_error', message: 'Invalid API Key: sk_live_***abc' }],
    [402, 'unprocessable', { type: 'card_error', message: 'Declined' }],
    [403, 'unavailable', { type: 'invalid_request_error', message: 'No permission' }],
    [429, 'unavailable', { type: 'invalid_request_error', message: 'Too many' }],
    [500, 'unavailable', { type: 'api_error', message: 'Insides' }],
  ])('turns an error %i into a message without details', async (status, code, error) => {
    server.fault = { status, error };
    const refused = await refusal(stripe);
    expect(refused.code).toBe(code);
    expect(refused.message).toMatch(/^[A-Z].*\.$/);
    expect(refused.message).not.toContain(error.message);
  });

  it.each(['no JSON', 'hang up'] as const)('handles a server with %s', async (fault) => {
    server.fault = fault;
    expect((await refusal(stripe)).code).toBe('unavailable');
  });

  it('gives up on a silent server after a few attempts', async () => {
    server.fault = 'silence';
    const quick = openStripe(configured(), log, { timeoutMs: 100 })!;
    expect((await refusal(quick)).code).toBe('unavailable');
    expect(server.requests).toHaveLength(3);
    expect(new Set(server.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('handles an unreachable server', async () => {
    const nowhere = openStripe(configured({ apiUrl: 'http://127.0.0.1:9' }), log)!;
    expect((await refusal(nowhere)).code).toBe('unavailable');
  });
});

describe("Stripe's events", () => {
  const now = () => Math.floor(Date.now() / 1000);
  const read = ({ payload, headers }: ReturnType<typeof signedEvent>) =>
    stripe.parseEvent!(Buffer.from(payload), headers);
  async function session() {
    await stripe.begin(order());
    return server.sessions.at(-1)!;
  }

  it('reads what was paid', async () => {
    const checkout = await session();
    expect(read(paid(checkout, { id: 'evt_1' }))).toEqual({
      kind: 'paid',
      eventId: 'evt_1',
      purchaseId: checkout.client_reference_id,
      ref: checkout.id,
      paymentRef: `pi_${checkout.id}`,
      packSize: 50,
      amountCents: 3999,
      currency: 'usd',
    });
  });

  it.each([
    ['checkout.session.completed', 'other'],
    ['checkout.session.async_payment_succeeded', 'paid'],
    ['checkout.session.async_payment_failed', 'failed'],
    ['checkout.session.expired', 'failed'],
    ['customer.created', 'other'],
  ])('maps %s of a session that was not paid immediately to %s', async (type, kind) => {
    expect(read(signedEvent(type, await session())).kind).toBe(kind);
  });

  it("finds no purchase in another product's sale", async () => {
    const checkout = await session();
    for (const client_reference_id of ['order-1', null as never]) {
      expect(read(paid({ ...checkout, client_reference_id, metadata: {} }))).toMatchObject({
        kind: 'paid',
        purchaseId: null,
        packSize: null,
      });
    }
  });

  it('refuses events that Stripe did not sign, or not within five minutes', async () => {
    const checkout = await session();
    const good = paid(checkout);
    expect(read(good).kind).toBe('paid');
    expect(read(paid(checkout, { at: now() - 290 })).kind).toBe('paid');
    const bad = [
      paid(checkout, { secret: 'whsec_another' }),
      paid(checkout, { at: now() - 310 }),
      paid(checkout, { at: now() + 310 }),
      { ...good, payload: good.payload.replace('3999', '1') },
      { ...good, payload: '' },
      { ...good, headers: {} },
      { ...good, headers: { 'stripe-signature': 'nonsense' } },
      {
        ...good,
        headers: { 'stripe-signature': good.headers['stripe-signature']!.replace(/v1=.*/, 'v1=00') },
      },
    ];
    for (const event of bad) {
      expect(() => read(event as typeof good)).toThrow('Webhook signature invalid or expired.');
    }
  });
});
