// @ts-check
import { chmodSync, chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isReachableByNobody, isRoot, nobody } from './nobody.mjs';

/** The sticky bit, which folders shared by all users of the machine have, such as /tmp. */
const STICKY = 0o1000;

/** Makes new files and folders accessible to their owner only. */
export const PRIVATE_UMASK = 0o077;

/**
 * Makes a data folder accessible to its owner only. If it contains root's PostgreSQL, which runs as the user `nobody`,
 * that user's group may traverse the folder, but cannot list it.
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
