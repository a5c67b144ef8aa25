import type { Database } from '../db/database.ts';
import type { Logger } from '../logger.ts';
import type { Storage } from './storage.ts';

const BATCH = 500;

/**
 * Removes the files of deleted rows. Called after a deletion's commit and periodically: another node continues what one
 * left because it died or its store was away. Removing a file twice does no harm.
 */
export async function removeFiles(parts: { db: Database; storage: Storage; log: Logger }): Promise<void> {
  const { db, storage, log } = parts;
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('files_to_remove')
      .select('object_key')
      .where('object_key', '>', after)
      .orderBy('object_key')
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    const removed: string[] = [];
    for (const { object_key: key } of rows) {
      try {
        await storage.remove(key);
        removed.push(key);
      } catch (error) {
        log.warn({ err: (error as Error).message }, 'a file is removed later');
      }
    }
    if (removed.length > 0)
      await db.deleteFrom('files_to_remove').where('object_key', 'in', removed).execute();
    after = rows.at(-1)!.object_key;
  }
}
