import { type Selectable, sql } from 'kysely';
import type { Executor } from '../../db/database.ts';
import type { Purchases } from '../../db/types.generated.ts';
import { addPack } from './credits.ts';

export interface Purchase {
  id: string;
  /** Null once the account is deleted. */
  userId: string | null;
  provider: string;
  /** The provider's id of it, such as a checkout session; null until it gave one. */
  ref: string | null;
  /** The provider's id of the payment, which its refunds name; null until it was paid. */
  paymentRef: string | null;
  packSize: number;
  amountCents: number;
  /** ISO 4217 in lower case. */
  currency: string;
  state: 'pending' | 'completed' | 'failed';
  packId: string | null;
}

/** Inserts a new purchase; returns its id. */
export async function insertPurchase(
  db: Executor,
  purchase: { userId: string; provider: string; packSize: number; amountCents: number },
): Promise<string> {
  const { id } = await db
    .insertInto('purchases')
    .values({
      user_id: purchase.userId,
      provider: purchase.provider,
      pack_size: purchase.packSize,
      amount_cents: purchase.amountCents,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A purchase; locked until the end of the transaction if asked. */
export async function findPurchase(db: Executor, id: string, lock = false): Promise<Purchase | undefined> {
  const row = await db
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && toPurchase(row);
}

/** The purchase of this payment. */
export async function findPaidPurchase(
  db: Executor,
  provider: string,
  paymentRef: string,
): Promise<Purchase | undefined> {
  const row = await db
    .selectFrom('purchases')
    .selectAll()
    .where('provider', '=', provider)
    .where('payment_ref', '=', paymentRef)
    .executeTakeFirst();
  return row && toPurchase(row);
}

/** The provider's ids of a user's open purchases. */
export async function findOpenCheckouts(
  db: Executor,
  userId: string,
): Promise<{ provider: string; ref: string }[]> {
  const rows = await db
    .selectFrom('purchases')
    .select(['provider', 'provider_ref'])
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .where('provider_ref', 'is not', null)
    .execute();
  return rows.map((row) => ({ provider: row.provider, ref: row.provider_ref! }));
}

const toPurchase = (row: Selectable<Purchases>): Purchase => ({
  id: row.id,
  userId: row.user_id,
  provider: row.provider,
  ref: row.provider_ref,
  paymentRef: row.payment_ref,
  packSize: row.pack_size,
  amountCents: row.amount_cents,
  currency: row.currency,
  state: row.state as Purchase['state'],
  packId: row.pack_id,
});

/**
 * Stores the provider's id of an open purchase.
 * @returns false when the account was deleted meanwhile
 */
export async function setPurchaseRef(db: Executor, id: string, ref: string): Promise<boolean> {
  const row = await db
    .updateTable('purchases')
    .set({ provider_ref: ref })
    .where('id', '=', id)
    .returning('user_id')
    .executeTakeFirst();
  return Boolean(row?.user_id);
}

/**
 * Books a paid purchase: its pack, the ledger and the balance. Call it in a transaction.
 * @returns false when it was booked before, or its account is gone
 */
export async function completePurchase(
  trx: Executor,
  id: string,
  { ref, paymentRef }: { ref: string; paymentRef: string | null },
): Promise<boolean> {
  const purchase = await findPurchase(trx, id, true);
  if (!purchase?.userId || purchase.state === 'completed') return false;
  const packId = await addPack(trx, purchase.userId, 'purchase', purchase.packSize);
  await trx
    .updateTable('purchases')
    .set({
      state: 'completed',
      provider_ref: ref,
      payment_ref: paymentRef,
      pack_id: packId,
      completed_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
  return true;
}

/** Marks a payment as failed: false when that was known, or when it was booked, which it stays. */
export async function failPurchase(trx: Executor, id: string): Promise<boolean> {
  const failed = await trx
    .updateTable('purchases')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return failed !== undefined;
}

/** Records a provider's event, once: false when it was recorded before. Call it in the transaction that acts on it. */
export async function claimProviderEvent(trx: Executor, provider: string, eventId: string): Promise<boolean> {
  const claimed = await trx
    .insertInto('provider_events')
    .values({ provider, event_id: eventId })
    .onConflict((oc) => oc.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return claimed !== undefined;
}
