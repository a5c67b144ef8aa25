import { type Expression, sql } from 'kysely';
import type { Executor } from './database.ts';

type Rows<Queries> = { [Name in keyof Queries]: Queries[Name] extends Expression<infer Row> ? Row[] : never };
type JsonRow = Record<string, unknown>;

/**
 * Reads the rows of several queries in one statement: one round trip, and the state of one moment. The rows arrive as
 * JSON, so their columns must be of JSON's types or, if their names end with `_at`, timestamps.
 */
export async function readTogether<Queries extends Record<string, Expression<unknown>>>(
  db: Executor,
  queries: Queries,
): Promise<Rows<Queries>> {
  const columns = Object.entries(queries).map(
    ([name, query]) =>
      sql`(SELECT COALESCE(json_agg(part), '[]') FROM (${query}) AS part) AS ${sql.ref(name)}`,
  );
  const { rows } = await sql<Record<string, JsonRow[]>>`SELECT ${sql.join(columns)}`.execute(db);
  const [parts] = rows;
  for (const row of Object.values(parts!).flat()) reviveTimestamps(row);
  return parts as Rows<Queries>;
}

function reviveTimestamps(row: JsonRow): void {
  for (const name of Object.keys(row)) {
    const value = row[name];
    if (name.endsWith('_at') && typeof value === 'string') row[name] = new Date(value);
  }
}
