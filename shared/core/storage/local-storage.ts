import type { Stats } from 'node:fs';
import { link, lstat, mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { copyPrivately, restrictToOwner } from '../files/private-files.ts';
import { checkKey, missingFile, type Storage, type StoredFile } from './storage.ts';

/** Opens a store in a local folder. */
export function openLocalStorage(root: string): Storage {
  const base = resolve(root);
  const pathOf = async (key: string) => {
    const path = resolve(base, checkKey(key));
    if (!path.startsWith(base + sep)) throw new Error(`Not an object key: ${JSON.stringify(key)}`);
    await refuseLinks(base, path);
    return path;
  };
  const find = async (key: string) => {
    const stats = await lstat(await pathOf(key)).catch(ignoreMissing);
    return stats?.isFile() ? storedFile(key, stats) : undefined;
  };
  return {
    async putFile(key, localPath) {
      const path = await pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      await moveFile(localPath, path);
      await restrictToOwner(path);
      return (await stat(path)).size;
    },
    async localPath(key) {
      const path = await pathOf(key);
      if (!(await lstat(path).catch(ignoreMissing))) throw missingFile(key);
      return path;
    },
    copyOut: async (key, to) => linkOrCopy(await pathOf(key), to),
    // Stored files are never removed while something reads them.
    hold: (work) => work(),
    find,
    remove: async (key) => rm(await pathOf(key), { force: true }),
    listFolder: (folder) => namesIn(join(root, folder)),
    async *listFiles(folder) {
      for (const name of await namesIn(join(root, folder))) {
        const key = folder === '' ? name : `${folder}/${name}`;
        const stats = await lstat(join(root, key)).catch(ignoreMissing);
        if (stats?.isDirectory()) yield* this.listFiles(key);
        else if (stats?.isFile()) yield storedFile(key, stats);
      }
    },
    direct: null,
    close: async () => {},
  };
}

const storedFile = (key: string, { size, mtimeMs, ctimeMs }: Stats): StoredFile => ({
  key,
  bytes: size,
  cameAt: Math.max(mtimeMs, ctimeMs),
});

const namesIn = async (path: string) => (await readdir(path).catch(ignoreMissing))?.toSorted() ?? [];

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}

/** We create no links, so a link in the path of a file leads outside. */
async function refuseLinks(base: string, path: string): Promise<void> {
  const realBase = await realpath(base).catch(ignoreMissing);
  if (realBase === undefined) return;
  // A missing file cannot be a link: the nearest existing folder decides.
  for (let at = path; at !== base; at = dirname(at)) {
    const real = await realpath(at).catch(ignoreMissing);
    if (real === undefined) continue;
    if (real !== join(realBase, relative(base, at))) throw new Error(`The path ${path} contains a link.`);
    return;
  }
}

/** Stored files are never written to again, so a hard link is safe. Other users may not read the copy. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw error;
    return copyPrivately(from, to);
  });
  // Other users may be able to read a file that an earlier version stored.
  await restrictToOwner(to);
}

/** Moves a file, also from another file system. Either way, it becomes visible atomically. */
export async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    // On another file system, the rename that makes it visible must still be atomic.
    const part = `${to}.part`;
    try {
      await copyPrivately(from, part);
      await rename(part, to);
    } catch (failure) {
      await rm(part, { force: true });
      throw failure;
    }
    await rm(from);
  }
}
