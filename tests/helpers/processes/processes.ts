import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns a process' /proc data; `undefined` if it has ended or is not readable. */
function read(pid: number, file: 'cmdline' | 'environ' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/**
 * Returns the other living processes of this machine with their command lines, without zombies, which have
 * none.
 */
const living = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name) => ({ pid: Number(name), command: read(Number(name), 'cmdline') }))
    .filter(({ command }) => command !== '');

const naming = (folder: string) => living().filter(({ command }) => command.includes(folder));

/** Returns the command lines of living processes that name a folder. */
export const processesNaming = (folder: string): string[] => naming(folder).map(({ command }) => command);

/**
 * Stops a process that names a folder (SIGSTOP), so that it can neither end nor continue.
 * @returns its process ID; `undefined` if there is no such process, or it ended first
 */
export function freezeProcessNaming(folder: string): number | undefined {
  const [match] = naming(folder);
  if (!match) return undefined;
  try {
    process.kill(match.pid, 'SIGSTOP');
  } catch {
    return undefined;
  }
  // A process that ended before the signal is a zombie or gone; in states `R` and `S` the signal is still
  // pending.
  for (;;) {
    const state = read(match.pid, 'stat').split(') ').at(-1)?.[0];
    if (state === 'T') return match.pid;
    if (!state || 'ZX'.includes(state)) return undefined;
  }
}

/** Returns the living processes of a data folder: ours have it as DATA_DIR, the database's as PGDATA. */
export const processesOf = (dataDir: string): { pid: number; command: string }[] =>
  living().filter(({ pid, command }) => command.includes(dataDir) || read(pid, 'environ').includes(dataDir));

/**
 * Copies the scripts of `npm start` and `npm test` into a folder: all that runs before packages are
 * installed.
 */
export function copyStartScripts(root: string): void {
  for (const path of ['bin', 'shared/core/files/folder-lock.mjs']) {
    cpSync(path, join(root, path), { recursive: true });
  }
}
