import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../lib/logger.ts';
import { repeat } from '../lib/repeat.ts';

const NAME = /^(.+)-(\d+)$/;
/** A folder of another host's process that was not touched for this long is stale, in ms. */
const FOREIGN_MS = 24 * 3600 * 1000;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Opens this process's temporary folder. It is empty even if an earlier process had the same ID. */
export async function openTempDir(root: string): Promise<string> {
  const own = join(root, `${hostname()}-${process.pid}`);
  await rm(own, { recursive: true, force: true });
  await mkdir(own, { recursive: true });
  return own;
}

/** Shows hosts that cannot see this process that it is alive, until the returned function is called. */
export function keepTempDir(own: string, log: Logger): () => void {
  const touch = () => utimes(own, new Date(), new Date());
  return repeat('temporary folder not touched', touch, FOREIGN_MS / 24, log);
}

/**
 * How often a working process touches its folder, in ms. The sample library pauses for three times as long.
 */
const WORKING_MS = 5_000;

/**
 * Touches this process's temporary folder every few seconds while it works, until the returned function is
 * called. The sample library is not drawn meanwhile.
 */
export function touchWhileWorking(
  own: string,
  isWorking: () => boolean,
  log: Logger,
  everyMs = WORKING_MS,
): () => void {
  const touch = async () => {
    if (isWorking()) await utimes(own, new Date(), new Date());
  };
  return repeat('temporary folder not touched', touch, everyMs, log, everyMs);
}

/** Finds the temporary folders of killed processes: of this host, and of others after a day. */
export async function findLeftTempDirs(root: string, now: () => number = Date.now): Promise<string[]> {
  const abandoned: string[] = [];
  for (const name of await readdir(root)) {
    const [, host, pid] = NAME.exec(name) ?? [];
    const isAbandoned =
      host === hostname() ? !isAlive(Number(pid)) : now() - (await touchedAt(join(root, name))) > FOREIGN_MS;
    if (isAbandoned) abandoned.push(name);
  }
  return abandoned;
}

/** A folder that disappears meanwhile counts as touched. */
const touchedAt = (path: string) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Infinity,
  );

export async function sweepTempDirs(root: string): Promise<void> {
  for (const name of await findLeftTempDirs(root))
    await rm(join(root, name), { recursive: true, force: true });
}
