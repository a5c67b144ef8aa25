// @ts-check
import { chmodSync, chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isReachableByNobody, isRoot, nobody } from './nobody.mjs';

/** Shared by all users of the machine, as /tmp is. */
const STICKY = 0o1000;

/** Withholds new files and folders from all users but their owner. */
export const PRIVATE_UMASK = 0o077;

/**
 * Makes a data folder accessible to its owner alone. If it contains root's PostgreSQL, which runs as the user nobody,
 * that user's group may pass through the folder and still reads nothing.
 * @param {string} folder
 * @param {{ withPostgres: boolean }} options
 */
export function closeDataFolder(folder, { withPostgres }) {
  const { mode, uid } = statSync(folder);
  if (mode & STICKY || (process.getuid && uid !== process.getuid())) return;
  if (isRoot() && withPostgres && isReachableByNobody(dirname(folder))) {
    chownSync(folder, uid, nobody().gid);
    chmodSync(folder, 0o710);
  } else {
    chmodSync(folder, 0o700);
  }
}
