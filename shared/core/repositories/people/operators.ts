import { sql } from 'kysely';
import type { Executor } from '../../db/database.ts';

export interface UserRow {
  id: string;
  email: string | null;
  name: string;
  credits: number;
  projects: number;
  createdAt: Date;
  suspendedAt: Date | null;
}

/** The newest users whose e-mail address or name contains a text; all users without one. */
export async function searchUsers(db: Executor, text: string | undefined, limit: number): Promise<UserRow[]> {
  const pattern = text === undefined ? null : text.toLowerCase();
  const { rows } = await sql<UserRow>`
    SELECT id, email, trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) AS name, credits,
      (SELECT count(*)::int FROM projects WHERE user_id = users.id AND deleted_at IS NULL) AS projects,
      created_at, suspended_at
    FROM users
    WHERE ${pattern}::text IS NULL OR strpos(lower(coalesce(email, '') || ' ' || coalesce(first_name, '') || ' '
      || coalesce(last_name, '')), ${pattern}) > 0
    ORDER BY created_at DESC, id LIMIT ${limit}`.execute(db);
  return rows;
}

/** The IDs of the users with this ID or e-mail address. Accounts of several providers may share an address. */
export async function findUserIds(db: Executor, idOrEmail: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM users WHERE id::text = ${idOrEmail.toLowerCase()} OR lower(email) = ${idOrEmail.toLowerCase()}
    ORDER BY created_at, id`.execute(db);
  return rows.map(({ id }) => id);
}

export interface UsageRow {
  id: string;
  email: string | null;
  projects: number;
  runs: number;
  credits: number;
  storedBytes: number;
}

/** The users with the most runs in the last days; or one user. */
export async function readUsage(
  db: Executor,
  { userId, days, limit }: { userId: string | undefined; days: number; limit: number },
): Promise<UsageRow[]> {
  const { rows } = await sql<Omit<UsageRow, 'storedBytes'> & { storedBytes: string }>`
    SELECT id, email,
      (SELECT count(*)::int FROM projects WHERE user_id = users.id AND deleted_at IS NULL) AS projects,
      (SELECT count(*)::int FROM runs WHERE user_id = users.id
        AND created_at > now() - ${days}::int * interval '1 day') AS runs,
      (SELECT count(*)::int FROM credit_entries WHERE user_id = users.id AND kind = 'capture'
        AND created_at > now() - ${days}::int * interval '1 day') AS credits,
      (SELECT coalesce(sum(bytes), 0) FROM artifacts WHERE owner_id = users.id)
        + (SELECT coalesce(sum(bytes), 0) FROM objects WHERE user_id = users.id) AS stored_bytes
    FROM users WHERE ${userId ?? null}::uuid IS NULL OR id = ${userId ?? null}::uuid
    ORDER BY runs DESC, stored_bytes DESC, id LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, storedBytes: Number(row.storedBytes) }));
}

/**
 * Suspends a user and ends all sessions; or lifts the suspension. Returns `false` if the user already is in
 * that state. Call it in a transaction.
 */
export async function setSuspended(trx: Executor, userId: string, suspended: boolean): Promise<boolean> {
  const changed = await trx
    .updateTable('users')
    .set({ suspendedAt: suspended ? sql`now()` : null })
    .where('id', '=', userId)
    .where('suspendedAt', suspended ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (suspended) await trx.deleteFrom('sessions').where('userId', '=', userId).execute();
  return changed !== undefined;
}

/** Returns the user of a run that spent a credit; `undefined` if no credit of the run is spent. */
export async function findSpender(db: Executor, runId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('creditEntries')
    .select('userId')
    .where('runId', '=', runId)
    .where('kind', '=', 'capture')
    .executeTakeFirst();
  return row?.userId ?? undefined;
}

/** Marks a pack as the return of a run's credit. Returns `false` if the credit was returned before. */
export async function markRefunded(trx: Executor, packId: string, runId: string): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`refund of ${runId}`}, 0))`.execute(trx);
  const earlier = await trx
    .selectFrom('creditPacks')
    .select('id')
    .where('refundedRunId', '=', runId)
    .executeTakeFirst();
  if (earlier) return false;
  await trx.updateTable('creditPacks').set({ refundedRunId: runId }).where('id', '=', packId).execute();
  return true;
}

/**
 * Records what an operator did. The entry outlives the user, so the detail contains no personal data except
 * `email`, which the deletion of the account removes.
 */
export async function recordAudit(
  trx: Executor,
  entry: { operator: string; action: string; userId: string | null; detail: Record<string, unknown> },
): Promise<void> {
  await trx
    .insertInto('auditEntries')
    .values({
      operator: entry.operator,
      action: entry.action,
      userId: entry.userId,
      detail: JSON.stringify(entry.detail),
    })
    .execute();
}

/** The newest audit entries; those of one user, if given. */
export async function listAudit(db: Executor, userId: string | undefined, limit: number) {
  let query = db.selectFrom('auditEntries').selectAll().orderBy('id', 'desc').limit(limit);
  if (userId !== undefined) query = query.where('userId', '=', userId);
  return query.execute();
}
