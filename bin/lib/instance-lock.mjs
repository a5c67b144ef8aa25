// @ts-check
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processStamp, stopLeftover } from './processes.mjs';

/**
 * @typedef {{ pid: number, stamp: string | undefined }} Holder
 * @typedef {{ DATABASE_URL: string, REDIS_URL: string }} Stores
 * @typedef {Holder & { url?: string, stores?: Stores, children: (Holder & { name: string })[] }} Lock
 */

/**
 * Locks a data folder for this process. Returns the existing lock if its process is alive. Otherwise, stops
 * the children of the dead process first.
 * @param {string} dataDir
 * @returns {Promise<{ runningElsewhere: Lock } | ReturnType<typeof held>>}
 */
export async function takeLock(dataDir) {
  const file = join(dataDir, 'run.json');
  /** @type {Lock} */
  const mine = { pid: process.pid, stamp: processStamp(process.pid), children: [] };
  for (;;) {
    if (claim(file, mine)) break;
    const other = read(file);
    if (other && isAlive(other)) return { runningElsewhere: other };
    await stopChildren(other?.children ?? []);
    dropStale(file, other);
  }
  return held(file, mine);
}

/**
 * @param {string} file
 * @param {Lock} mine
 */
function held(file, mine) {
  const save = () => {
    writeFileSync(`${file}.new`, JSON.stringify(mine), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  return {
    /** @param {string} url */
    setUrl(url) {
      mine.url = url;
      save();
    },
    /** @param {Stores} stores where `npm run ops` finds them */
    setStores(stores) {
      mine.stores = stores;
      save();
    },
    /**
     * @param {{ name: string, pid: number }[]} children children that a later start must stop if we are
     * killed
     */
    setChildren(children) {
      mine.children = children.map(({ name, pid }) => ({ name, pid, stamp: processStamp(pid) }));
      save();
    },
    release: () => rmSync(file, { force: true }),
  };
}

/**
 * Creates the lock atomically: a link fails when the name is taken.
 * @param {string} file
 * @param {Lock} lock
 */
function claim(file, lock) {
  const draft = `${file}.${lock.pid}`;
  writeFileSync(draft, JSON.stringify(lock), { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Removes the stale lock, but no other: a faster start may have locked the folder since.
 * @param {string} file
 * @param {Lock | undefined} stale
 */
function dropStale(file, stale) {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const taken = read(aside);
  if (taken && (taken.pid !== stale?.pid || taken.stamp !== stale.stamp) && isAlive(taken)) {
    try {
      linkSync(aside, file);
    } catch {
      // Another start holds the lock now, which is fine.
    }
  }
  rmSync(aside, { force: true });
}

/**
 * @param {string} file
 * @returns {Lock | undefined}
 */
export function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Returns the lock of the process that runs on a data folder, or `undefined` if none does.
 * @param {string} dataDir
 * @returns {Lock | undefined}
 */
export function findRunning(dataDir) {
  const lock = read(join(dataDir, 'run.json'));
  return lock && isAlive(lock) ? lock : undefined;
}

/** @param {Holder} holder */
const isAlive = ({ pid, stamp }) => stamp !== undefined && processStamp(pid) === stamp;

/** @param {Lock['children']} children */
async function stopChildren(children) {
  const left = children.filter(isAlive);
  await Promise.all(
    left.map(({ name, pid }) => {
      const signal = name === 'PostgreSQL' ? /** @type {const} */ ('SIGINT') : 'SIGTERM';
      return stopLeftover(pid, { signal, group: true });
    }),
  );
}
