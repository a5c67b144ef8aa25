import { sql } from 'kysely';
import type { Executor } from '../../db/database.ts';

/** A change of a purchase's money. */
type Change =
  /** The total refunded so far. */
  | { kind: 'refund'; cents: number }
  /** The amount disputed under this id, or won back. */
  | { kind: 'dispute' | 'dispute_won'; cents: number; ref: string };

export type TakeBackKind = 'refund' | 'dispute';

/**
 * Locks a user's balance until the end of the transaction, before any purchase of theirs. Returns `false` for
 * an unknown user.
 */
export async function lockBalance(trx: Executor, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Records that money of a purchase was refunded, disputed or returned. Repeated, late or out-of-order reports
 * change nothing: refunds only grow, and an ended dispute does not start again.
 */
export async function noteRefund(trx: Executor, purchaseId: string, change: Change): Promise<void> {
  const update = trx.updateTable('purchases').where('id', '=', purchaseId);
  if (change.kind === 'refund') {
    await update.set({ refunded_cents: sql`greatest(refunded_cents, ${change.cents})` }).execute();
  } else if (change.kind === 'dispute') {
    await update
      .set({ disputed_cents: change.cents, dispute_ref: change.ref })
      .where('dispute_ref', 'is distinct from', change.ref)
      .execute();
  } else {
    await update.set({ disputed_cents: 0, dispute_ref: change.ref }).execute();
  }
}

/**
 * Takes the credits that a booked purchase's money no longer covers, or returns those taken in excess, by
 * ledger entries. The balance pays, the purchase's own pack first. It never falls below 0; the rest is
 * recorded as owed. Call it in a transaction that has locked the balance.
 * @returns how many credits moved (below 0: taken), and how many are owed
 */
export async function settleCredits(
  trx: Executor,
  purchaseId: string,
  kind: TakeBackKind,
): Promise<{ moved: number; owed: number }> {
  const purchase = await trx
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', purchaseId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { user_id: userId, pack_id: packId } = purchase;
  if (purchase.state !== 'completed' || !userId) return { moved: 0, owed: 0 };
  const gone = Math.min(purchase.amount_cents, purchase.refunded_cents + purchase.disputed_cents);
  const wanted = Math.floor((purchase.pack_size * gone) / purchase.amount_cents);
  const taken = await trx
    .selectFrom('credit_entries')
    .select(['pack_id', sql<number>`-sum(amount)::int`.as('credits')])
    .where('purchase_id', '=', purchaseId)
    .groupBy('pack_id')
    .execute();
  const missing = wanted - taken.reduce((sum, { credits }) => sum + credits, 0);
  let owed = 0;
  if (missing > 0) {
    owed = await takeBack(trx, { userId, purchaseId, packId, kind, credits: missing });
  } else if (missing < 0) {
    await giveBack(trx, { userId, purchaseId, taken, credits: -missing });
  }
  await trx.updateTable('purchases').set({ owed_credits: owed }).where('id', '=', purchaseId).execute();
  return { moved: owed - missing, owed };
}

/** @returns how many credits were missing */
async function takeBack(
  trx: Executor,
  {
    userId,
    purchaseId,
    packId,
    kind,
    credits,
  }: { userId: string; purchaseId: string; packId: string | null; kind: TakeBackKind; credits: number },
): Promise<number> {
  const packs = await trx
    .selectFrom('credit_packs')
    .select(['id', 'credits_remaining'])
    .where('user_id', '=', userId)
    .where('credits_remaining', '>', 0)
    .orderBy(sql`id = ${packId}`, 'desc')
    .orderBy('purchased_at', 'desc')
    .orderBy('id')
    .execute();
  let left = credits;
  for (const pack of packs) {
    const amount = Math.min(left, pack.credits_remaining);
    if (amount === 0) break;
    await move(trx, { userId, purchaseId, packId: pack.id, kind, amount: -amount });
    left -= amount;
  }
  // Also recorded if nothing was left to take.
  if (left === credits) await move(trx, { userId, purchaseId, packId, kind, amount: 0 });
  return left;
}

/** Returns credits to the packs from which they were taken. */
async function giveBack(
  trx: Executor,
  {
    userId,
    purchaseId,
    taken,
    credits,
  }: {
    userId: string;
    purchaseId: string;
    taken: { pack_id: string | null; credits: number }[];
    credits: number;
  },
): Promise<void> {
  let left = credits;
  for (const { pack_id: packId, credits: most } of taken) {
    const amount = Math.min(left, most);
    if (amount <= 0) continue;
    await move(trx, { userId, purchaseId, packId, kind: 'dispute_won', amount });
    left -= amount;
  }
}

/**
 * Books a credit that a run returned. It goes to a refund that lacks credits, so that no one is refunded for
 * credits that runs only reserved. Call it in the transaction that returned it.
 */
export async function payOwedCredit(trx: Executor, userId: string, packId: string): Promise<void> {
  const purchase = await trx
    .updateTable('purchases')
    .set({ owed_credits: sql`owed_credits - 1` })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('purchases')
        .select('id')
        .where('user_id', '=', userId)
        .where('owed_credits', '>', 0)
        .orderBy('created_at')
        .limit(1)
        .forUpdate(),
    )
    .returning(['id', 'disputed_cents'])
    .executeTakeFirst();
  if (!purchase) return;
  const kind = purchase.disputed_cents > 0 ? 'dispute' : 'refund';
  await move(trx, { userId, purchaseId: purchase.id, packId, kind, amount: -1 });
}

async function move(
  trx: Executor,
  {
    userId,
    purchaseId,
    packId,
    kind,
    amount,
  }: {
    userId: string;
    purchaseId: string;
    packId: string | null;
    kind: TakeBackKind | 'dispute_won';
    amount: number;
  },
): Promise<void> {
  await trx
    .insertInto('credit_entries')
    .values({ user_id: userId, pack_id: packId, purchase_id: purchaseId, kind, amount })
    .execute();
  if (amount === 0) return;
  await trx
    .updateTable('users')
    .set({ credits: sql`credits + ${amount}` })
    .where('id', '=', userId)
    .execute();
  await trx
    .updateTable('credit_packs')
    .set({ credits_remaining: sql`credits_remaining + ${amount}` })
    .where('id', '=', packId)
    .execute();
}
