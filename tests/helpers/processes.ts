import { readdirSync, readFileSync } from 'node:fs';

/** Command lines of living processes that name a folder, read from /proc. */
export function processesNaming(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return line.includes(folder) ? [line] : [];
      } catch {
        return [];
      }
    });
}
