// @ts-check
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Whether this process runs as root. PostgreSQL refuses to run as root, so it runs as the user `nobody`. */
export const isRoot = () => process.getuid?.() === 0;

/**
 * Returns the IDs of this machine's user `nobody`.
 * @returns {{ uid: number, gid: number }}
 */
export function nobody() {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid = '65534', gid = '65534'] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * Whether the user `nobody` can reach a folder, that is, may enter it and each of its parents.
 * @param {string} folder
 */
export function isReachableByNobody(folder) {
  const group = nobody().gid;
  for (let at = resolve(folder); ; at = dirname(at)) {
    const { mode, gid } = statSync(at);
    if ((mode & (gid === group ? 0o010 : 0o001)) === 0) return false;
    if (at === dirname(at)) return true;
  }
}
