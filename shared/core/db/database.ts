import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Pool } from 'pg';
import { names } from './names.ts';
import type { DB } from './types.generated.ts';

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
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    // Sent as a query, since poolers refuse it as a parameter of the connection. The pool waits for it.
    onConnect: (client) => client.query(`SET idle_in_transaction_session_timeout = ${idleInTransactionMs}`),
  });
  pool.on('error', onError);
  // The pool handles errors of idle connections only. A connection lost between two queries would end the
  // process.
  pool.on('connect', (client) => client.on('error', onError));
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins: [names] });
}

/** Resolves when Postgres responds. */
export async function askDatabase(db: Database): Promise<void> {
  await sql`SELECT 1`.execute(db);
}
