import { sql } from 'kysely';
import type { Executor } from '#core/db/database.ts';

const BATCH = 500;

/** Returns every table that contains our rows, referenced tables first. */
export async function listTables(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ name: string; needs: string[] }>`
    SELECT c.relname AS name, COALESCE((SELECT array_agg(DISTINCT f.confrelid::regclass::text) FROM pg_constraint AS f
      WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid), '{}') AS needs
    FROM pg_class AS c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND c.relname NOT LIKE 'kysely\\_migration%' ORDER BY 1`.execute(db);
  const ordered: string[] = [];
  while (ordered.length < rows.length) {
    const ready = rows.filter(
      ({ name, needs }) => !ordered.includes(name) && needs.every((n) => ordered.includes(n)),
    );
    if (ready.length === 0) throw new Error('The foreign keys of the tables form a circle.');
    ordered.push(...ready.map(({ name }) => name));
  }
  return ordered;
}

/** Yields each row of a table as one line of JSON. Call it in a transaction. */
export async function* dumpTable(trx: Executor, table: string): AsyncGenerator<string> {
  yield* readAll(trx, sql`SELECT to_jsonb(t)::text AS line FROM ${sql.table(table)} AS t`);
}

/** Yields the key of every stored file that a row of these tables refers to. Call it in a transaction. */
export async function* dumpObjectKeys(trx: Executor, tables: string[]): AsyncGenerator<string> {
  const ofArtifacts = sql`SELECT file ->> 'objectKey' AS line FROM artifacts, jsonb_array_elements(files) AS file`;
  // The first version of Cutroom had no uploads.
  const ofUploads = tables.includes('objects')
    ? sql`UNION SELECT object_key FROM objects WHERE object_key IS NOT NULL`
    : sql``;
  yield* readAll(trx, sql`${ofArtifacts} ${ofUploads} ORDER BY 1`);
}

async function* readAll(trx: Executor, query: ReturnType<typeof sql>): AsyncGenerator<string> {
  await sql`DECLARE lines NO SCROLL CURSOR FOR ${query}`.execute(trx);
  for (;;) {
    const { rows } = await sql<{ line: string }>`FETCH ${sql.lit(BATCH)} FROM lines`.execute(trx);
    if (rows.length === 0) break;
    for (const { line } of rows) yield line;
  }
  await sql`CLOSE lines`.execute(trx);
}

/** Inserts rows that `dumpTable` yielded. */
export async function loadTable(
  executor: Executor,
  table: string,
  lines: AsyncIterable<string>,
): Promise<void> {
  // Columns are named as the database names them.
  const trx = executor.withoutPlugins();
  let batch: string[] = [];
  // Generated columns cannot be written.
  const { rows } = await sql<{ column: string }>`SELECT attname AS column FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`.execute(
    trx,
  );
  const columns = sql.join(rows.map(({ column }) => sql.ref(column)));
  const write = async () => {
    if (batch.length === 0) return;
    await sql`INSERT INTO ${sql.table(table)} (${columns}) OVERRIDING SYSTEM VALUE
      SELECT ${columns} FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${`[${batch.join(',')}]`}::jsonb)`.execute(
      trx,
    );
    batch = [];
  };
  for await (const line of lines) if (batch.push(line) >= BATCH) await write();
  await write();
  await continueCounting(trx, table);
}

/** Makes new rows get numbers after those of the loaded rows. */
async function continueCounting(trx: Executor, table: string): Promise<void> {
  const { rows } = await sql<{ column: string }>`SELECT attname AS column FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attidentity <> ''`.execute(trx);
  for (const { column } of rows) {
    await sql`SELECT setval(pg_get_serial_sequence(${table}, ${column}), max(${sql.ref(column)}))
      FROM ${sql.table(table)}`.execute(trx);
  }
}

/** Returns the tables that have a row. */
export async function filledTables(db: Executor): Promise<string[]> {
  const nonEmpty: string[] = [];
  for (const table of await listTables(db)) {
    const { rows } = await sql<{
      filled: boolean;
    }>`SELECT EXISTS (SELECT FROM ${sql.table(table)}) AS filled`.execute(db);
    if (rows[0]!.filled) nonEmpty.push(table);
  }
  return nonEmpty;
}
