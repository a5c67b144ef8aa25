import { sql } from 'kysely';
import type { Executor } from '../../db/database.ts';

/** A provider's payment that matches no purchase. */
export interface UnmatchedPayment {
  provider: string;
  eventId: string;
  kind: string;
  /** The provider's ID of the payment or event. */
  ref: string;
  /** Our ID, if the payment named one. */
  purchaseId: string | null;
  amountCents: number | null;
  currency: string | null;
  reason: string;
}

/** Stores a payment for an operator. Repeated events store it once. */
export async function storeUnmatchedPayment(db: Executor, payment: UnmatchedPayment): Promise<void> {
  await db
    .insertInto('unmatchedPayments')
    .values({
      provider: payment.provider,
      eventId: payment.eventId,
      kind: payment.kind,
      ref: payment.ref,
      purchaseId: payment.purchaseId,
      amountCents: payment.amountCents,
      currency: payment.currency,
      reason: payment.reason,
    })
    .onConflict((oc) => oc.columns(['provider', 'eventId']).doNothing())
    .execute();
}

/** Removes an event that now matches a purchase. */
export async function dropUnmatchedPayment(db: Executor, provider: string, eventId: string): Promise<void> {
  await db
    .deleteFrom('unmatchedPayments')
    .where('provider', '=', provider)
    .where('eventId', '=', eventId)
    .execute();
}

/** Lists the payments that an operator has not settled, oldest first. */
export async function listUnmatchedPayments(db: Executor) {
  return db
    .selectFrom('unmatchedPayments')
    .selectAll()
    .where('settledAt', 'is', null)
    .orderBy('createdAt')
    .execute();
}

/** Marks a payment as settled by an operator. Returns `false` if there is no such open payment. */
export async function settleUnmatchedPayment(db: Executor, id: string): Promise<boolean> {
  const settled = await db
    .updateTable('unmatchedPayments')
    .set({ settledAt: sql`now()` })
    .where('id', '=', id)
    .where('settledAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return settled !== undefined;
}

/** Returns the number of unsettled payments, and of credits that refunds lack. */
export async function measurePayments(db: Executor): Promise<{ unmatched: number; owed: number }> {
  const { rows } = await sql<{ unmatched: number; owed: number }>`SELECT
    (SELECT count(*)::int FROM unmatched_payments WHERE settled_at IS NULL) AS unmatched,
    (SELECT coalesce(sum(owed_credits), 0)::int FROM purchases WHERE owed_credits > 0) AS owed`.execute(db);
  return rows[0]!;
}

/** Lists purchases that were refunded after their credits were spent, oldest first. */
export async function listOwedCredits(db: Executor) {
  return db
    .selectFrom('purchases')
    .select(['id', 'provider', 'providerRef', 'packSize', 'owedCredits', 'disputedCents', 'createdAt'])
    .where('owedCredits', '>', 0)
    .orderBy('createdAt')
    .execute();
}
