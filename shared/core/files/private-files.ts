import { chmod, copyFile, lstat, readdir } from 'node:fs/promises';
import { constants } from 'node:fs';
import { join } from 'node:path';

/** The permission bits of users other than the owner. */
const OTHERS = 0o077;
/**
 * The permissions of a folder that contains files of a service of another user: others may pass through it.
 */
const PASSABLE = 0o711;
/** Shared by all users of the machine, as /tmp is. */
const STICKY = 0o1000;

/** The entries of a data folder that the product writes. The database's files belong to PostgreSQL. */
const ENTRIES = [
  'cache',
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

/** Makes the files and folders that this process and its children create inaccessible to other users. */
export function createPrivately(): void {
  process.umask(OTHERS);
}

/**
 * Revokes other users' access to a data folder and the first level of what the product stores in it. A folder
 * that other users cannot enter protects everything inside it.
 */
export async function closeDataFolder(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => []);
  const stats = await Promise.all(names.map((name) => lstat(join(dataDir, name)).catch(() => null)));
  const isShared = stats.some((entry) => entry !== null && !isOurs(entry));
  await Promise.all(ENTRIES.map((name) => restrictToOwner(join(dataDir, name))));
  await restrictToOwner(dataDir, isShared ? PASSABLE : 0o700);
}

/**
 * Revokes other users' access to everything that the product stores in a data folder: earlier versions let
 * them read it.
 */
export async function closeDataFiles(dataDir: string): Promise<void> {
  for (const name of ENTRIES) await closeTree(join(dataDir, name));
}

async function closeTree(path: string): Promise<void> {
  const stats = await restrictToOwner(path);
  if (!stats?.isDirectory()) return;
  for (const name of await readdir(path).catch(() => [])) await closeTree(join(path, name));
}

/** Copies a file for this user only. By default, a copy has the permissions of its original. */
export async function copyPrivately(from: string, to: string): Promise<void> {
  // Uses a reflink if the file system supports it.
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await restrictToOwner(to);
}

/**
 * Revokes other users' access to a file or folder of this process's user. Links and files of other users are
 * not changed.
 * @returns its state; `null` if it is missing
 */
export async function restrictToOwner(path: string, most = 0o700) {
  const stats = await lstat(path).catch(() => null);
  if (!stats || stats.isSymbolicLink() || !isOurs(stats) || stats.mode & STICKY) return stats;
  // It may be removed meanwhile, or be on a file system without permissions.
  if (stats.mode & 0o777 & ~most) await chmod(path, stats.mode & most).catch(() => {});
  return stats;
}

const isOurs = ({ uid }: { uid: number }) => process.getuid === undefined || uid === process.getuid();
