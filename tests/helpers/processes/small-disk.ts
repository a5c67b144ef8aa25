import { spawnSync } from 'node:child_process';

/** Returns a command that runs another one where this folder is an empty disk of this many kB. */
export const onSmallDisk = (folder: string, kB: number): string[] => [
  'unshare',
  '-Urm',
  'sh',
  '-c',
  `mount -t tmpfs -o size=${kB}k tmpfs "$0" && exec "$@"`,
  folder,
];

/** Whether this machine permits mounting a small disk. Prints the reason if it does not. */
export function mayMakeDisks(): boolean {
  const [command, ...args] = [...onSmallDisk('/mnt', 64), 'true'];
  const tried = spawnSync(command!, args, { encoding: 'utf8' });
  if (tried.status !== 0) console.log(`Left out: no disk of its own may be made here: ${tried.stderr}`);
  return tried.status === 0;
}
