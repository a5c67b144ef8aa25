import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { copyPrivately } from './private-files.ts';

/** How long a partial file is retained after its last byte, in ms. */
const RETAINED_MS = 24 * 3600_000;
/**
 * How many are retained for each user, not counting those that may still be written to. The oldest are
 * removed first.
 */
const MOST = 3;
/** Longer than any sender may be silent, in ms. */
const STILL_MS = 60_000;

/** Distinguishes files of this process from those of others, which may still be writing. */
const WRITER = randomUUID();

/**
 * Partial files of broken uploads: `{root}/{userId}/{uploadId}~{writer}~{random}`. Each request writes its
 * own file, so a late request never damages what another one resumes.
 */
const partialName = (uploadId: string) => `${uploadId}~${WRITER}~${randomUUID()}`;

interface PartialFile {
  path: string;
  bytes: number;
  changedAt: number;
}

async function partialFilesOf(root: string, userId: string): Promise<PartialFile[]> {
  const names = await readdir(join(root, userId)).catch(() => []);
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(root, userId, name);
      const stats = await stat(path).catch(() => null);
      return stats && { path, bytes: stats.size, changedAt: stats.mtimeMs };
    }),
  );
  return files.filter((file) => file !== null);
}

async function longestOf(root: string, userId: string, uploadId: string): Promise<PartialFile | undefined> {
  const files = await partialFilesOf(root, userId);
  const start = join(root, userId, `${uploadId}~`);
  return files.filter(({ path }) => path.startsWith(start)).toSorted((a, b) => b.bytes - a.bytes)[0];
}

/** Returns the bytes of a user's partial files on this node, except for one that is being resumed. */
export async function sumPartialBytes(root: string, userId: string, except?: string): Promise<number> {
  const files = await partialFilesOf(root, userId);
  const own = except === undefined ? undefined : join(root, userId, `${except}~`);
  return files.reduce((sum, { path, bytes }) => (own && path.startsWith(own) ? sum : sum + bytes), 0);
}

/** Returns how many bytes of a file have arrived. */
export async function partialBytes(root: string, userId: string, uploadId: string): Promise<number> {
  return (await longestOf(root, userId, uploadId))?.bytes ?? 0;
}

/**
 * Opens the file to which a request appends its part, after the first `offset` earlier bytes.
 * @returns the path; `null` if fewer bytes arrived, or another request is resuming it
 */
export async function openPartial(
  root: string,
  { userId, uploadId, offset }: { userId: string; uploadId: string; offset: number },
): Promise<string | null> {
  await mkdir(join(root, userId), { recursive: true, mode: 0o700 });
  const path = join(root, userId, partialName(uploadId));
  if (offset > 0) {
    const before = await longestOf(root, userId, uploadId);
    if (!before || before.bytes < offset) return null;
    const isEnded = before.path.includes(WRITER) || Date.now() - before.changedAt > STILL_MS;
    try {
      if (isEnded) await rename(before.path, path);
      else await takeCopy(before.path, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
    await truncate(path, offset);
  }
  const still = (await partialFilesOf(root, userId)).filter(
    ({ changedAt }) => Date.now() - changedAt > STILL_MS,
  );
  const tooMany = still.filter((file) => file.path !== path).toSorted((a, b) => b.changedAt - a.changedAt);
  for (const { path: oldest } of tooMany.slice(MOST)) await rm(oldest, { force: true });
  return path;
}

/** A request that is still writing then writes to a removed file. */
async function takeCopy(from: string, to: string): Promise<void> {
  await copyPrivately(from, to);
  await rm(from);
}

/** Finds the partial files that were not resumed for a day, with their sizes in bytes. */
export async function findLeftPartials(
  root: string,
  now: () => number = Date.now,
): Promise<{ path: string; bytes: number }[]> {
  const userIds = await readdir(root).catch(() => []);
  const files = (await Promise.all(userIds.map((userId) => partialFilesOf(root, userId)))).flat();
  return files.filter(({ changedAt }) => now() - changedAt > RETAINED_MS);
}
