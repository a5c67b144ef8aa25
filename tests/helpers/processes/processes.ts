import { readdirSync, readFileSync } from 'node:fs';

/** A process' /proc data; undefined for one that has ended, or is not ours to read. */
function read(pid: number, file: 'cmdline' | 'environ'): string {
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

/** Command lines of living processes that name a folder. */
export const processesNaming = (folder: string): string[] =>
  living()
    .map(({ command }) => command)
    .filter((command) => command.includes(folder));

/** The living processes of a data folder: ours have it as DATA_DIR, the database's as PGDATA. */
export const processesOf = (dataDir: string): { pid: number; command: string }[] =>
  living().filter(({ pid, command }) => command.includes(dataDir) || read(pid, 'environ').includes(dataDir));
