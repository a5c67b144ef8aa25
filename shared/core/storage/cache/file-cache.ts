import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { link, mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { moveFile } from '../local-storage.ts';
import { openTempDir, sweepTempDirs } from '../../files/temp.ts';
import { evictFiles } from './evict-files.ts';
import { fetchOnce } from './fetch-once.ts';

export interface CacheOptions {
  dir: string;
  /** The size above which the least recently used files are removed, in bytes. */
  maxBytes: number;
}

/** Copies of stored files on this machine, shared by its processes. */
export interface FileCache {
  /**
   * Returns the path of a key's file. It stays readable while it is held, or for 15 minutes.
   * @param fetch writes the file to a path, if no process of this machine has it
   */
  open(key: string, fetch: (to: string) => Promise<void>): Promise<string>;
  /** Moves a local file into the cache. Without room on the disk it is only removed. */
  add(key: string, localPath: string): Promise<void>;
  /** Removes a key's file. Whoever has it open can read it to its end. */
  remove(key: string): Promise<void>;
  /** Runs work, and holds each file that it opens until it ends. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A file that this process has open: a hard link, which remains when the cache removes its own. */
interface Opened {
  folder: string;
  path: string;
  holders: Set<object>;
}

/** How long a file stays open that no work holds, in ms: longer than any request uses it. */
const UNHELD_MS = 15 * 60_000;
/** Files that no process used for this long are removed: their originals may have been deleted. */
const UNUSED_MS = 24 * 3600_000;
const CLEAN_EVERY_MS = 3600_000;
/** The part of the limit by which the cache may grow before its size is measured again. */
const UNMEASURED = 0.05;

export async function openFileCache({ dir, maxBytes }: CacheOptions, now = Date.now): Promise<FileCache> {
  const filesDir = join(dir, 'files');
  const openDir = join(dir, 'open');
  await mkdir(filesDir, { recursive: true });
  await mkdir(openDir, { recursive: true });
  await sweepTempDirs(openDir);
  const ownDir = await openTempDir(openDir);
  const opened = new Map<string, Opened>();
  const opening = new Map<string, Promise<Opened>>();
  const timers = new Set<NodeJS.Timeout>();
  const holding = new AsyncLocalStorage<Set<Opened>>();
  const pathOf = (key: string) => join(filesDir, key);

  /** The size when it was last measured, and what this process added since, in bytes. */
  let measured = 0;
  let added = 0;
  let cleaning: Promise<void> | undefined;
  const clean = async () => {
    added = 0;
    measured = await evictFiles(filesDir, { maxBytes, usedAfter: now() - UNUSED_MS });
    await sweepTempDirs(openDir);
  };
  const cleanSoon = () => {
    cleaning ??= clean()
      .catch(() => {})
      .finally(() => (cleaning = undefined));
    return cleaning;
  };
  const cleanIfLarge = () => {
    if (measured + added > maxBytes || added > maxBytes * UNMEASURED) void cleanSoon();
  };
  const grow = (bytes: number) => {
    added += bytes;
    cleanIfLarge();
  };
  const cleaner = setInterval(cleanSoon, CLEAN_EVERY_MS).unref();

  async function release(file: Opened, holder: object): Promise<void> {
    file.holders.delete(holder);
    if (file.holders.size > 0) return;
    for (const [key, known] of opened) if (known === file) opened.delete(key);
    await rm(file.folder, { recursive: true, force: true });
    cleanIfLarge();
  }

  /** Holds a file for the current work, or for a while. */
  function hold(file: Opened): string {
    const holder = holding.getStore();
    if (holder) {
      file.holders.add(holder);
      holder.add(file);
      return file.path;
    }
    const request = {};
    file.holders.add(request);
    const timer = setTimeout(() => {
      timers.delete(timer);
      release(file, request).catch(() => {});
    }, UNHELD_MS).unref();
    timers.add(timer);
    return file.path;
  }

  async function openNow(key: string, fetch: (to: string) => Promise<void>): Promise<Opened> {
    const cached = pathOf(key);
    const folder = join(ownDir, randomUUID());
    const path = join(folder, basename(key));
    await mkdir(folder);
    try {
      for (;;) {
        const isHere = await link(cached, path).then(
          () => true,
          (error: NodeJS.ErrnoException) => {
            if (error.code !== 'ENOENT') throw error;
            return false;
          },
        );
        if (isHere) break;
        // Between its arrival and the link, another process may remove it again.
        await fetchOnce(cached, fetch);
        grow((await stat(cached).catch(() => null))?.size ?? 0);
      }
      const file = { folder, path, holders: new Set<object>() };
      opened.set(key, file);
      return file;
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  await cleanSoon();
  return {
    async open(key, fetch) {
      let file = opened.get(key);
      if (!file) {
        const opened = opening.get(key) ?? openNow(key, fetch).finally(() => opening.delete(key));
        opening.set(key, opened);
        file = await opened;
      }
      const path = hold(file);
      await utimes(path, new Date(now()), new Date(now())).catch(() => {});
      return path;
    },
    async add(key, localPath) {
      const cached = pathOf(key);
      opened.delete(key);
      try {
        await mkdir(dirname(cached), { recursive: true });
        const aside = `${cached}~${randomUUID()}`;
        await moveFile(localPath, aside);
        await utimes(aside, new Date(now()), new Date(now()));
        await rename(aside, cached);
        grow((await stat(cached)).size);
      } catch {
        await rm(localPath, { force: true });
      }
    },
    async remove(key) {
      opened.delete(key);
      await rm(pathOf(key), { force: true });
    },
    async hold(work) {
      // What inner work opens stays open for all of the outer work.
      if (holding.getStore()) return work();
      const holder = new Set<Opened>();
      try {
        return await holding.run(holder, work);
      } finally {
        await Promise.all([...holder].map((file) => release(file, holder)));
      }
    },
    async close() {
      clearInterval(cleaner);
      for (const timer of timers) clearTimeout(timer);
      await cleaning;
      await rm(ownDir, { recursive: true, force: true });
    },
  };
}
