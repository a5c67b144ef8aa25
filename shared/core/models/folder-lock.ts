import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * How often a holder shows other hosts that it is alive, and how long it may be silent before it counts as
 * dead, in ms.
 */
const TOUCH_MS = 5_000;
const FOREIGN_MS = 60_000;

interface Holder {
  token: string;
  host: string;
  pid: number;
  /** When the process started, so that a later process with the same ID is not mistaken for it. */
  started: string | null;
}

export interface FolderLock {
  /** Whether no other process took the lock over because this one seemed dead. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Locks a folder for one holder across all processes, including those of other hosts that share it. The lock
 * of a killed process on this host ends with it; that of another host ends a minute after its last touch.
 * @returns `null` while another holder has the lock
 */
export async function lockFolder(dir: string): Promise<FolderLock | null> {
  await mkdir(dir, { recursive: true });
  const path = join(dir, '.lock');
  const mine: Holder = {
    token: randomUUID(),
    host: hostname(),
    pid: process.pid,
    started: await startOf(process.pid),
  };
  if (!(await claim(path, mine))) {
    const other = await read(path);
    if (other && (await isAlive(path, other))) return null;
    await dropStale(path, other);
    if (!(await claim(path, mine))) return null;
  }
  const touching = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), TOUCH_MS);
  touching.unref();
  const isHeld = async () => (await read(path))?.token === mine.token;
  return {
    isHeld,
    async release() {
      clearInterval(touching);
      if (await isHeld()) await rm(path, { force: true });
    },
  };
}

/** Whether a living process holds a folder. */
export async function isLocked(dir: string): Promise<boolean> {
  const path = join(dir, '.lock');
  const holder = await read(path);
  return holder !== null && (await isAlive(path, holder));
}

/** Creating a link fails if the name is taken, so only one claim succeeds. */
async function claim(path: string, holder: Holder): Promise<boolean> {
  const draft = `${path}.${holder.token}`;
  await writeFile(draft, JSON.stringify(holder));
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Removes this stale lock and no other: a faster process may have claimed the folder since. */
async function dropStale(path: string, stale: Holder | null): Promise<void> {
  const aside = `${path}.stale.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  const taken = await read(aside);
  if (taken && taken.token !== stale?.token) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
}

async function read(path: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

async function isAlive(path: string, { host, pid, started }: Holder): Promise<boolean> {
  if (host === hostname()) {
    const now = await startOf(pid);
    return now !== null && now === started;
  }
  const touched = await stat(path).catch(() => null);
  return touched !== null && Date.now() - touched.mtimeMs < FOREIGN_MS;
}

/** Returns when a living process started; `null` if there is no such process. */
async function startOf(pid: number): Promise<string | null> {
  try {
    if (process.platform !== 'linux') {
      const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)]);
      return stdout.trim() || null;
    }
    const line = await readFile(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? null : fields[18]!;
  } catch {
    return null;
  }
}
