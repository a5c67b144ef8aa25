import { sql } from 'kysely';
import type { CreditEntry, CreditPack, Credits } from '#contract/credits.ts';
import type { Executor } from '../../db/database.ts';
import { recordCreditsTaken } from '../webhooks/events.ts';
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
    .selectFrom('creditPacks')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('purchasedAt', 'desc')
    .orderBy('id')
    .execute();
  const failed = await db
    .selectFrom('purchases')
    .select('id')
    .where('userId', '=', userId)
    .where('state', '=', 'failed')
    .orderBy('createdAt', 'desc')
    .limit(MAX_FAILED)
    .execute();
  const allPacks: CreditPack[] = rows.map((row) => ({
    id: row.id,
    kind: row.kind as CreditPack['kind'],
    packSize: row.packSize,
    purchaseDate: row.purchasedAt.toISOString(),
    creditsRemaining: row.creditsRemaining,
    totalCredits: row.packSize,
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
    .selectFrom('creditEntries as entry')
    .leftJoin('creditPacks as pack', 'pack.id', 'entry.packId')
    .leftJoin('purchases as purchase', 'purchase.id', 'entry.purchaseId')
    .leftJoin('runs as run', 'run.id', 'entry.runId')
    .leftJoin('projects as project', 'project.id', 'run.projectId')
    .select([
      'entry.id',
      'entry.kind',
      'entry.amount',
      'entry.createdAt',
      'pack.kind as packKind',
      'pack.packSize',
      'purchase.packSize as refundedSize',
      'project.title',
      sql<string | null>`CASE WHEN project.deleted_at IS NULL THEN project.id END`.as('projectId'),
      sql<number>`(sum(entry.amount) OVER (ORDER BY entry.id))::int`.as('balanceAfter'),
    ])
    .where('entry.userId', '=', userId)
    .orderBy('entry.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    kind:
      row.kind === 'purchase' && row.packKind !== 'purchase' && row.packKind !== null
        ? (row.packKind as CreditPack['kind'])
        : (row.kind as CreditEntry['kind']),
    amount: row.amount,
    balanceAfter: row.balanceAfter,
    createdAt: row.createdAt.toISOString(),
    projectId: row.projectId,
    projectTitle: row.title,
    packSize: row.kind === 'purchase' ? row.packSize : row.refundedSize,
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
    .insertInto('creditPacks')
    .values({ userId, kind, packSize: size, creditsRemaining: size })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('creditEntries')
    .values({ userId, packId: pack.id, kind: 'purchase', amount: size })
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
  const updated = await trx
    .updateTable('users')
    .set({ credits: sql`credits - 1` })
    .where('id', '=', userId)
    .where('credits', '>', 0)
    .returning('credits')
    .executeTakeFirst();
  if (!updated) return false;
  await recordCreditsTaken(trx, userId, { taken: 1, left: updated.credits });
  return true;
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
    .updateTable('creditPacks')
    .set({ creditsRemaining: sql`credits_remaining - 1` })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('creditPacks')
        .select('id')
        .where('userId', '=', userId)
        .where('creditsRemaining', '>', 0)
        .orderBy('purchasedAt')
        .orderBy('id')
        .limit(1),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('creditEntries')
    .values({
      userId,
      packId: pack.id,
      runId,
      apiKeyId: keyId,
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
  if (!entry?.userId) return;
  await trx
    .updateTable('users')
    .set({ credits: sql`credits + 1` })
    .where('id', '=', entry.userId)
    .execute();
  if (!entry.packId) return;
  await trx
    .updateTable('creditPacks')
    .set({ creditsRemaining: sql`credits_remaining + 1` })
    .where('id', '=', entry.packId)
    .execute();
  await payOwedCredit(trx, entry.userId, entry.packId);
}

async function bookFollowUp(trx: Executor, runId: string, kind: 'capture' | 'release', amount: number) {
  return trx
    .insertInto('creditEntries')
    .columns(['userId', 'packId', 'runId', 'apiKeyId', 'kind', 'amount'])
    .expression((eb) =>
      eb
        .selectFrom('creditEntries as reserved')
        .select((e) => [
          'userId',
          'packId',
          'runId',
          'apiKeyId',
          e.val(kind).as('kind'),
          e.val(amount).as('amount'),
        ])
        .where('runId', '=', runId)
        .where('kind', '=', 'reserve')
        // Captured and released are mutually exclusive.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('creditEntries as other')
                .select('other.id')
                .where('other.runId', '=', runId)
                .where('other.kind', 'in', ['capture', 'release']),
            ),
          ),
        ),
    )
    .onConflict((oc) => oc.columns(['runId', 'kind']).doNothing())
    .returning(['userId', 'packId'])
    .executeTakeFirst();
}
