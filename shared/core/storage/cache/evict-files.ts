import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ASIDE } from './fetch-once.ts';

/** An incomplete file that was not written to for this long was left by a process that ended, in ms. */
const LEFT_MS = 3600_000;

interface Cached {
  path: string;
  bytes: number;
  usedAt: number;
  isOpen: boolean;
}

/**
 * Removes files that were not used since `usedAfter`, then the least recently used ones until `maxBytes`
 * remain. A file that a process has open stays: its hard links count.
 * @returns the bytes that remain
 */
export async function evictFiles(
  dir: string,
  { maxBytes, usedAfter }: { maxBytes: number; usedAfter: number },
): Promise<number> {
  const files: Cached[] = [];
  for await (const file of filesIn(dir)) files.push(file);
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { path, bytes, usedAt, isOpen } of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
    if (total <= maxBytes && usedAt >= usedAfter) break;
    if (isOpen) continue;
    await rm(path, { force: true });
    total -= bytes;
  }
  return total;
}

/** Yields the complete files, and removes what ended processes left. */
async function* filesIn(dir: string): AsyncGenerator<Cached> {
  for (const name of await readdir(dir).catch(() => [])) {
    const path = join(dir, name);
    const stats = await lstat(path).catch(() => null);
    if (stats?.isDirectory()) yield* filesIn(path);
    else if (stats && !name.includes(ASIDE))
      yield { path, bytes: stats.size, usedAt: stats.mtimeMs, isOpen: stats.nlink > 1 };
    else if (stats && Date.now() - stats.mtimeMs > LEFT_MS) await rm(path, { force: true });
  }
}
