import type { Database } from '../../db/database.ts';

/** Returns a batch of file keys whose rows are deleted, in order, starting after a key. */
export async function findFilesToRemove(db: Database, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('files_to_remove')
    .select('object_key')
    .where('object_key', '>', after)
    .orderBy('object_key')
    .limit(limit)
    .execute();
  return rows.map((row) => row.object_key);
}

/** Removes the records of deleted files. */
export async function forgetRemovedFiles(db: Database, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await db.deleteFrom('files_to_remove').where('object_key', 'in', keys).execute();
}
