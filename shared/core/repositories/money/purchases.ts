import { type Selectable, sql } from 'kysely';
import type { Executor } from '../../db/database.ts';
import type { Purchases } from '../../db/types.generated.ts';
import { addPack } from './credits.ts';

export interface Purchase {
  id: string;
  /** `null` once the account is deleted. */
  userId: string | null;
  provider: string;
  /**
   * The provider's ID of the purchase, such as a checkout session; `null` until the provider returned one.
   */
  ref: string | null;
  /** The provider's ID of the payment, which its refunds name; `null` until it was paid. */
  paymentRef: string | null;
  packSize: number;
  amountCents: number;
  /** The ISO 4217 code in lower case. */
  currency: string;
  state: 'pending' | 'completed' | 'failed';
  packId: string | null;
}

/** Inserts a new purchase and returns its ID. */
export async function insertPurchase(
  db: Executor,
  purchase: { userId: string; provider: string; packSize: number; amountCents: number },
): Promise<string> {
  const { id } = await db
    .insertInto('purchases')
    .values({
      userId: purchase.userId,
      provider: purchase.provider,
      packSize: purchase.packSize,
      amountCents: purchase.amountCents,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Finds a purchase. With `lock`, it stays locked until the end of the transaction. */
export async function findPurchase(db: Executor, id: string, lock = false): Promise<Purchase | undefined> {
  const row = await db
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && toPurchase(row);
}

/** Finds the purchase of this payment. */
export async function findPaidPurchase(
  db: Executor,
  provider: string,
  paymentRef: string,
): Promise<Purchase | undefined> {
  const row = await db
    .selectFrom('purchases')
    .selectAll()
    .where('provider', '=', provider)
    .where('paymentRef', '=', paymentRef)
    .executeTakeFirst();
  return row && toPurchase(row);
}

/** Returns the provider's IDs of a user's open purchases. */
export async function findOpenCheckouts(
  db: Executor,
  userId: string,
): Promise<{ provider: string; ref: string }[]> {
  const rows = await db
    .selectFrom('purchases')
    .select(['provider', 'providerRef'])
    .where('userId', '=', userId)
    .where('state', '=', 'pending')
    .where('providerRef', 'is not', null)
    .execute();
  return rows.map((row) => ({ provider: row.provider, ref: row.providerRef! }));
}

const toPurchase = (row: Selectable<Purchases>): Purchase => ({
  id: row.id,
  userId: row.userId,
  provider: row.provider,
  ref: row.providerRef,
  paymentRef: row.paymentRef,
  packSize: row.packSize,
  amountCents: row.amountCents,
  currency: row.currency,
  state: row.state as Purchase['state'],
  packId: row.packId,
});

/**
 * Stores the provider's ID of an open purchase.
 * @returns `false` if the account was deleted meanwhile
 */
export async function setPurchaseRef(db: Executor, id: string, ref: string): Promise<boolean> {
  const row = await db
    .updateTable('purchases')
    .set({ providerRef: ref })
    .where('id', '=', id)
    .returning('userId')
    .executeTakeFirst();
  return Boolean(row?.userId);
}

/**
 * Books a paid purchase: its pack, the ledger and the balance. Call it in a transaction.
 * @returns `false` if it was booked before, or its account was deleted
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
      providerRef: ref,
      paymentRef,
      packId,
      completedAt: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
  return true;
}

/** Marks a payment as failed. Returns `false` if it was already marked, or was booked, which it stays. */
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

/**
 * Records a provider's event once. Returns `false` if it was recorded before. Call it in the transaction that
 * acts on it.
 */
export async function claimProviderEvent(trx: Executor, provider: string, eventId: string): Promise<boolean> {
  const claimed = await trx
    .insertInto('providerEvents')
    .values({ provider, eventId })
    .onConflict((oc) => oc.columns(['provider', 'eventId']).doNothing())
    .returning('eventId')
    .executeTakeFirst();
  return claimed !== undefined;
}
