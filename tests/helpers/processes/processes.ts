import { readdirSync, readFileSync } from 'node:fs';

/** A process' /proc data; undefined for one that has ended, or is not ours to read. */
function read(pid: number, file: 'cmdline' | 'environ' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** The other living processes of this machine with their command lines; a zombie has none. */
const living = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name) => ({ pid: Number(name), command: read(Number(name), 'cmdline') }))
    .filter(({ command }) => command !== '');

const naming = (folder: string) => living().filter(({ command }) => command.includes(folder));

/** Command lines of living processes that name a folder. */
export const processesNaming = (folder: string): string[] => naming(folder).map(({ command }) => command);

/**
 * Stops a process that names a folder (SIGSTOP), so that it can neither end nor go on.
 * @returns its process ID; undefined when there is none, or it ended first
 */
export function freezeProcessNaming(folder: string): number | undefined {
  const [found] = naming(folder);
  if (!found) return undefined;
  try {
    process.kill(found.pid, 'SIGSTOP');
  } catch {
    return undefined;
  }
  // What ended before the signal is a zombie, or gone; `R` and `S` have yet to take the signal.
  for (;;) {
    const state = read(found.pid, 'stat').split(') ').at(-1)?.[0];
    if (state === 'T') return found.pid;
    if (!state || 'ZX'.includes(state)) return undefined;
  }
}

/** The living processes of a data folder: ours have it as DATA_DIR, the database's as PGDATA. */
export const processesOf = (dataDir: string): { pid: number; command: string }[] =>
  living().filter(({ pid, command }) => command.includes(dataDir) || read(pid, 'environ').includes(dataDir));
