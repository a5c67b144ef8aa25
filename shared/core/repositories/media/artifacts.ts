import { type InferResult, sql } from 'kysely';
import type { Executor } from '../../db/database.ts';

export interface ArtifactFile {
  name: string;
  objectKey: string;
  bytes: number;
}

export interface Artifact {
  key: string;
  job: string;
  ownerId: string | null;
  data: unknown;
  files: ArtifactFile[];
}

const COLUMNS = ['key', 'job', 'ownerId', 'data', 'files'] as const;

/** Finds an artifact by its key and marks it as used now. Returns `undefined` if it does not exist. */
export async function touchArtifact(db: Executor, key: string): Promise<Artifact | undefined> {
  const row = await db
    .updateTable('artifacts')
    .set({ lastUsedAt: sql`now()` })
    .where('key', '=', key)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row as Artifact | undefined;
}

export async function findArtifacts(db: Executor, keys: string[]): Promise<Map<string, Artifact>> {
  if (keys.length === 0) return new Map();
  return byKey(await selectArtifacts(db).where('key', 'in', keys).execute());
}

export const selectArtifacts = (db: Executor) => db.selectFrom('artifacts').select(COLUMNS);

export function byKey(rows: InferResult<ReturnType<typeof selectArtifacts>>): Map<string, Artifact> {
  return new Map(rows.map((row) => [row.key, row as unknown as Artifact]));
}

/** Deletes an artifact, unless its key has a newer one, and writes its files to files_to_remove. */
export async function deleteArtifact(db: Executor, { key, files }: Artifact): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM artifacts WHERE key = ${key} AND files = ${JSON.stringify(files)}::jsonb RETURNING files)
    INSERT INTO files_to_remove (object_key)
    SELECT file ->> 'objectKey' FROM gone, jsonb_array_elements(gone.files) AS file
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Returns `false` if another worker was first: then its artifact counts. */
export async function insertArtifact(
  db: Executor,
  artifact: Artifact & { version: number },
): Promise<boolean> {
  const inserted = await db
    .insertInto('artifacts')
    .values({
      key: artifact.key,
      job: artifact.job,
      version: artifact.version,
      ownerId: artifact.ownerId,
      data: JSON.stringify(artifact.data),
      files: JSON.stringify(artifact.files),
      bytes: artifact.files.reduce((sum, file) => sum + file.bytes, 0),
    })
    .onConflict((oc) => oc.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Returns the bytes of an artifact's files; `undefined` for an unknown one. */
export async function readArtifactBytes(db: Executor, key: string): Promise<number | undefined> {
  const row = await db.selectFrom('artifacts').select('bytes').where('key', '=', key).executeTakeFirst();
  return row && Number(row.bytes);
}
