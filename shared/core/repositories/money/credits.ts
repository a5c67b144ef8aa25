import { sql } from 'kysely';
import type { CreditEntry, CreditPack, Credits } from '#contract/credits.ts';
import type { Executor } from '../../db/database.ts';
import { payOwedCredit } from './refunds.ts';

export const NOT_ENOUGH_CREDITS =
  "You don't have enough video credits to create this compilation. Please purchase more credits.";

/** A page waits for one purchase: the newest, or one started at the same time. */
const MAX_FAILED = 20;

/** Returns all packs of a user, newest first, the balance, and failed payments. */
export async function readCredits(db: Executor, userId: string): Promise<Credits> {
  const user = await db
    .selectFrom('users')
    .select('credits')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('credit_packs')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('purchased_at', 'desc')
    .orderBy('id')
    .execute();
  const failed = await db
    .selectFrom('purchases')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', '=', 'failed')
    .orderBy('created_at', 'desc')
    .limit(MAX_FAILED)
    .execute();
  const allPacks: CreditPack[] = rows.map((row) => ({
    id: row.id,
    kind: row.kind as CreditPack['kind'],
    packSize: row.pack_size,
    purchaseDate: row.purchased_at.toISOString(),
    creditsRemaining: row.credits_remaining,
    totalCredits: row.pack_size,
  }));
  return {
    totalCredits: user.credits,
    availablePacks: allPacks.filter((pack) => pack.creditsRemaining > 0),
    allPacks,
    failedPurchases: failed.map(({ id }) => id),
  };
}

/** Returns a user's newest ledger entries, newest first, each with the balance after it. */
export async function readCreditEntries(db: Executor, userId: string, limit: number): Promise<CreditEntry[]> {
  const rows = await db
    .selectFrom('credit_entries as entry')
    .leftJoin('credit_packs as pack', 'pack.id', 'entry.pack_id')
    .leftJoin('purchases as purchase', 'purchase.id', 'entry.purchase_id')
    .leftJoin('runs as run', 'run.id', 'entry.run_id')
    .leftJoin('projects as project', 'project.id', 'run.project_id')
    .select([
      'entry.id',
      'entry.kind',
      'entry.amount',
      'entry.created_at',
      'pack.kind as pack_kind',
      'pack.pack_size',
      'purchase.pack_size as refunded_size',
      'project.title',
      sql<string | null>`CASE WHEN project.deleted_at IS NULL THEN project.id END`.as('project_id'),
      sql<number>`(sum(entry.amount) OVER (ORDER BY entry.id))::int`.as('balance_after'),
    ])
    .where('entry.user_id', '=', userId)
    .orderBy('entry.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    kind:
      row.kind === 'purchase' && row.pack_kind !== 'purchase' && row.pack_kind !== null
        ? (row.pack_kind as CreditPack['kind'])
        : (row.kind as CreditEntry['kind']),
    amount: row.amount,
    balanceAfter: row.balance_after,
    createdAt: row.created_at.toISOString(),
    projectId: row.project_id,
    projectTitle: row.title,
    packSize: row.kind === 'purchase' ? row.pack_size : row.refunded_size,
  }));
}

/** Books a pack: the pack, its ledger entry and the balance. Call it in a transaction. */
export async function addPack(
  trx: Executor,
  userId: string,
  kind: CreditPack['kind'],
  size: number,
): Promise<string> {
  const pack = await trx
    .insertInto('credit_packs')
    .values({ user_id: userId, kind, pack_size: size, credits_remaining: size })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('credit_entries')
    .values({ user_id: userId, pack_id: pack.id, kind: 'purchase', amount: size })
    .execute();
  await trx
    .updateTable('users')
    .set({ credits: sql`credits + ${size}` })
    .where('id', '=', userId)
    .execute();
  return pack.id;
}

/**
 * Takes one credit off the balance, which decides: the packs only follow it. Call it first in the transaction
 * that inserts the run. Returns `false` if there is no credit.
 */
export async function takeCredit(trx: Executor, userId: string): Promise<boolean> {
  const taken = await trx
    .updateTable('users')
    .set({ credits: sql`credits - 1` })
    .where('id', '=', userId)
    .where('credits', '>', 0)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Books the credit that takeCredit took: takes it from the oldest pack with credits left, and adds a ledger
 * entry.
 * @param keyId the API key that started the run
 */
export async function reserveCredit(
  trx: Executor,
  userId: string,
  runId: string,
  keyId: string | null = null,
): Promise<void> {
  const pack = await trx
    .updateTable('credit_packs')
    .set({ credits_remaining: sql`credits_remaining - 1` })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('credit_packs')
        .select('id')
        .where('user_id', '=', userId)
        .where('credits_remaining', '>', 0)
        .orderBy('purchased_at')
        .orderBy('id')
        .limit(1),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('credit_entries')
    .values({
      user_id: userId,
      pack_id: pack.id,
      run_id: runId,
      api_key_id: keyId,
      kind: 'reserve',
      amount: -1,
    })
    .execute();
}

/** Captures the reserved credit permanently. */
export async function captureCredit(trx: Executor, runId: string): Promise<void> {
  await bookFollowUp(trx, runId, 'capture', 0);
}

/** Returns the reserved credit to its pack and the balance; a second call changes nothing. */
export async function releaseCredit(trx: Executor, runId: string): Promise<void> {
  const entry = await bookFollowUp(trx, runId, 'release', 1);
  if (!entry?.user_id) return;
  await trx
    .updateTable('users')
    .set({ credits: sql`credits + 1` })
    .where('id', '=', entry.user_id)
    .execute();
  if (!entry.pack_id) return;
  await trx
    .updateTable('credit_packs')
    .set({ credits_remaining: sql`credits_remaining + 1` })
    .where('id', '=', entry.pack_id)
    .execute();
  await payOwedCredit(trx, entry.user_id, entry.pack_id);
}

async function bookFollowUp(trx: Executor, runId: string, kind: 'capture' | 'release', amount: number) {
  return trx
    .insertInto('credit_entries')
    .columns(['user_id', 'pack_id', 'run_id', 'api_key_id', 'kind', 'amount'])
    .expression((eb) =>
      eb
        .selectFrom('credit_entries as reserved')
        .select((e) => [
          'user_id',
          'pack_id',
          'run_id',
          'api_key_id',
          e.val(kind).as('kind'),
          e.val(amount).as('amount'),
        ])
        .where('run_id', '=', runId)
        .where('kind', '=', 'reserve')
        // Captured and released are mutually exclusive.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('credit_entries as other')
                .select('other.id')
                .where('other.run_id', '=', runId)
                .where('other.kind', 'in', ['capture', 'release']),
            ),
          ),
        ),
    )
    .onConflict((oc) => oc.columns(['run_id', 'kind']).doNothing())
    .returning(['user_id', 'pack_id'])
    .executeTakeFirst();
}
