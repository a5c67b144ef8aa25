import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Transaction,
} from 'kysely';

/** Locks are those of the transaction: a session's lock would stay with a pooler's connection. */
class UnlockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/**
 * Returns a database for kysely's migrator whose statements all belong to an open transaction. Its own
 * transactions are parts of that one, so an error must end it. It takes no lock.
 */
export function insideTransaction<T>(trx: Transaction<T>): Kysely<T> {
  const connection: DatabaseConnection = {
    executeQuery: <R>(query: CompiledQuery) => trx.executeQuery<R>(query as CompiledQuery<R>),
    // oxlint-disable-next-line require-yield
    async *streamQuery() {
      throw new Error('Rows cannot be streamed inside a transaction.');
    },
  };
  const nothing = async () => {};
  const driver: Driver = {
    init: nothing,
    acquireConnection: async () => connection,
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    releaseConnection: nothing,
    destroy: nothing,
  };
  return new Kysely<T>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new UnlockedAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}
