import type { Database } from '../db/database.ts';
import type { Logger } from '../lib/logger.ts';
import { findFilesToRemove, forgetRemovedFiles } from '../repositories/media/files-to-remove.ts';
import type { ObjectStore } from './storage.ts';

const BATCH = 500;

/**
 * Removes the files of deleted rows. Called after a deletion's commit and periodically: another node
 * continues if one died or its store was unavailable. Removing a file twice is harmless.
 */
export async function removeFiles(parts: { db: Database; storage: ObjectStore; log: Logger }): Promise<void> {
  const { db, storage, log } = parts;
  let after = '';
  for (;;) {
    const keys = await findFilesToRemove(db, after, BATCH);
    if (keys.length === 0) return;
    const removed: string[] = [];
    for (const key of keys) {
      try {
        await storage.remove(key);
        removed.push(key);
      } catch (error) {
        log.warn({ err: (error as Error).message }, 'file removal postponed');
      }
    }
    await forgetRemovedFiles(db, removed);
    after = keys.at(-1)!;
  }
}
