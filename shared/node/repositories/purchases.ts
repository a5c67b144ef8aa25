import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import { addPack } from './credits.ts';

export interface Purchase {
  id: string;
  /** Null once the account is deleted. */
  userId: string | null;
  /** The payment provider's id. */
  provider: string;
  /** The provider's own name for it, such as a checkout session; null until it gave one. */
  ref: string | null;
  packSize: number;
  amountCents: number;
  /** ISO 4217 in lower case. */
  currency: string;
  state: 'pending' | 'completed' | 'failed';
  packId: string | null;
}

/** Writes down that somebody begins to buy; gives its id. */
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

/** A purchase; locked until the end of the transaction when asked. */
export async function findPurchase(db: Executor, id: string, lock = false): Promise<Purchase | undefined> {
  const row = await db
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      userId: row.user_id,
      provider: row.provider,
      ref: row.provider_ref,
      packSize: row.pack_size,
      amountCents: row.amount_cents,
      currency: row.currency,
      state: row.state as Purchase['state'],
      packId: row.pack_id,
    }
  );
}

/** Keeps what the provider calls a purchase that waits to be paid. */
export async function setPurchaseRef(db: Executor, id: string, ref: string): Promise<void> {
  await db.updateTable('purchases').set({ provider_ref: ref }).where('id', '=', id).execute();
}

/**
 * Books a paid purchase: its pack, the ledger and the balance. Call it in a transaction.
 * @returns false when it was booked before, or there is no account to book it for
 */
export async function completePurchase(trx: Executor, id: string, ref: string): Promise<boolean> {
  const purchase = await findPurchase(trx, id, true);
  if (!purchase?.userId || purchase.state === 'completed') return false;
  const packId = await addPack(trx, purchase.userId, 'purchase', purchase.packSize);
  await trx
    .updateTable('purchases')
    .set({ state: 'completed', provider_ref: ref, pack_id: packId, completed_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  return true;
}

/** The payment came to nothing: false when that was known, or when it was booked, which it stays. */
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

/** Takes a provider's notice, once: false when it was taken before. Call it in the transaction that acts on it. */
export async function claimProviderEvent(trx: Executor, provider: string, eventId: string): Promise<boolean> {
  const claimed = await trx
    .insertInto('provider_events')
    .values({ provider, event_id: eventId })
    .onConflict((oc) => oc.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return claimed !== undefined;
}
