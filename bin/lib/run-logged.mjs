// @ts-check
import { startChild } from './child.mjs';

/**
 * Runs a command to its end, with its output in a log.
 * @param {string[]} command
 * @param {{ logFile: string, cwd?: string, env?: Record<string, string | undefined>, signal?: AbortSignal,
 * abortSignal?: NodeJS.Signals, deathSignal?: NodeJS.Signals }} options deathSignal: sent to the command when
 * this process dies; by default, the command runs to its end
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function runLogged([program = '', ...args], { signal, abortSignal = 'SIGTERM', ...rest }) {
  signal?.throwIfAborted();
  const child = startChild({ name: program, command: program, args, installs: true, ...rest });
  const stop = () => void child.stop({ signal: abortSignal, graceMs: 60_000 });
  signal?.addEventListener('abort', stop, { once: true });
  const exit = await child.exited;
  signal?.removeEventListener('abort', stop);
  signal?.throwIfAborted();
  return exit === 'with code 0';
}
