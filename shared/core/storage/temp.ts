import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../logger.ts';
import { repeat } from '../repeat.ts';

const NAME = /^(.+)-(\d+)$/;
/** The folder of a process on another host that nobody touched for so long is left over. */
const FOREIGN_MS = 24 * 3600 * 1000;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A temporary folder of this process's own, empty even when an earlier process had its id. */
export async function openTempDir(root: string): Promise<string> {
  const own = join(root, `${hostname()}-${process.pid}`);
  await rm(own, { recursive: true, force: true });
  await mkdir(own, { recursive: true });
  return own;
}

/** Tells hosts that cannot see this process that it lives, until the returned function is called. */
export function keepTempDir(own: string, log: Logger): () => void {
  const touch = () => utimes(own, new Date(), new Date());
  return repeat('temporary folder not touched', touch, FOREIGN_MS / 24, log);
}

/** The temporary folders that killed processes left: those of this host, and those of others that are a day old. */
export async function findLeftTempDirs(root: string, now: () => number = Date.now): Promise<string[]> {
  const left: string[] = [];
  for (const name of await readdir(root)) {
    const [, host, pid] = NAME.exec(name) ?? [];
    const gone =
      host === hostname() ? !isAlive(Number(pid)) : now() - (await touchedAt(join(root, name))) > FOREIGN_MS;
    if (gone) left.push(name);
  }
  return left;
}

/** One that goes meanwhile counts as touched. */
const touchedAt = (path: string) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Infinity,
  );

export async function sweepTempDirs(root: string): Promise<void> {
  for (const name of await findLeftTempDirs(root))
    await rm(join(root, name), { recursive: true, force: true });
}
