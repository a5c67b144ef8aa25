import { Kysely, sql, type Transaction } from 'kysely';
import { Pool } from 'pg';
import { SessionlessDialect } from './dialect.ts';
import { names } from './names.ts';
import type { DB } from './types.generated.ts';
import { keepWritable } from './writable-pool.ts';

export type Database = Kysely<DB>;
/** What repositories accept: the pool, or the caller's transaction. */
export type Executor = Kysely<DB> | Transaction<DB>;

interface DatabaseOptions {
  /** The maximum number of connections. */
  max?: number;
  /**
   * Postgres closes a connection that is idle inside a transaction for this long. Otherwise, a process that
   * is frozen or lost its network would hold its locks until Postgres notices. No limit by default.
   */
  idleInTransactionMs?: number;
}

/** Opens a pool of Postgres connections. Connection errors are logged, never thrown. */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  { max = 10, idleInTransactionMs = 0 }: DatabaseOptions = {},
): Database {
  const pool = new Pool({ connectionString: url, max, connectionTimeoutMillis: 5_000 });
  pool.on('error', onError);
  // The pool handles errors of idle connections only. A connection lost between two queries would end the
  // process.
  pool.on('connect', (client) => client.on('error', onError));
  return new Kysely<DB>({
    dialect: new SessionlessDialect({ pool: keepWritable(pool), idleInTransactionMs }),
    plugins: [names],
  });
}

/** Returns whether Postgres accepts changes. @throws if it does not respond */
export async function askDatabase(db: Database): Promise<'ok' | 'read-only'> {
  const { rows } = await sql<{
    readOnly: boolean;
  }>`SELECT current_setting('transaction_read_only')::boolean AS read_only`.execute(db);
  return rows[0]!.readOnly ? 'read-only' : 'ok';
}
