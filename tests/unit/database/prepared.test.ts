import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { expect, it } from 'vitest';
import type { Database, Executor } from '#core/db/database.ts';
import { prepared } from '#core/db/prepared.ts';

/** Creates a database that only records the queries that it receives. */
function recorder() {
  const sent: CompiledQuery[] = [];
  const driver = new DummyDriver();
  const acquire = driver.acquireConnection.bind(driver);
  driver.acquireConnection = async () => {
    const connection = await acquire();
    connection.executeQuery = async (query) => {
      sent.push(query);
      return { rows: [] };
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
  });
  return { db, sent };
}

it("compiles a statement once, and sends each call's own arguments in order", async () => {
  const { db, sent } = recorder();
  let built = 0;
  const read = prepared((executor: Executor, id: string, userId: string) => {
    built += 1;
    const own = executor.selectFrom('projects').select('id').where('user_id', '=', userId);
    return sql`SELECT ${own.where('id', 'in', [id])}, ${userId}::text, ${'fixed'}::text`;
  });
  await Promise.all([read(db, 'a', 'one'), read(db, 'b', 'two'), read(db, 'a', 'two')]);
  expect(built).toBe(1);
  expect(new Set(sent.map((query) => query.sql)).size).toBe(1);
  expect(sent.map(({ parameters }) => parameters)).toEqual([
    ['one', 'a', 'one', 'fixed'],
    ['two', 'b', 'two', 'fixed'],
    ['two', 'a', 'two', 'fixed'],
  ]);
});
