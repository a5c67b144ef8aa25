import { mkdir, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

const NAME = /^(.+)-(\d+)$/;

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

/** Removes the temporary folders that killed processes of this host left. */
export async function sweepTempDirs(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const [, host, pid] = NAME.exec(name) ?? [];
    if (host !== hostname() || isAlive(Number(pid))) continue;
    await rm(join(root, name), { recursive: true, force: true });
  }
}
