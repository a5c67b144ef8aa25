import { sql } from 'kysely';
import type { Executor } from '../../db/database.ts';
import { recordCreditsTaken } from '../webhooks/events.ts';

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
    await update.set({ refundedCents: sql`greatest(refunded_cents, ${change.cents})` }).execute();
  } else if (change.kind === 'dispute') {
    await update
      .set({ disputedCents: change.cents, disputeRef: change.ref })
      .where('disputeRef', 'is distinct from', change.ref)
      .execute();
  } else {
    await update.set({ disputedCents: 0, disputeRef: change.ref }).execute();
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
  const { userId, packId } = purchase;
  if (purchase.state !== 'completed' || !userId) return { moved: 0, owed: 0 };
  const returnedCents = Math.min(purchase.amountCents, purchase.refundedCents + purchase.disputedCents);
  const targetCredits = Math.floor((purchase.packSize * returnedCents) / purchase.amountCents);
  const alreadyTaken = await trx
    .selectFrom('creditEntries')
    .select(['packId', sql<number>`-sum(amount)::int`.as('credits')])
    .where('purchaseId', '=', purchaseId)
    .groupBy('packId')
    .execute();
  const missing = targetCredits - alreadyTaken.reduce((sum, { credits }) => sum + credits, 0);
  let owed = 0;
  if (missing > 0) {
    owed = await takeBack(trx, { userId, purchaseId, packId, kind, credits: missing });
  } else if (missing < 0) {
    await giveBack(trx, { userId, purchaseId, taken: alreadyTaken, credits: -missing });
  }
  await trx.updateTable('purchases').set({ owedCredits: owed }).where('id', '=', purchaseId).execute();
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
    .selectFrom('creditPacks')
    .select(['id', 'creditsRemaining'])
    .where('userId', '=', userId)
    .where('creditsRemaining', '>', 0)
    .orderBy(sql`id = ${packId}`, 'desc')
    .orderBy('purchasedAt', 'desc')
    .orderBy('id')
    .execute();
  let remaining = credits;
  for (const pack of packs) {
    const amount = Math.min(remaining, pack.creditsRemaining);
    if (amount === 0) break;
    await move(trx, { userId, purchaseId, packId: pack.id, kind, amount: -amount });
    remaining -= amount;
  }
  // Also recorded if nothing was left to take.
  if (remaining === credits) await move(trx, { userId, purchaseId, packId, kind, amount: 0 });
  return remaining;
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
    taken: { packId: string | null; credits: number }[];
    credits: number;
  },
): Promise<void> {
  let remaining = credits;
  for (const { packId, credits: most } of taken) {
    const amount = Math.min(remaining, most);
    if (amount <= 0) continue;
    await move(trx, { userId, purchaseId, packId, kind: 'dispute_won', amount });
    remaining -= amount;
  }
}

/**
 * Books a credit that a run returned. It goes to a refund that lacks credits, so that no one is refunded for
 * credits that runs only reserved. Call it in the transaction that returned it.
 */
export async function payOwedCredit(trx: Executor, userId: string, packId: string): Promise<void> {
  const purchase = await trx
    .updateTable('purchases')
    .set({ owedCredits: sql`owed_credits - 1` })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('purchases')
        .select('id')
        .where('userId', '=', userId)
        .where('owedCredits', '>', 0)
        .orderBy('createdAt')
        .limit(1)
        .forUpdate(),
    )
    .returning(['id', 'disputedCents'])
    .executeTakeFirst();
  if (!purchase) return;
  const kind = purchase.disputedCents > 0 ? 'dispute' : 'refund';
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
  await trx.insertInto('creditEntries').values({ userId, packId, purchaseId, kind, amount }).execute();
  if (amount === 0) return;
  const { credits } = await trx
    .updateTable('users')
    .set({ credits: sql`credits + ${amount}` })
    .where('id', '=', userId)
    .returning('credits')
    .executeTakeFirstOrThrow();
  await recordCreditsTaken(trx, userId, { taken: -amount, left: credits });
  await trx
    .updateTable('creditPacks')
    .set({ creditsRemaining: sql`credits_remaining + ${amount}` })
    .where('id', '=', packId)
    .execute();
}
