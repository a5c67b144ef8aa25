import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** How often a process that fetches a file shows others that it is alive, in ms. */
const SIGN_EVERY_MS = 2_000;
/** A lock without a sign of life for this long is stale, in ms. */
const STALE_MS = 15_000;
const LOOK_EVERY_MS = 100;

/** The marks of files that are not complete. Keys cannot contain "~". */
export const ASIDE = '~';

/**
 * Fetches a file to a path, once for all processes of this machine: one fetches it, the others wait for it.
 * If that process dies, another one continues.
 */
export async function fetchOnce(path: string, fetch: (to: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const lock = `${path}${ASIDE}lock`;
  while (!(await takeLock(lock))) {
    if (await exists(path)) return;
    await delay(LOOK_EVERY_MS);
  }
  const signs = setInterval(() => void utimes(lock, new Date(), new Date()).catch(() => {}), SIGN_EVERY_MS);
  const aside = `${path}${ASIDE}${randomUUID()}`;
  try {
    // The process that had the lock before may have fetched it.
    if (await exists(path)) return;
    await fetch(aside);
    await rename(aside, path);
  } finally {
    clearInterval(signs);
    await rm(aside, { force: true });
    await rm(lock, { force: true });
  }
}

/** Returns whether this process may fetch now. */
async function takeLock(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const signed = await stat(lock).catch(() => null);
  // Renamed, not removed: of several processes that find it stale, one succeeds.
  if (signed && Date.now() - signed.mtimeMs > STALE_MS) {
    const aside = `${lock}${ASIDE}${randomUUID()}`;
    await rename(lock, aside).catch(() => {});
    await rm(aside, { force: true });
  }
  return false;
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
