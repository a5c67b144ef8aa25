import { chmod, copyFile, lstat, readdir } from 'node:fs/promises';
import { constants } from 'node:fs';
import { join } from 'node:path';

/** The bits of a mode that belong to other users than the owner. */
const OTHERS = 0o077;
/** The bits that are left to a folder in which a service of another user has its files: others may pass through it. */
const PASSABLE = 0o711;
/** Shared by all users of the machine, as /tmp is. */
const STICKY = 0o1000;

/** What the product stores in a data folder. The database's files belong to PostgreSQL. */
const ENTRIES = [
  'library',
  'logs',
  'models',
  'objects',
  'packages-tried.json',
  'partial',
  'prepared-models',
  'redis',
  'run.json',
  'secrets.json',
  'tmp',
];

/** Withholds the files and folders that this process and its children create from all other users. */
export function createPrivately(): void {
  process.umask(OTHERS);
}

/**
 * Takes a data folder, and the first level of what the product stores in it, from other users. Folders that no other
 * user may enter protect all that is in them.
 */
export async function closeDataFolder(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => []);
  const found = await Promise.all(names.map((name) => lstat(join(dataDir, name)).catch(() => null)));
  const isShared = found.some((entry) => entry !== null && !isOurs(entry));
  await Promise.all(ENTRIES.map((name) => takeFromOthers(join(dataDir, name))));
  await takeFromOthers(dataDir, isShared ? PASSABLE : 0o700);
}

/** Takes everything that the product stores in a data folder from other users: earlier versions let them read it. */
export async function closeDataFiles(dataDir: string): Promise<void> {
  for (const name of ENTRIES) await closeTree(join(dataDir, name));
}

async function closeTree(path: string): Promise<void> {
  const found = await takeFromOthers(path);
  if (!found?.isDirectory()) return;
  for (const name of await readdir(path).catch(() => [])) await closeTree(join(path, name));
}

/** Copies a file for this user alone: a copy has the mode of its original otherwise. */
export async function copyPrivately(from: string, to: string): Promise<void> {
  // A reflink where the file system supports it.
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await takeFromOthers(to);
}

/**
 * Clears the rights of other users to a file or folder of this process's user. Links and files of others stay as they
 * are.
 * @returns its state; null if it is missing
 */
export async function takeFromOthers(path: string, most = 0o700) {
  const found = await lstat(path).catch(() => null);
  if (!found || found.isSymbolicLink() || !isOurs(found) || found.mode & STICKY) return found;
  // It may be removed meanwhile, or be on a file system without modes.
  if (found.mode & 0o777 & ~most) await chmod(path, found.mode & most).catch(() => {});
  return found;
}

const isOurs = ({ uid }: { uid: number }) => process.getuid === undefined || uid === process.getuid();
