import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type CreditEntry, creditLedgerSchema, type Credits, PACKS } from '#contract/credits.ts';
import type { Platform } from '#node/platform.ts';
import { captureCredit, releaseCredit, reserveCredit, takeCredit } from '#node/repositories/credits.ts';
import { createUser, openTestApp, openTestPlatform } from '../helpers/platform.ts';
import { createProject } from '../helpers/project.ts';
import { type FakeSession, paid, signedEvent, startStripeServer } from '../helpers/stripe-server.ts';

const stripe = await startStripeServer();
const installations = {
  /** Local mode: the test provider. */
  local: await openTestPlatform(),
  paidByStripe: await openTestPlatform(stripe.env),
  withoutPayment: await openTestPlatform({
    CUTROOM_MODE: 'production',
    PUBLIC_URL: 'http://localhost:3000',
    SECRET: 'a-secret-that-is-0123456789-long-enough',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
  }),
};
const { local, paidByStripe, withoutPayment } = installations;
const apps = new Map<Platform, Awaited<ReturnType<typeof openTestApp>>>();
for (const platform of Object.values(installations)) apps.set(platform, await openTestApp(platform));

type User = Awaited<ReturnType<typeof createUser>>;

const buy = (platform: Platform, user: User | null, payload: object, key?: string) =>
  apps.get(platform)!.inject({
    method: 'POST',
    url: '/api/purchase-credits',
    headers: { ...(user && { cookie: user.cookie }), ...(key && { 'idempotency-key': key }) },
    payload,
  });

async function read<T>(platform: Platform, user: User, path: string): Promise<T> {
  const answer = await apps.get(platform)!.inject({ url: path, headers: { cookie: user.cookie } });
  expect(answer.statusCode).toBe(200);
  return answer.json() as T;
}

/** The balance, after seeing that ledger, packs and what the API tells agree with it. */
async function balance(platform: Platform, user: User): Promise<number> {
  const credits = await read<Credits>(platform, user, '/api/user/credits');
  const ledger = creditLedgerSchema.parse(await read(platform, user, '/api/user/credits/ledger'));
  const packs = credits.allPacks.reduce((sum, pack) => sum + pack.creditsRemaining, 0);
  const entries = ledger.reduce((sum, entry) => sum + entry.amount, 0);
  expect([packs, entries, ledger[0]?.balanceAfter ?? 0]).toEqual(Array(3).fill(credits.totalCredits));
  return credits.totalCredits;
}

const purchasesOf = (platform: Platform, user: User) =>
  platform.db.selectFrom('purchases').selectAll().where('user_id', '=', user.id).execute();

describe('buying with the test provider', () => {
  it.each(PACKS)('books a pack of $packSize at once', async ({ packSize, priceCents }) => {
    const user = await createUser(local, { packs: [] });
    const answer = await buy(local, user, { packSize });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      status: 'completed',
      pack: { kind: 'purchase', packSize, creditsRemaining: packSize, totalCredits: packSize },
    });
    expect(await balance(local, user)).toBe(packSize);
    expect(await purchasesOf(local, user)).toMatchObject([
      { provider: 'test', state: 'completed', amount_cents: priceCents, pack_id: answer.json().pack.id },
    ]);
  });

  it('refuses who is not signed in, and any other pack', async () => {
    const user = await createUser(local, { packs: [] });
    expect((await buy(local, null, { packSize: 10 })).statusCode).toBe(401);
    for (const packSize of [0, 1, 11, -10, 10.5, '10', null, undefined]) {
      const answer = await buy(local, user, { packSize });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().message).toBe('packSize: There are packs of 10, 50 and 100 videos.');
    }
    expect(await purchasesOf(local, user)).toEqual([]);
  });

  it('books one pack for 20 calls at once with one key, and refuses the key for another pack', async () => {
    const user = await createUser(local, { packs: [] });
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => buy(local, user, { packSize: 50 }, key)),
    );
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.json().pack.id)).size).toBe(1);
    expect((await buy(local, user, { packSize: 10 }, key)).statusCode).toBe(422);
    expect(await balance(local, user)).toBe(50);
    // The same key of somebody else is another wish.
    const other = await createUser(local, { packs: [] });
    expect((await buy(local, other, { packSize: 10 }, key)).statusCode).toBe(200);
    expect(await balance(local, other)).toBe(10);
  });

  it('books each of many purchases at once', async () => {
    const user = await createUser(local, { packs: [] });
    await Promise.all(Array.from({ length: 12 }, () => buy(local, user, { packSize: 10 }, randomUUID())));
    expect(await balance(local, user)).toBe(120);
  });

  it('switches buying off, and says so, where no payment is set up', async () => {
    const user = await createUser(withoutPayment, { packs: [] });
    const answer = await buy(withoutPayment, user, { packSize: 10 });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'unavailable', message: 'Buying is not set up here.' });
    const config = await apps.get(withoutPayment)!.inject('/api/config');
    expect(config.json().payment).toBeNull();
    expect((await apps.get(local)!.inject('/api/config')).json()).toMatchObject({
      payment: { standIn: true },
      standIns: expect.arrayContaining(['Payment: a test provider, nothing is charged.']),
    });
  });
});

