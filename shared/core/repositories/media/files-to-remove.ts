import type { Database } from '../../db/database.ts';

/** Returns a batch of file keys whose rows are deleted, in order, starting after a key. */
export async function findFilesToRemove(db: Database, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('filesToRemove')
    .select('objectKey')
    .where('objectKey', '>', after)
    .orderBy('objectKey')
    .limit(limit)
    .execute();
  return rows.map((row) => row.objectKey);
}

/** Removes the records of deleted files. */
export async function forgetRemovedFiles(db: Database, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await db.deleteFrom('filesToRemove').where('objectKey', 'in', keys).execute();
}
