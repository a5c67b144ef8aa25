// @ts-check
import { join } from 'node:path';
import { findHolder, lockFolder, processStamp } from '../../shared/core/files/folder-lock.mjs';
import { stopLeftover } from './processes.mjs';

/**
 * @typedef {{ pid: number, stamp?: string | undefined }} Process
 * @typedef {{ DATABASE_URL: string, REDIS_URL: string }} Stores
 * @typedef {{ url?: string, stores?: Stores, children: (Process & { name: string })[] }} Details
 * @typedef {Process & Details} Lock
 */

/** @param {string} dataDir */
const fileIn = (dataDir) => join(dataDir, 'run.json');

/**
 * Locks a data folder for this process. Returns the existing lock if its process is alive. Otherwise, stops
 * the children of the dead process first.
 * @param {string} dataDir
 * @returns {Promise<{ runningElsewhere: Lock } | ReturnType<typeof lockHandle>>}
 */
export async function takeLock(dataDir) {
  /** @type {Details} */
  const details = { children: [] };
  const result = await lockFolder(fileIn(dataDir), {
    details,
    takeOver: ({ children = [] }) => stopChildren(children),
  });
  return 'heldBy' in result ? { runningElsewhere: result.heldBy } : lockHandle(result.lock);
}

/** @param {import('../../shared/core/files/folder-lock.mjs').FolderLock<Details>} lock */
function lockHandle(lock) {
  return {
    /** @param {string} url */
    setUrl: (url) => lock.update({ url }),
    /** @param {Stores} stores where `npm run ops` finds them */
    setStores: (stores) => lock.update({ stores }),
    /**
     * @param {{ name: string, pid: number }[]} children children that a later start must stop if we are
     * killed
     */
    setChildren: (children) =>
      lock.update({ children: children.map(({ name, pid }) => ({ name, pid, stamp: processStamp(pid) })) }),
    release: lock.release,
  };
}

/**
 * Returns the lock of the process that runs on a data folder, or `undefined` if none does.
 * @param {string} dataDir
 * @returns {Lock | undefined}
 */
export const findRunning = (dataDir) => /** @type {Lock | undefined} */ (findHolder(fileIn(dataDir)));

/** @param {Process} process */
const isAlive = ({ pid, stamp }) => stamp !== undefined && processStamp(pid) === stamp;

/** @param {Details['children']} children */
async function stopChildren(children) {
  const remaining = children.filter(isAlive);
  await Promise.all(
    remaining.map(({ name, pid }) => {
      const signal = name === 'PostgreSQL' ? /** @type {const} */ ('SIGINT') : 'SIGTERM';
      return stopLeftover(pid, { signal, group: true });
    }),
  );
}
