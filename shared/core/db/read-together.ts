import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Executor } from './database.ts';
import { prepared } from './prepared.ts';

type Queries = Record<string, Expression<unknown>>;
type Rows<Q extends Queries> = { [Name in keyof Q]: Q[Name] extends Expression<infer Row> ? Row[] : never };

/**
 * Several queries as one statement: one round trip, and the state of one moment. Returns the rows of each with the
 * version of all of them, or undefined if they still have the version `known`: then Postgres sends none. The rows
 * arrive as JSON, so their columns must be of JSON's types or, if their names end with `_at`, timestamps.
 */
export function readTogether<Args extends unknown[], Q extends Queries>(
  build: (db: Executor, ...args: Args) => Q,
): (db: Executor, known: string | null, ...args: Args) => Promise<Versioned<Rows<Q>> | undefined> {
  const read = prepared((db: Executor, known: string | null, ...args: Args) =>
    joined(build(db, ...args), known),
  );
  return async (db, known, ...args) => {
    const [{ version, parts }] = (await read(db, known, ...args)) as [Joined];
    if (parts === null) return undefined;
    for (const rows of Object.values(parts)) for (const row of rows) reviveTimestamps(row);
    return { version, parts: parts as Rows<Q> };
  };
}

/** Rows with their version: as long as it is the same, so are all of their values. */
export interface Versioned<Parts> {
  version: string;
  parts: Parts;
}

type JsonRow = Record<string, unknown>;
type Joined = Versioned<Record<string, JsonRow[]> | null>;

function joined(queries: Queries, known: string | null): RawBuilder<Joined> {
  const parts = Object.entries(queries).map(
    ([name, query]) => sql`${sql.lit(name)}, (SELECT COALESCE(json_agg(part), '[]') FROM (${query}) AS part)`,
  );
  return sql`
    WITH joined AS MATERIALIZED (SELECT json_build_object(${sql.join(parts)}) AS parts),
      versioned AS MATERIALIZED (
        SELECT parts, encode(sha256(convert_to(parts::text, 'UTF8')), 'base64') AS version FROM joined)
    SELECT version, CASE WHEN version = ${known}::text THEN NULL ELSE parts END AS parts FROM versioned`;
}

function reviveTimestamps(row: JsonRow): void {
  for (const name of Object.keys(row)) {
    const value = row[name];
    if (name.endsWith('_at') && typeof value === 'string') row[name] = new Date(value);
  }
}
