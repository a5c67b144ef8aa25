import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';

/** Where files are kept. Keys are made by the server: segments of [a-z0-9._-] joined by slashes. */
export interface Storage {
  /** Moves a finished local file under a key, as a whole or not at all; gives its bytes. */
  putFile(key: string, localPath: string): Promise<number>;
  /** A path that can be read until the process ends. */
  localPath(key: string): Promise<string>;
  remove(key: string): Promise<void>;
  /** The names in a folder of keys, '' for the root; none when there is no such folder. */
  listFolder(folder: string): Promise<string[]>;
  /** Every file under a folder of keys. */
  listFiles(folder: string): AsyncIterable<StoredFile>;
}

export interface StoredFile {
  key: string;
  bytes: number;
  /** When it came here, in Unix ms: a file that is moved keeps the time of its content. */
  cameAt: number;
}

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** The local folder backend. */
export function openLocalStorage(root: string): Storage {
  const pathOf = (key: string) => {
    const path = resolve(root, key);
    if (!KEY.test(key) || key.includes('..') || !path.startsWith(resolve(root) + sep)) {
      throw new Error(`Not an object key: ${JSON.stringify(key)}`);
    }
    return path;
  };
  return {
    async putFile(key, localPath) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      await moveFile(localPath, path);
      return (await stat(path)).size;
    },
    localPath: async (key) => pathOf(key),
    remove: (key) => rm(pathOf(key), { force: true }),
    listFolder: (folder) => namesIn(join(root, folder)),
    async *listFiles(folder) {
      for (const name of await namesIn(join(root, folder))) {
        const key = folder === '' ? name : `${folder}/${name}`;
        const found = await stat(join(root, key)).catch(ignoreMissing);
        if (found?.isDirectory()) yield* this.listFiles(key);
        else if (found) yield { key, bytes: found.size, cameAt: Math.max(found.mtimeMs, found.ctimeMs) };
      }
    },
  };
}

const namesIn = async (path: string) => (await readdir(path).catch(ignoreMissing))?.toSorted() ?? [];

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    // Another file system: the rename that makes it visible must still be one step.
    const part = `${to}.part`;
    try {
      await copyFile(from, part);
      await rename(part, to);
    } catch (failure) {
      await rm(part, { force: true });
      throw failure;
    }
    await rm(from);
  }
}
