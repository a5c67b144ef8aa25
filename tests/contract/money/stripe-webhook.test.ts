import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openShop } from '../../helpers/data/shop.ts';
import {
  type FakeSession,
  paid,
  signedEvent,
  startStripeServer,
} from '../../helpers/outside/stripe-server.ts';

const stripe = await startStripeServer();
const shop = await openShop(stripe.env);
type Buyer = Awaited<ReturnType<typeof shop.newUser>>;

describe('buying with Stripe', () => {
  /** Starts a purchase. Returns the open session. */
  async function begin(user: Buyer, packSize = 50): Promise<FakeSession> {
    const answer = await shop.buy(user, { packSize }, randomUUID());
    expect(answer.statusCode).toBe(200);
    const { status, url } = answer.json();
    expect(status).toBe('redirect');
    return stripe.sessions.find((session) => session.url === url)!;
  }
  const send = ({ payload, headers }: ReturnType<typeof signedEvent>) =>
    shop.app.inject({ method: 'POST', url: '/api/payments/stripe/webhook', headers, payload });

  it('leads to the payment page and back, and books nothing before the webhook arrives', async () => {
    const user = await shop.newUser();
    const session = await begin(user);
    expect(session).toMatchObject({
      amount_total: 3999,
      success_url: 'http://localhost:3000/billing?purchase=success',
      cancel_url: 'http://localhost:3000/billing?purchase=cancelled',
    });
    expect(await shop.balance(user)).toBe(0);
    expect((await send(paid(session))).statusCode).toBe(200);
    expect(await shop.balance(user)).toBe(50);
    expect(await shop.purchasesOf(user)).toMatchObject([
      { id: session.client_reference_id, state: 'completed', providerRef: session.id },
    ]);
  });

  it('gives 20 concurrent calls with one key the same page, and the pack once it is paid', async () => {
    const user = await shop.newUser();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.buy(user, { packSize: 10 }, key)),
    );
    const urls = new Set(answers.map((answer) => answer.json().url));
    expect(urls.size).toBe(1);
    const session = stripe.sessions.find(({ url }) => urls.has(url))!;
    await send(paid(session));
    const second = await shop.buy(user, { packSize: 10 }, key);
    expect(second.json()).toMatchObject({ status: 'completed', pack: { packSize: 10 } });
    expect(await shop.balance(user)).toBe(10);
  });

  it('books one pack however often and concurrently it is reported, by one event or by several', async () => {
    const user = await shop.newUser();
    const session = await begin(user);
    const same = paid(session);
    const events = [
      ...Array.from({ length: 20 }, () => same),
      ...Array.from({ length: 20 }, () => paid(session)),
    ];
    const answers = await Promise.all(events.map(send));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    expect((await send(same)).statusCode).toBe(200);
    expect(await shop.balance(user)).toBe(50);
    const { id } = JSON.parse(same.payload) as { id: string };
    const storedEvents = await shop.backend.db
      .selectFrom('providerEvents')
      .select('provider')
      .where('eventId', '=', id)
      .execute();
    expect(storedEvents).toEqual([{ provider: 'stripe' }]);
  });

  it('books a payment that follows a failure, and keeps what was booked', async () => {
    const user = await shop.newUser();
    const session = await begin(user);
    await send(signedEvent('checkout.session.async_payment_failed', session));
    expect(await shop.purchasesOf(user)).toMatchObject([{ state: 'failed' }]);
    expect(await shop.balance(user)).toBe(0);
    await send(signedEvent('checkout.session.async_payment_succeeded', session));
    await send(signedEvent('checkout.session.expired', session));
    expect(await shop.purchasesOf(user)).toMatchObject([{ state: 'completed' }]);
    expect(await shop.balance(user)).toBe(50);
  });

  it('starts again after an expired session, only with another key', async () => {
    const user = await shop.newUser();
    const key = randomUUID();
    const { url } = (await shop.buy(user, { packSize: 10 }, key)).json();
    const session = stripe.sessions.find((candidate) => candidate.url === url)!;
    await send(signedEvent('checkout.session.expired', session));
    expect((await shop.buy(user, { packSize: 10 }, key)).statusCode).toBe(409);
    expect((await begin(user, 10)).url).not.toBe(url);
  });

  it('books nothing for a payment that differs from the offer, and acknowledges it', async () => {
    const user = await shop.newUser();
    const session = await begin(user);
    const others = await begin(await shop.newUser());
    const wrong: Partial<FakeSession>[] = [
      { amount_total: 999 },
      { amount_total: null as never },
      { currency: 'eur' },
      { metadata: { ...session.metadata, packSize: '100' } },
      { metadata: {} },
      { id: others.id },
      { client_reference_id: others.client_reference_id },
      { client_reference_id: randomUUID() },
      { client_reference_id: 'of another product' },
    ];
    for (const change of wrong) expect((await send(paid({ ...session, ...change }))).statusCode).toBe(200);
    expect(await shop.balance(user)).toBe(0);
    expect(await shop.purchasesOf(user)).toMatchObject([{ state: 'pending' }]);
    // An event that books nothing is not consumed.
    await send(paid({ ...session, amount_total: 1 }, { id: 'evt_mended' }));
    await send(paid(session, { id: 'evt_mended' }));
    expect(await shop.balance(user)).toBe(50);
  });

  it('books nothing for a deleted account', async () => {
    const user = await shop.newUser();
    const session = await begin(user);
    await shop.backend.db.deleteFrom('users').where('id', '=', user.id).execute();
    expect((await send(paid(session))).statusCode).toBe(200);
  });

  it('refuses what Stripe did not sign, and other content types', async () => {
    const user = await shop.newUser();
    const session = await begin(user);
    const good = paid(session);
    const seconds = Math.floor(Date.now() / 1000);
    const bad = [
      paid(session, { secret: 'whsec_another' }),
      paid(session, { at: seconds - 400 }),
      paid(session, { at: seconds + 400 }),
      { ...good, payload: good.payload.replace('3999', '3998') },
      { ...good, payload: '' },
      { ...good, headers: { 'content-type': 'application/json' } },
    ];
    for (const event of bad) {
      const answer = await send(event as typeof good);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'bad_request']);
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const answer = await send({ ...good, headers: { ...good.headers, 'content-type': type } });
      expect(answer.statusCode).toBe(415);
    }
    expect(await shop.balance(user)).toBe(0);
  });

  it('reports why it cannot start, and starts when Stripe works again', async () => {
    const user = await shop.newUser();
    stripe.fault = { status: 401, error: { type: 'invalid_request_error', message: 'Invalid API Key' } };
    const refused = await shop.buy(user, { packSize: 10 }, randomUUID());
    stripe.fault = null;
    expect(refused.statusCode).toBe(503);
    expect(refused.json().message).toBe('Payments are not set up correctly here. You were not charged.');
    expect((await begin(user, 10)).amount_total).toBe(999);
  });
});
