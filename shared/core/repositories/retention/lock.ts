import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';

/**
 * Only one node collects at a time. A backup holds this lock too, so that no file disappears while it is
 * copied.
 */
const LOCK = sql`hashtextextended('cutroom retention', 0)`;

/**
 * Runs work while nothing is collected. Returns `undefined` if another process holds the lock. It is that of a
 * transaction, which stays open: behind a pooler, a session's lock would stay with a connection of others.
 */
export async function holdRetentionLock<T>(db: Database, act: () => Promise<T>): Promise<T | undefined> {
  return db.transaction().execute(async (trx) => {
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(trx);
    const { rows } = await sql<{ mine: boolean }>`SELECT pg_try_advisory_xact_lock(${LOCK}) AS mine`.execute(
      trx,
    );
    return rows[0]!.mine ? act() : undefined;
  });
}
