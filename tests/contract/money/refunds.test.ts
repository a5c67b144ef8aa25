import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { CreditEntry } from '#contract/credits.ts';
import { checkLedger } from '#core/repositories/runs/operations.ts';
import { releaseCredit } from '#core/repositories/money/credits.ts';
import { settleUnmatchedPayment } from '#core/repositories/money/unmatched-payments.ts';
import { openShop, reserveCredits } from '../../helpers/data/shop.ts';
import {
  disputed,
  type FakeSession,
  paid,
  refunded,
  signedEvent,
  startStripeServer,
} from '../../helpers/outside/stripe-server.ts';

const stripe = await startStripeServer();
const shop = await openShop(stripe.env);
const { backend } = shop;
const { db } = backend;
type Buyer = Awaited<ReturnType<typeof shop.newUser>>;

async function begin(user: Buyer, packSize = 10): Promise<FakeSession> {
  const { url } = (await shop.buy(user, { packSize }, randomUUID())).json();
  return stripe.sessions.find((session) => session.url === url)!;
}
async function send(...events: ReturnType<typeof signedEvent>[]): Promise<void> {
  const answers = await Promise.all(
    events.map(({ payload, headers }) =>
      shop.app.inject({ method: 'POST', url: '/api/payments/stripe/webhook', headers, payload }),
    ),
  );
  expect(answers.map((answer) => answer.statusCode)).toEqual(events.map(() => 200));
}
async function bought(user: Buyer, packSize = 10): Promise<FakeSession> {
  const session = await begin(user, packSize);
  await send(paid(session));
  return session;
}
const reserve = (user: Buyer, count: number) => reserveCredits(backend, user, count);
const release = (run: string) => db.transaction().execute((trx) => releaseCredit(trx, run));
const history = async (user: Buyer) =>
  (await shop.read<CreditEntry[]>(user, '/api/user/credits/ledger')).map(({ kind, amount, packSize }) => [
    kind,
    amount,
    packSize,
  ]);
const owedCredits = async (session: FakeSession) =>
  (
    await db
      .selectFrom('purchases')
      .select('owedCredits')
      .where('id', '=', session.client_reference_id)
      .executeTakeFirstOrThrow()
  ).owedCredits;
const unmatched = (session: FakeSession) =>
  db
    .selectFrom('unmatchedPayments')
    .select(['kind', 'reason', 'amountCents'])
    .where('purchaseId', '=', session.client_reference_id)
    .execute();

