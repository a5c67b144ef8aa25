import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  PostgresDriver,
  type PostgresDialectConfig,
  type TransactionSettings,
} from 'kysely';

export interface DialectOptions extends PostgresDialectConfig {
  /** See `openDatabase`. */
  idleInTransactionMs: number;
}

/**
 * Postgres behind a pooler whose connections change after each transaction, such as PgBouncer: no statement
 * changes a session. Settings are local to transactions, and locks end with them.
 */
export class SessionlessDialect extends PostgresDialect {
  readonly #options: DialectOptions;

  constructor(options: DialectOptions) {
    super(options);
    this.#options = options;
  }

  override createDriver(): PostgresDriver {
    return new SessionlessDriver(this.#options);
  }
}

class SessionlessDriver extends PostgresDriver {
  readonly #limit: string;

  constructor(options: DialectOptions) {
    super(options);
    this.#limit = `set local idle_in_transaction_session_timeout = ${options.idleInTransactionMs}`;
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const isolation = isolationLevel ? ` isolation level ${isolationLevel}` : '';
    const access = accessMode ? ` ${accessMode}` : '';
    // One round trip for both statements.
    const begin = `start transaction${isolation}${access}; ${this.#limit}`;
    await connection.executeQuery(CompiledQuery.raw(begin));
  }
}