describe('the ledger', () => {
  async function useCredit(user: User, projectId: string, end: typeof captureCredit): Promise<void> {
    await local.db.transaction().execute(async (trx) => {
      expect(await takeCredit(trx, user.id)).toBe(true);
      const run = await trx
        .insertInto('runs')
        .values({ kind: 'processing', project_id: projectId, user_id: user.id, status: 'completed' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await reserveCredit(trx, user.id, run.id);
      await end(trx, run.id);
    });
  }

  it('tells newest first what was booked for what, and what it left', async () => {
    const user = await createUser(local, { packs: [2] });
    const { projectId } = await createProject(local, user.id);
    await useCredit(user, projectId, captureCredit);
    await useCredit(user, projectId, releaseCredit);
    const pack = await local.db
      .updateTable('credit_packs')
      .set({ kind: 'welcome' })
      .where('user_id', '=', user.id)
      .returning('id')
      .execute();
    expect(pack).toHaveLength(1);
    await buy(local, user, { packSize: 10 });

    const told = async () =>
      (await read<CreditEntry[]>(local, user, '/api/user/credits/ledger')).map((entry) => [
        entry.kind,
        entry.amount,
        entry.balanceAfter,
        entry.projectId,
        entry.projectTitle,
        entry.packSize,
      ]);
    const project = [projectId, 'A project', null];
    expect(await told()).toEqual([
      ['purchase', 10, 11, null, null, 10],
      ['release', 1, 1, ...project],
      ['reserve', -1, 0, ...project],
      ['capture', 0, 1, ...project],
      ['reserve', -1, 1, ...project],
      ['welcome', 2, 2, null, null, 2],
    ]);
    // A deleted project keeps its name here, and is no longer led to.
    await local.db
      .updateTable('projects')
      .set({ deleted_at: new Date() })
      .where('id', '=', projectId)
      .execute();
    expect((await told())[1]).toEqual(['release', 1, 1, null, 'A project', null]);
    expect(await balance(local, user)).toBe(11);
    const other = await createUser(local, { packs: [] });
    expect(await read(local, other, '/api/user/credits/ledger')).toEqual([]);
  });
});

describe('buying with Stripe', () => {
  /** Begins to buy; gives the session that waits to be paid. */
  async function begin(user: User, packSize = 50): Promise<FakeSession> {
    const answer = await buy(paidByStripe, user, { packSize }, randomUUID());
    expect(answer.statusCode).toBe(200);
    const { status, url } = answer.json();
    expect(status).toBe('redirect');
    return stripe.sessions.find((session) => session.url === url)!;
  }
  const send = ({ payload, headers }: ReturnType<typeof signedEvent>) =>
    apps.get(paidByStripe)!.inject({ method: 'POST', url: '/api/payments/stripe/webhook', headers, payload });
  const total = (user: User) => balance(paidByStripe, user);
  const newUser = () => createUser(paidByStripe, { packs: [] });

  it('leads to the payment page and back, and books nothing before the webhook came', async () => {
    const user = await newUser();
    const session = await begin(user);
    expect(session).toMatchObject({
      amount_total: 3999,
      success_url: 'http://localhost:3000/billing?purchase=success',
      cancel_url: 'http://localhost:3000/billing?purchase=cancelled',
    });
    expect(await total(user)).toBe(0);
    expect((await send(paid(session))).statusCode).toBe(200);
    expect(await total(user)).toBe(50);
    expect(await purchasesOf(paidByStripe, user)).toMatchObject([
      { id: session.client_reference_id, state: 'completed', provider_ref: session.id },
    ]);
  });

  it('gives 20 calls at once with one key the same page, and after it was paid the pack', async () => {
    const user = await newUser();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => buy(paidByStripe, user, { packSize: 10 }, key)),
    );
    const urls = new Set(answers.map((answer) => answer.json().url));
    expect(urls.size).toBe(1);
    const session = stripe.sessions.find(({ url }) => urls.has(url))!;
    await send(paid(session));
    const again = await buy(paidByStripe, user, { packSize: 10 }, key);
    expect(again.json()).toMatchObject({ status: 'completed', pack: { packSize: 10 } });
    expect(await total(user)).toBe(10);
  });

  it('books one pack however often and at once it is told, by one event or by several', async () => {
    const user = await newUser();
    const session = await begin(user);
    const same = paid(session);
    const events = [
      ...Array.from({ length: 20 }, () => same),
      ...Array.from({ length: 20 }, () => paid(session)),
    ];
    const answers = await Promise.all(events.map(send));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    expect((await send(same)).statusCode).toBe(200);
    expect(await total(user)).toBe(50);
    const { id } = JSON.parse(same.payload) as { id: string };
    const taken = await paidByStripe.db
      .selectFrom('provider_events')
      .select('provider')
      .where('event_id', '=', id)
      .execute();
    expect(taken).toEqual([{ provider: 'stripe' }]);
  });

  it('books what is paid after it had failed, and keeps what was booked', async () => {
    const user = await newUser();
    const session = await begin(user);
    await send(signedEvent('checkout.session.async_payment_failed', session));
    expect(await purchasesOf(paidByStripe, user)).toMatchObject([{ state: 'failed' }]);
    expect(await total(user)).toBe(0);
    await send(signedEvent('checkout.session.async_payment_succeeded', session));
    await send(signedEvent('checkout.session.expired', session));
    expect(await purchasesOf(paidByStripe, user)).toMatchObject([{ state: 'completed' }]);
    expect(await total(user)).toBe(50);
  });

  it('begins again after a session that ran out, by another key alone', async () => {
    const user = await newUser();
    const key = randomUUID();
    const { url } = (await buy(paidByStripe, user, { packSize: 10 }, key)).json();
    const session = stripe.sessions.find((candidate) => candidate.url === url)!;
    await send(signedEvent('checkout.session.expired', session));
    expect((await buy(paidByStripe, user, { packSize: 10 }, key)).statusCode).toBe(409);
    expect((await begin(user, 10)).url).not.toBe(url);
  });

  it('books nothing for what was paid otherwise than offered, and needs it sent no more', async () => {
    const user = await newUser();
    const session = await begin(user);
    const others = await begin(await newUser());
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
    expect(await total(user)).toBe(0);
    expect(await purchasesOf(paidByStripe, user)).toMatchObject([{ state: 'pending' }]);
    // Nor is an event used up that books nothing.
    await send(paid({ ...session, amount_total: 1 }, { id: 'evt_mended' }));
    await send(paid(session, { id: 'evt_mended' }));
    expect(await total(user)).toBe(50);
  });

  it('books nothing for an account that is gone', async () => {
    const user = await newUser();
    const session = await begin(user);
    await paidByStripe.db.deleteFrom('users').where('id', '=', user.id).execute();
    expect((await send(paid(session))).statusCode).toBe(200);
  });

  it('refuses what Stripe did not sign, and other content', async () => {
    const user = await newUser();
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
    expect(await total(user)).toBe(0);
  });

  it('has no webhook where it is not configured', async () => {
    const answer = await apps
      .get(local)!
      .inject({ method: 'POST', url: '/api/payments/stripe/webhook', payload: {} });
    expect(answer.statusCode).toBe(404);
  });

  it('tells why it cannot begin, and begins when Stripe is well again', async () => {
    const user = await newUser();
    stripe.fault = { status: 401, error: { type: 'invalid_request_error', message: 'Invalid API Key' } };
    const refused = await buy(paidByStripe, user, { packSize: 10 }, randomUUID());
    stripe.fault = null;
    expect(refused.statusCode).toBe(503);
    expect(refused.json().message).toBe('Buying is not set up correctly here. You were not charged.');
    expect((await begin(user, 10)).amount_total).toBe(999);
  });
});
