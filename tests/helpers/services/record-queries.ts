import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Database } from '#core/db/database.ts';
import { names } from '#core/db/names.ts';

/** Creates a database that only records the queries that it receives, and answers each with these rows. */
export function recordQueries(rows: unknown[] = []) {
  const sent: CompiledQuery[] = [];
  const driver = new DummyDriver();
  const acquire = driver.acquireConnection.bind(driver);
  driver.acquireConnection = async () => {
    const connection = await acquire();
    connection.executeQuery = async <Row>(query: CompiledQuery) => {
      sent.push(query);
      return { rows: rows as Row[] };
    };
    return connection;
  };
  const db: Database = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [names],
  });
  return { db, sent };
}
