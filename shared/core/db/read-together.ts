import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Executor } from './database.ts';
import { names } from './names.ts';
import { prepared } from './prepared.ts';

type Queries = Record<string, Expression<unknown>>;
type Rows<Q extends Queries> = { [Name in keyof Q]: Q[Name] extends Expression<infer Row> ? Row[] : never };

/**
 * Runs several queries as one statement: one round trip, and the state of one moment. Returns the rows of
 * each query and the version of all rows. Returns `undefined` if the version is still `knownVersion`;
 * Postgres then sends no rows. The rows arrive as JSON, so their columns must have JSON types or, if their
 * names end with `At`, be timestamps.
 */
export function readTogether<Args extends unknown[], Q extends Queries>(
  build: (db: Executor, ...args: Args) => Q,
): (db: Executor, knownVersion: string | null, ...args: Args) => Promise<Versioned<Rows<Q>> | undefined> {
  const read = prepared((db: Executor, knownVersion: string | null, ...args: Args) =>
    joined(build(db, ...args), knownVersion),
  );
  return async (db, knownVersion, ...args) => {
    const [{ version, parts }] = (await read(db, knownVersion, ...args)) as [Joined];
    if (parts === null) return undefined;
    const rows = Object.entries(parts).map(([name, part]) => [name, part.map(toRow)]);
    return { version, parts: Object.fromEntries(rows) as Rows<Q> };
  };
}

/** Rows with their version. Equal versions mean equal values. */
export interface Versioned<Parts> {
  version: string;
  parts: Parts;
}

type JsonRow = Record<string, unknown>;
type Joined = Versioned<Record<string, JsonRow[]> | null>;

function joined(queries: Queries, knownVersion: string | null): RawBuilder<Joined> {
  const parts = Object.entries(queries).map(
    ([name, query]) => sql`${sql.lit(name)}, (SELECT COALESCE(json_agg(part), '[]') FROM (${query}) AS part)`,
  );
  return sql`
    WITH joined AS MATERIALIZED (SELECT json_build_object(${sql.join(parts)}) AS parts),
      versioned AS MATERIALIZED (
        SELECT parts, encode(sha256(convert_to(parts::text, 'UTF8')), 'base64') AS version FROM joined)
    SELECT version, CASE WHEN version = ${knownVersion}::text THEN NULL ELSE parts END AS parts FROM versioned`;
}

/** Returns a row as the driver would: with the names of the code, and timestamps as dates. */
function toRow(json: JsonRow): JsonRow {
  const row = names.ofRow(json);
  for (const name of Object.keys(row)) {
    const value = row[name];
    if (name.endsWith('At') && typeof value === 'string') row[name] = new Date(value);
  }
  return row;
}
