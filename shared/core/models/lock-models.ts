import { join } from 'node:path';
import { type FolderLock, lockFolder } from '../files/folder-lock.mjs';

export type ModelsLock = FolderLock<object>;

/** Locks a folder of models, which hosts may share. Returns `null` while another holder has the lock. */
export async function lockModels(dir: string): Promise<ModelsLock | null> {
  const result = await lockFolder(join(dir, '.lock'), { details: {}, isShared: true });
  return 'lock' in result ? result.lock : null;
}
