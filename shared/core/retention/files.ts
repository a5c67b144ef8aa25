import type { Database } from '../db/database.ts';
import type { ObjectStore } from '../storage/storage.ts';
import { findNamedFiles, findShards, isNamed } from '../repositories/retention/files.ts';
import type { Item } from '../repositories/retention/item.ts';

/**
 * A file is stored before its row is written. A file that has no row after this long never gets one, in ms.
 */
const ORPHAN_MS = 24 * 3600 * 1000;

/**
 * Compares the store with the rows, one folder at a time. Finds files without a row, and rows whose files are
 * missing. Changes nothing.
 */
export async function compareFiles(
  { db, storage }: { db: Database; storage: ObjectStore },
  now: () => number = Date.now,
): Promise<{ orphans: Item[]; missing: string[] }> {
  const orphans: Item[] = [];
  const missing: string[] = [];
  const shards = (await storage.listFolder('artifacts')).map((name) => `artifacts/${name}`);
  for (const folder of new Set([...shards, ...(await findShards(db)), 'uploads'])) {
    const before = now();
    const files = [];
    for await (const file of storage.listFiles(folder)) files.push(file);
    // Read after the files: a file stored meanwhile already has its row, or is young.
    const named = await findNamedFiles(db, folder);
    for (const { key, bytes, cameAt } of files) {
      if (!named.delete(key) && before - cameAt > ORPHAN_MS) orphans.push({ kind: 'file', id: key, bytes });
    }
    for (const key of named) if (await isMissing(db, storage, key)) missing.push(key);
  }
  return { orphans, missing: missing.toSorted() };
}

/** Checks again: the file may have arrived, or its row may have been deleted, since the folder was listed. */
async function isMissing(db: Database, storage: ObjectStore, key: string): Promise<boolean> {
  return !(await storage.find(key)) && isNamed(db, key);
}