describe('a refund', () => {
  it('takes the credits of its pack back, once however often it is reported', async () => {
    const user = await shop.newUser();
    const session = await bought(user, 50);
    const publish = vi.spyOn(backend.bus, 'publish');
    const event = refunded(session, 3999);
    await send(event, event, refunded(session, 3999), refunded(session, 1000));
    expect(publish).toHaveBeenCalledWith(user.id, 'credits.changed', { totalCredits: 0 });
    publish.mockRestore();
    expect(await shop.balance(user)).toBe(0);
    const refunds = (await history(user)).filter(([kind]) => kind === 'refund');
    expect(refunds.reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(-50);
    expect(refunds.every(([, , packSize]) => packSize === 50)).toBe(true);
    expect(await owedCredits(session)).toBe(0);
  });

  it('of a part removes that part of the credits, rounded down, and a full refund removes the rest', async () => {
    const user = await shop.newUser();
    const session = await bought(user, 10);
    await send(refunded(session, 500));
    expect(await shop.balance(user)).toBe(5);
    await send(refunded(session, 999));
    expect(await history(user)).toEqual([
      ['refund', -5, 10],
      ['refund', -5, 10],
      ['purchase', 10, 10],
    ]);
  });

  it('of spent credits takes what is left, never below 0, and reports the rest to the operator', async () => {
    const user = await shop.newUser();
    const session = await bought(user, 10);
    await reserve(user, 8);
    const error = vi.fn();
    const open = backend.log.child.bind(backend.log);
    const child = vi
      .spyOn(backend.log, 'child')
      .mockImplementation((bindings) => Object.assign(open(bindings), { error }) as never);
    await send(refunded(session, 999));
    child.mockRestore();
    expect(error.mock.calls).toEqual([
      [
        { purchaseId: session.client_reference_id, ref: `ch_${session.id}`, owed: 8 },
        'refunded credits were already spent: see npm run ops -- payments',
      ],
    ]);
    expect(await shop.balance(user)).toBe(0);
    expect((await history(user))[0]).toEqual(['refund', -2, 10]);
    expect(await owedCredits(session)).toBe(8);
    const all = await shop.newUser();
    const spent = await bought(all, 10);
    await reserve(all, 10);
    await send(refunded(spent, 999));
    expect((await history(all))[0]).toEqual(['refund', 0, 10]);
  });

  it('takes credits of other packs if its own are spent, its own first', async () => {
    const user = await shop.newUser();
    const first = await bought(user, 10);
    await reserve(user, 7);
    await bought(user, 50);
    await send(refunded(first, 999));
    expect(await shop.balance(user)).toBe(43);
    expect((await history(user)).slice(0, 2)).toEqual([
      ['refund', -7, 10],
      ['refund', -3, 10],
    ]);
  });

  it('is not paid with credits that runs only reserved', async () => {
    const user = await shop.newUser();
    const session = await bought(user, 10);
    const runs = await reserve(user, 10);
    await send(refunded(session, 999));
    // Runs that a refunded user cancels at the same time.
    await Promise.all(runs.map(release));
    expect(await shop.balance(user)).toBe(0);
    expect(await owedCredits(session)).toBe(0);
    const other = await shop.newUser();
    await bought(other, 10);
    const [run] = await reserve(other, 1);
    await release(run!);
    expect(await shop.balance(other)).toBe(10);
  });

  it('that arrives before its payment takes the credits when they are booked', async () => {
    const user = await shop.newUser();
    const session = await begin(user);
    await send(refunded(session, 999));
    expect(await shop.balance(user)).toBe(0);
    await send(paid(session));
    expect(await shop.balance(user)).toBe(0);
    expect(await history(user)).toEqual([
      ['refund', -10, 10],
      ['purchase', 10, 10],
    ]);
  });
});

describe('a dispute', () => {
  it('holds the credits until it is won', async () => {
    const user = await shop.newUser();
    const session = await bought(user, 10);
    await reserve(user, 4);
    const publish = vi.spyOn(backend.bus, 'publish');
    await send(disputed(session, 'needs_response'));
    expect(publish).toHaveBeenLastCalledWith(user.id, 'credits.changed', { totalCredits: 0 });
    expect(await shop.balance(user)).toBe(0);
    await send(disputed(session, 'won'), disputed(session, 'won'));
    expect(publish).toHaveBeenLastCalledWith(user.id, 'credits.changed', { totalCredits: 6 });
    publish.mockRestore();
    expect(await shop.balance(user)).toBe(6);
    expect((await history(user)).slice(0, 2)).toEqual([
      ['dispute_won', 6, 10],
      ['dispute', -6, 10],
    ]);
    // A report about the beginning of the dispute that arrives late.
    await send(disputed(session, 'needs_response'));
    expect(await shop.balance(user)).toBe(6);
    expect(await owedCredits(session)).toBe(0);
  });

  it('that is lost keeps them, even after a refund; a bank inquiry takes none', async () => {
    const user = await shop.newUser();
    const session = await bought(user, 10);
    await send(disputed(session, 'warning_needs_response'));
    expect(await shop.balance(user)).toBe(10);
    await send(refunded(session, 999));
    await send(disputed(session, 'needs_response'));
    await send(disputed(session, 'lost'));
    expect(await history(user)).toEqual([
      ['refund', -10, 10],
      ['purchase', 10, 10],
    ]);
    // Only one price was refunded, not two.
    expect(await owedCredits(session)).toBe(0);
  });
});

describe('money that matches no purchase', () => {
  it('is recorded for the operator, once, and removed once it matches', async () => {
    const user = await shop.newUser();
    const session = await begin(user);
    const wrong = paid({ ...session, amount_total: 1 }, { id: `evt_${session.id}` });
    await send(wrong, wrong);
    await send(refunded(session, 999, { currency: 'eur' }));
    expect(await unmatched(session)).toEqual([
      { kind: 'paid', reason: 'another amount was paid', amountCents: 1 },
      { kind: 'refunded', reason: 'it is in another currency', amountCents: 999 },
    ]);
    await send(signedEvent('checkout.session.expired', { ...session, id: 'cs_other' }));
    await send(paid(session, { id: `evt_${session.id}` }));
    expect(await unmatched(session)).toMatchObject([{ kind: 'refunded' }]);
    expect(await shop.balance(user)).toBe(10);
    const stranger = disputed({ ...session, id: 'cs_of_another_product' }, 'needs_response');
    await send(stranger);
    const { id } = await db
      .selectFrom('unmatchedPayments')
      .select('id')
      .where('ref', '=', 'dp_cs_of_another_product')
      .executeTakeFirstOrThrow();
    expect([await settleUnmatchedPayment(db, id), await settleUnmatchedPayment(db, id)]).toEqual([
      true,
      false,
    ]);
  });

  it('includes payments for a deleted account, whose checkout was ended', async () => {
    const user = await shop.newUser();
    const session = await begin(user);
    const deleted = await shop.app.inject({
      method: 'DELETE',
      url: '/api/user',
      headers: { cookie: user.cookie },
      payload: { email: user.email },
    });
    expect(deleted.statusCode).toBe(204);
    expect(session.status).toBe('expired');
    // Paid at the same moment.
    await send(paid(session));
    expect(await unmatched(session)).toEqual([
      {
        kind: 'paid',
        reason: 'the account was deleted, so the money must be refunded',
        amountCents: 999,
      },
    ]);
  });
});

it('leaves every credit accounted for', async () => {
  // These runs were inserted by the test, so only balances and packs are checked.
  expect((await checkLedger(db, ['processing'])).filter((line) => line.startsWith('User'))).toEqual([]);
});
