import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Storage } from '../storage/storage.ts';
import type { Item } from './report.ts';

/** A file is stored before its row is written; one without a row for this long never gets one. */
const ORPHAN_MS = 24 * 3600 * 1000;

/**
 * Compares the store with the rows, a folder at a time: files without a row, and rows whose files are missing. Changes
 * nothing.
 */
export async function compareFiles(
  { db, storage }: { db: Database; storage: Storage },
  now: () => number = Date.now,
): Promise<{ orphans: Item[]; missing: string[] }> {
  const orphans: Item[] = [];
  const missing: string[] = [];
  const shards = (await storage.listFolder('artifacts')).map((name) => `artifacts/${name}`);
  for (const folder of new Set([...shards, ...(await shardsOfRows(db)), 'uploads'])) {
    const before = now();
    const files = [];
    for await (const file of storage.listFiles(folder)) files.push(file);
    // After the files: a file stored meanwhile has its row by now, or is young.
    const named = await namedFiles(db, folder);
    for (const { key, bytes, cameAt } of files) {
      if (!named.delete(key) && before - cameAt > ORPHAN_MS) orphans.push({ kind: 'file', id: key, bytes });
    }
    for (const key of named) if (await isMissing(db, storage, key)) missing.push(key);
  }
  return { orphans, missing: missing.toSorted() };
}

/** The folders of artifact keys. */
async function shardsOfRows(db: Database): Promise<string[]> {
  const { rows } = await sql<{ shard: string }>`SELECT DISTINCT left(key, 2) AS shard FROM artifacts`.execute(
    db,
  );
  return rows.map(({ shard }) => `artifacts/${shard}`);
}

/** The keys under a folder that rows name, including those to be removed. */
async function namedFiles(db: Database, folder: string): Promise<Set<string>> {
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

/** Checked again: it may have arrived, or its row been deleted, since the folder was listed. */
async function isMissing(db: Database, storage: Storage, key: string): Promise<boolean> {
  const there = await stat(await storage.localPath(key)).then(
    () => true,
    () => false,
  );
  if (there) return false;
  const { rows } = await sql<{ named: boolean }>`SELECT
    EXISTS (SELECT FROM artifacts WHERE files @> jsonb_build_array(jsonb_build_object('objectKey', ${key}::text)))
    OR EXISTS (SELECT FROM objects WHERE object_key = ${key}) AS named`.execute(db);
  return rows[0]!.named;
}
