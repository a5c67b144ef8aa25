import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';

/**
 * Only one node collects at a time. A backup holds this lock too, so that no file disappears while it is
 * copied.
 */
const LOCK = sql`hashtextextended('cutroom retention', 0)`;

/** Runs work while nothing is collected. Returns `undefined` if another process holds the lock. */
export async function holdRetentionLock<T>(db: Database, act: () => Promise<T>): Promise<T | undefined> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ mine: boolean }>`SELECT pg_try_advisory_lock(${LOCK}) AS mine`.execute(
      connection,
    );
    if (!rows[0]!.mine) return undefined;
    try {
      return await act();
    } finally {
      await sql`SELECT pg_advisory_unlock(${LOCK})`.execute(connection);
    }
  });
}
