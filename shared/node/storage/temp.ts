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

/** A temporary folder of this process's own; what killed processes of this host left is removed. */
export async function openTempDir(root: string): Promise<string> {
  await mkdir(root, { recursive: true });
  for (const name of await readdir(root)) {
    const [, host, pid] = NAME.exec(name) ?? [];
    const isLeft = host === hostname() && (Number(pid) === process.pid || !isAlive(Number(pid)));
    if (isLeft) await rm(join(root, name), { recursive: true, force: true });
  }
  const own = join(root, `${hostname()}-${process.pid}`);
  await mkdir(own, { recursive: true });
  return own;
}
