import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';

/** Returns the folders of artifact keys. */
export async function findShards(db: Database): Promise<string[]> {
  const { rows } = await sql<{ shard: string }>`SELECT DISTINCT left(key, 2) AS shard FROM artifacts`.execute(
    db,
  );
  return rows.map(({ shard }) => `artifacts/${shard}`);
}

/** Returns the keys under a folder that rows name, including those to be removed. */
export async function findNamedFiles(db: Database, folder: string): Promise<Set<string>> {
  const ofArtifacts =
    folder === 'uploads'
      ? sql`artifacts.job = 'fetch-media' AND file ->> 'objectKey' LIKE 'uploads/%'`
      : sql`left(artifacts.key, 2) = ${folder.slice('artifacts/'.length)}`;
  const { rows } = await sql<{ key: string }>`
    SELECT file ->> 'objectKey' AS key FROM artifacts, jsonb_array_elements(artifacts.files) AS file
    WHERE ${ofArtifacts}
    UNION SELECT object_key FROM objects WHERE object_key LIKE ${`${folder}/%`}
    UNION SELECT object_key FROM files_to_remove WHERE object_key LIKE ${`${folder}/%`}`.execute(db);
  return new Set(rows.map(({ key }) => key).filter((key) => key.startsWith(`${folder}/`)));
}

/** Whether a row names a file that must exist. */
export async function isNamed(db: Database, key: string): Promise<boolean> {
  const { rows } = await sql<{ named: boolean }>`SELECT
    EXISTS (SELECT FROM artifacts WHERE files @> jsonb_build_array(jsonb_build_object('objectKey', ${key}::text)))
    OR EXISTS (SELECT FROM objects WHERE object_key = ${key}) AS named`.execute(db);
  return rows[0]!.named;
}
