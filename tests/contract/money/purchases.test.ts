import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CreditEntry } from '#contract/credits.ts';
import { PACKS } from '#contract/packs.ts';
import { captureCredit, releaseCredit, reserveCredit, takeCredit } from '#core/repositories/money/credits.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { openShop } from '../../helpers/data/shop.ts';

/** Local mode, which uses the test provider. */
const local = await openShop();
const withoutPayment = await openShop({
  CUTROOM_MODE: 'production',
  PUBLIC_URL: 'http://localhost:3000',
  SECRET: 'a-secret-that-is-0123456789-long-enough',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
});

describe('buying with the test provider', () => {
  it.each(PACKS)('books a pack of $packSize immediately', async ({ packSize, priceCents }) => {
    const user = await local.newUser();
    const answer = await local.buy(user, { packSize });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      status: 'completed',
      pack: { kind: 'purchase', packSize, creditsRemaining: packSize, totalCredits: packSize },
    });
    expect(await local.balance(user)).toBe(packSize);
    expect(await local.purchasesOf(user)).toMatchObject([
      { provider: 'test', state: 'completed', amountCents: priceCents, packId: answer.json().pack.id },
    ]);
  });

  // product 5.38
  it('refuses callers without a session, and any other pack', async () => {
    const user = await local.newUser();
    expect((await local.buy(null, { packSize: 10 })).statusCode).toBe(401);
    for (const packSize of [0, 1, 11, -10, 10.5, '10', null, undefined]) {
      const answer = await local.buy(user, { packSize });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().message).toBe('packSize: Choose a pack of 10, 50 or 100 videos.');
    }
    expect(await local.purchasesOf(user)).toEqual([]);
  });

  it('books one pack for 20 concurrent calls with one key, and refuses the key for another pack', async () => {
    const user = await local.newUser();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => local.buy(user, { packSize: 50 }, key)),
    );
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.json().pack.id)).size).toBe(1);
    expect((await local.buy(user, { packSize: 10 }, key)).statusCode).toBe(422);
    expect(await local.balance(user)).toBe(50);
    // The same key of another user identifies another purchase.
    const other = await local.newUser();
    expect((await local.buy(other, { packSize: 10 }, key)).statusCode).toBe(200);
    expect(await local.balance(other)).toBe(10);
  });

  it('books each of many concurrent purchases', async () => {
    const user = await local.newUser();
    await Promise.all(Array.from({ length: 12 }, () => local.buy(user, { packSize: 10 }, randomUUID())));
    expect(await local.balance(user)).toBe(120);
  });

  it('disables buying, and reports it, if no payment is configured', async () => {
    const user = await withoutPayment.newUser();
    const answer = await withoutPayment.buy(user, { packSize: 10 });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'unavailable', message: 'Payments are not set up here.' });
    const config = await withoutPayment.app.inject('/api/config');
    expect(config.json().payment).toBeNull();
    expect((await local.app.inject('/api/config')).json()).toMatchObject({
      payment: { standIn: true },
      standIns: expect.arrayContaining(['Payment: simulated, nothing is charged.']),
    });
  });

  it('has no webhook of a provider that is not configured', async () => {
    const url = '/api/payments/stripe/webhook';
    expect((await local.app.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(404);
  });
});

describe('the ledger', () => {
  async function useCredit(
    user: { id: string },
    projectId: string,
    end: typeof captureCredit,
  ): Promise<void> {
    await local.backend.db.transaction().execute(async (trx) => {
      expect(await takeCredit(trx, user.id)).toBe(true);
      const run = await trx
        .insertInto('runs')
        .values({ kind: 'processing', projectId, userId: user.id, status: 'completed' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await reserveCredit(trx, user.id, run.id);
      await end(trx, run.id);
    });
  }

  it('lists newest first what was booked, for what, and the balance after it', async () => {
    const user = await createUser(local.backend, { packs: [2] });
    const { projectId } = await createProject(local.backend, user.id);
    await useCredit(user, projectId, captureCredit);
    await useCredit(user, projectId, releaseCredit);
    const pack = await local.backend.db
      .updateTable('creditPacks')
      .set({ kind: 'welcome' })
      .where('userId', '=', user.id)
      .returning('id')
      .execute();
    expect(pack).toHaveLength(1);
    await local.buy(user, { packSize: 10 });

    const entries = async () =>
      (await local.read<CreditEntry[]>(user, '/api/user/credits/ledger')).map((entry) => [
        entry.kind,
        entry.amount,
        entry.balanceAfter,
        entry.projectId,
        entry.projectTitle,
        entry.packSize,
      ]);
    const project = [projectId, 'A project', null];
    expect(await entries()).toEqual([
      ['purchase', 10, 11, null, null, 10],
      ['release', 1, 1, ...project],
      ['reserve', -1, 0, ...project],
      ['capture', 0, 1, ...project],
      ['reserve', -1, 1, ...project],
      ['welcome', 2, 2, null, null, 2],
    ]);
    // A deleted project is listed by its name, without a link.
    await local.backend.db
      .updateTable('projects')
      .set({ deletedAt: new Date() })
      .where('id', '=', projectId)
      .execute();
    expect((await entries())[1]).toEqual(['release', 1, 1, null, 'A project', null]);
    expect(await local.balance(user)).toBe(11);
    const other = await local.newUser();
    expect(await local.read(other, '/api/user/credits/ledger')).toEqual([]);
  });
});
