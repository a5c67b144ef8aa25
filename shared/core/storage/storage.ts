import { lstat, mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { copyPrivately, restrictToOwner } from '../files/private-files.ts';

/** A store of files. The server creates the keys: segments of [a-z0-9._-] joined by slashes. */
export interface Storage {
  /** Moves a finished local file to a key, atomically. Returns its size in bytes. */
  putFile(key: string, localPath: string): Promise<number>;
  /** Returns a path that is readable until the process ends. */
  localPath(key: string): Promise<string>;
  remove(key: string): Promise<void>;
  /** Lists the names in a folder of keys, '' for the root; empty for a missing folder. */
  listFolder(folder: string): Promise<string[]>;
  /** Yields every file under a folder of keys. */
  listFiles(folder: string): AsyncIterable<StoredFile>;
}

export interface StoredFile {
  key: string;
  bytes: number;
  /** The time at which it was stored, in Unix ms. A moved file has the time of its content. */
  cameAt: number;
}

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** Opens a store in a local folder. */
export function openLocalStorage(root: string): Storage {
  const base = resolve(root);
  const pathOf = async (key: string) => {
    const path = resolve(base, key);
    if (!KEY.test(key) || key.includes('..') || !path.startsWith(base + sep)) {
      throw new Error(`Not an object key: ${JSON.stringify(key)}`);
    }
    await refuseLinks(base, path);
    return path;
  };
  return {
    async putFile(key, localPath) {
      const path = await pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      await moveFile(localPath, path);
      await restrictToOwner(path);
      return (await stat(path)).size;
    },
    localPath: pathOf,
    remove: async (key) => rm(await pathOf(key), { force: true }),
    listFolder: (folder) => namesIn(join(root, folder)),
    async *listFiles(folder) {
      for (const name of await namesIn(join(root, folder))) {
        const key = folder === '' ? name : `${folder}/${name}`;
        const found = await lstat(join(root, key)).catch(ignoreMissing);
        if (found?.isDirectory()) yield* this.listFiles(key);
        else if (found?.isFile())
          yield { key, bytes: found.size, cameAt: Math.max(found.mtimeMs, found.ctimeMs) };
      }
    },
  };
}

const namesIn = async (path: string) => (await readdir(path).catch(ignoreMissing))?.toSorted() ?? [];

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
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

async function moveFile(from: string, to: string): Promise<void> {
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
