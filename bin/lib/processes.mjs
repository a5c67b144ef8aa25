// @ts-check
import { execFileSync } from 'node:child_process';
import { accessSync, constants, readlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processStamp } from '../../shared/core/files/folder-lock.mjs';

export { processStamp };

/**
 * Returns the path of a program, or `undefined` if it is not installed.
 * @param {string} name a name to look up on PATH, or a path
 * @returns {string | undefined}
 */
export function findProgram(name) {
  const candidates = name.includes('/')
    ? [name]
    : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  return candidates.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Whether a process is alive and is a server on this data folder (PostgreSQL and Redis both have it as their
 * working directory).
 * @param {number} pid
 * @param {string} program
 * @param {string} folder
 */
export function worksInFolder(pid, program, folder) {
  if (processStamp(pid) === undefined) return false;
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === folder;
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(program);
  } catch {
    return false;
  }
}

/**
 * Sends a signal to a process, or to its group, if it still exists.
 * @param {number} pid negative for a group
 * @param {NodeJS.Signals} signal
 */
export function sendSignal(pid, signal) {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

/**
 * Stops a process that is not our child (a leftover of a killed start): first by a signal, then by killing
 * it.
 * @param {number} pid
 * @param {{ signal?: NodeJS.Signals, force?: NodeJS.Signals, graceMs?: number, group?: boolean }} [options]
 */
export async function stopLeftover(
  pid,
  { signal = 'SIGTERM', force = 'SIGKILL', graceMs = 8_000, group = false } = {},
) {
  const stamp = processStamp(pid);
  if (stamp === undefined) return;
  sendSignal(pid, signal);
  if (await isGone(pid, stamp, graceMs)) return;
  sendSignal(group ? -pid : pid, force);
  await isGone(pid, stamp, 3_000);
}

/**
 * @param {number} pid
 * @param {string} stamp
 * @param {number} withinMs
 */
async function isGone(pid, stamp, withinMs) {
  const end = Date.now() + withinMs;
  while (Date.now() < end) {
    if (processStamp(pid) !== stamp) return true;
    await delay(30);
  }
  return false;
}

/**
 * setpriv sends no signal for a parent that ended before it ran. The shell compares its parent with the expected
 * one, its first argument.
 */
const PARENT_CHECK = '[ "$PPID" = "$0" ] && exec "$@"';

/**
 * Returns the command run by setpriv, so that it dies with its parent and drops root's rights. Without
 * setpriv (macOS), the next start stops the processes that a killed start left.
 * @param {{ command: string, args: string[], deathSignal?: NodeJS.Signals, user?: { uid: number, gid: number
 * } }} spec
 * @returns {string[]}
 */
export function withGuards({ command, args, deathSignal, user }) {
  const setpriv = deathSignal || user ? findProgram('setpriv') : undefined;
  if (!setpriv) {
    if (user) throw new Error('setpriv (package util-linux) is needed to run as root.');
    return [command, ...args];
  }
  return [
    setpriv,
    ...(user ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : []),
    ...(deathSignal ? ['--pdeathsig', deathSignal.replace('SIG', '')] : []),
    '--',
    ...(deathSignal ? ['/bin/sh', '-c', PARENT_CHECK, String(process.pid)] : []),
    command,
    ...args,
  ];
}

/**
 * Returns a command that runs this one only while nothing else needs the processor; its children inherit that
 * priority. Without chrt (macOS) it only has the lowest priority.
 * @param {string} command
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
export function atIdlePriority(command, args) {
  const chrt = process.platform === 'linux' ? findProgram('chrt') : undefined;
  return chrt ? [chrt, ['--idle', '0', command, ...args]] : ['nice', ['-n', '19', command, ...args]];
}
