import { spawnSync } from 'node:child_process';
import { childEnvironment } from '../lib/child-environment.ts';

export type Tie = 'setpriv' | 'pipe';

export interface Launcher {
  /** How a child process is tied to this process. */
  tie: Tie;
  hasPrlimit: boolean;
}

export interface Limits {
  /** The limit of its address space, in bytes. */
  addressBytes: number;
  /** The largest file that it may write, in bytes. */
  fileBytes: number;
}

const runs = (command: string, args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore', env: childEnvironment() }).status === 0;

let detected: Launcher | undefined;

/** Detects once what this machine offers to tie child processes to this process. */
export function detectLauncher(): Launcher {
  detected ??= {
    tie:
      process.platform === 'linux' && runs('setpriv', ['--pdeathsig', 'KILL', 'true']) ? 'setpriv' : 'pipe',
    hasPrlimit: process.platform === 'linux' && runs('prlimit', ['--core=0', 'true']),
  };
  return detected;
}

/**
 * Without setpriv, a shell kills the child when descriptor 3, which we hold open, reaches its end. The
 * watcher's own output is discarded, or our pipes would stay open after the child ended.
 */
const PIPE_WATCHER = [
  '"$@" 3<&- & child=$!',
  '( cat <&3; kill -KILL $child ) >/dev/null 2>&1 & watcher=$!',
  'exec 3<&-',
  'wait $child; status=$?',
  'kill $watcher 2>/dev/null',
  'exit $status',
].join('\n');

/**
 * setpriv sends no signal for a parent that ended before it ran, so a child could run for an hour. The shell
 * compares its parent with the expected one, its first argument. It adds PWD to the environment.
 */
const PARENT_CHECK = '[ "$PPID" = "$0" ] && unset PWD && exec "$@"';

/** Returns the arguments with which setpriv runs a command that ends together with this process. */
export const withParent = (command: string[]): string[] => [
  '--pdeathsig',
  'KILL',
  '/bin/sh',
  '-c',
  PARENT_CHECK,
  String(process.pid),
  ...command,
];

/** Returns the command line that runs `command` niced and limited, and ends it together with this process. */
export function tiedCommand(
  launcher: Launcher,
  command: string,
  args: string[],
  options: { nice: number; limits: Limits },
): { command: string; args: string[]; needsPipe: boolean } {
  const inner = ['nice', '-n', String(options.nice)];
  if (launcher.hasPrlimit) {
    const { addressBytes, fileBytes } = options.limits;
    inner.push('prlimit', `--as=${addressBytes}`, `--fsize=${fileBytes}`, '--core=0');
  }
  inner.push(command, ...args);
  if (launcher.tie === 'setpriv') {
    return { command: 'setpriv', args: withParent(inner), needsPipe: false };
  }
  return { command: '/bin/sh', args: ['-c', PIPE_WATCHER, 'tiedCommand', ...inner], needsPipe: true };
}
