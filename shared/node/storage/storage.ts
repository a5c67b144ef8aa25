import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';

/** Where files are kept. Keys are made by the server: segments of [a-z0-9._-] joined by slashes. */
export interface Storage {
  /** Moves a finished local file under a key, as a whole or not at all; gives its bytes. */
  putFile(key: string, localPath: string): Promise<number>;
  /** A path that can be read until the process ends. */
  localPath(key: string): Promise<string>;
  remove(key: string): Promise<void>;
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
  };
}

async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    // Another file system: the rename that makes it visible must still be one step.
    await copyFile(from, `${to}.part`);
    await rename(`${to}.part`, to);
    await rm(from);
  }
}
