import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Executor } from './database.ts';
import { prepared } from './prepared.ts';

type Queries = Record<string, Expression<unknown>>;
type Rows<Q extends Queries> = { [Name in keyof Q]: Q[Name] extends Expression<infer Row> ? Row[] : never };

/**
 * Several queries as one statement: one round trip, and the state of one moment. Returns the rows of each. They arrive
 * as JSON, so their columns must be of JSON's types or, if their names end with `_at`, timestamps.
 */
export function readTogether<Args extends unknown[], Q extends Queries>(
  build: (db: Executor, ...args: Args) => Q,
): (db: Executor, ...args: Args) => Promise<Rows<Q>> {
  const read = prepared((db: Executor, ...args: Args) => joined(build(db, ...args)));
  return async (db, ...args) => {
    const [parts] = await read(db, ...args);
    for (const rows of Object.values(parts!)) for (const row of rows) reviveTimestamps(row);
    return parts as Rows<Q>;
  };
}

type JsonRow = Record<string, unknown>;

function joined(queries: Queries): RawBuilder<Record<string, JsonRow[]>> {
  const columns = Object.entries(queries).map(
    ([name, query]) =>
      sql`(SELECT COALESCE(json_agg(part), '[]') FROM (${query}) AS part) AS ${sql.ref(name)}`,
  );
  return sql`SELECT ${sql.join(columns)}`;
}

function reviveTimestamps(row: JsonRow): void {
  for (const name of Object.keys(row)) {
    const value = row[name];
    if (name.endsWith('_at') && typeof value === 'string') row[name] = new Date(value);
  }
}
