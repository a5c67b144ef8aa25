// @ts-check
// Plain JavaScript: `npm start` needs it before anything is installed.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';

/**
 * How often a holder shows other hosts that it is alive, and how long it may be silent before it counts as
 * dead, in ms.
 */
const TOUCH_MS = 5_000;
const FOREIGN_MS = 60_000;

/**
 * @typedef {object} Holder
 * @property {number} pid
 * @property {string | undefined} [stamp] when the process started; see `processStamp`
 * @property {string} [token]
 * @property {string} [host] of a folder that hosts may share
 * @property {string} [started] for readers of the previous version; the next version removes it
 */

/**
 * @template Details
 * @typedef {object} FolderLock
 * @property {() => boolean} isHeld whether no other process took the lock over because this one seemed dead
 * @property {(changes: Partial<Details>) => void} update changes what the lock contains
 * @property {() => void} release
 */

/**
 * Locks a folder, by a file in it, for one holder across all processes. The lock of a killed process ends
 * with it. If hosts share the folder, the lock of another host ends a minute after its last touch.
 * @template {object} Details
 * @param {string} file
 * @param {object} options
 * @param {Details} options.details further contents of the file
 * @param {boolean} [options.isShared] whether hosts may share the folder
 * @param {(dead: Holder & Partial<Details>) => Promise<void>} [options.takeOver] receives the lock of a dead holder
 * @returns {Promise<{ heldBy: Holder & Details } | { lock: FolderLock<Details> }>}
 */
export async function lockFolder(file, { details, isShared = false, takeOver }) {
  mkdirSync(dirname(file), { recursive: true });
  const { pid } = process;
  const stamp = processStamp(pid);
  const shared = { host: hostname(), started: startOf(stamp) };
  /** @type {Holder & Details} */
  let mine = { ...details, pid, stamp, token: randomUUID(), ...(isShared && shared) };
  while (!claim(file, mine)) {
    /** @type {(Holder & Details) | undefined} */
    const other = readLock(file);
    if (other && isAlive(file, other)) return { heldBy: other };
    if (other) await takeOver?.(other);
    dropStale(file, other);
  }
  const touching = isShared ? setInterval(() => touch(file), TOUCH_MS).unref() : undefined;
  const isHeld = () => readLock(file)?.token === mine.token;
  return {
    lock: {
      isHeld,
      update(changes) {
        mine = { ...mine, ...changes };
        writeFileSync(`${file}.new`, JSON.stringify(mine), { mode: 0o600 });
        renameSync(`${file}.new`, file);
      },
      release() {
        clearInterval(touching);
        if (isHeld()) rmSync(file, { force: true });
      },
    },
  };
}

/**
 * Returns the contents of a lock; `undefined` if no living process holds it.
 * @param {string} file
 * @returns {(Holder & Record<string, unknown>) | undefined}
 */
export function findHolder(file) {
  const holder = readLock(file);
  return holder && isAlive(file, holder) ? holder : undefined;
}

/**
 * Returns when a process started, as a stamp that distinguishes it from a later process with the same ID, or
 * `undefined` if it has ended.
 * @param {number} pid
 * @returns {string | undefined}
 */
export function processStamp(pid) {
  try {
    if (process.platform !== 'linux') {
      return (
        execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
      );
    }
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : `${boot}:${fields[18]}`;
  } catch {
    return undefined;
  }
}

/**
 * Creates the lock atomically: a link fails when the name is taken.
 * @param {string} file
 * @param {Holder} holder
 */
function claim(file, holder) {
  const draft = `${file}.${holder.token}`;
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
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
 * Removes the stale lock, but no other: a faster process may have locked the folder since.
 * @param {string} file
 * @param {Holder | undefined} stale
 */
function dropStale(file, stale) {
  const aside = `${file}.stale.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const current = readLock(aside);
  if (current && !isSame(current, stale)) {
    try {
      linkSync(aside, file);
    } catch {
      // Another process holds the lock now, which is fine.
    }
  }
  rmSync(aside, { force: true });
}

/**
 * @param {Holder} one
 * @param {Holder | undefined} other
 */
const isSame = (one, other) =>
  one.pid === other?.pid && one.stamp === other.stamp && one.token === other.token;

/**
 * @param {string} file
 * @returns {any} `undefined` without a readable lock
 */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} file
 * @param {Holder} holder
 */
function isAlive(file, { host = hostname(), pid, stamp, started }) {
  if (host !== hostname()) return Date.now() - touchedAt(file) < FOREIGN_MS;
  const now = processStamp(pid);
  if (now === undefined) return false;
  return stamp === undefined ? startOf(now) === started : now === stamp;
}

/**
 * The stamp as locks of the previous version contain it.
 * @param {string | undefined} stamp
 */
const startOf = (stamp) => (process.platform === 'linux' ? stamp?.split(':').at(-1) : stamp);

/** @param {string} file */
function touchedAt(file) {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}

/** @param {string} file */
function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // The lock was taken over.
  }
}
