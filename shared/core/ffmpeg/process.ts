import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { callSpan } from '../lib/call-span.ts';
import { childEnvironment } from '../lib/child-environment.ts';
import { MediaError } from './errors.ts';
import { tiedCommand, type Launcher, type Limits } from './launcher.ts';
import { lowerPriority, type Priority } from './priority.ts';

export interface ProcessOptions {
  command: string;
  args: string[];
  launcher: Launcher;
  priority: Priority;
  limits: Limits;
  signal?: AbortSignal;
  cwd?: string;
  /** Additional or replaced environment variables. */
  env?: Record<string, string | undefined>;
  /** Ends the process after this long, in ms. */
  timeoutMs?: number;
  /** Ends the process if `alive` was not called for this long, in ms. */
  stallMs?: number;
  /** From SIGTERM to SIGKILL, in ms. */
  graceMs: number;
  /** Called when the process starts. `alive` may be called from then on, like that of `onStdout`. */
  onStart?: (alive: () => void) => void;
  onStdout: (chunk: string, alive: () => void) => void;
  onStderrLine?: (line: string) => void;
}

export interface ProcessEnd {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  /** Last 4 kB. */
  stderr: string;
}

const STDERR_BYTES = 4096;
const KILLED = { timeout: 'took longer than its limit', stall: 'made no progress' } as const;

/**
 * Runs one command in its own process group and waits for its end.
 * @throws MediaError `aborted` or `timeout` if we ended it, `failed` if it cannot be started
 */
export function runProcess(options: ProcessOptions): Promise<ProcessEnd> {
  return callSpan(basename(options.command), () => runTied(options));
}

function runTied(options: ProcessOptions): Promise<ProcessEnd> {
  const { signal } = options;
  if (signal?.aborted) return Promise.reject(new MediaError('aborted', { cause: signal.reason }));
  const { launcher, command, args, priority, limits } = options;
  const line = tiedCommand(launcher, command, args, { nice: priority.firstNice, limits });
  return new Promise((resolve, reject) => {
    const child = spawn(line.command, line.args, {
      cwd: options.cwd,
      env: childEnvironment(options.env),
      detached: true,
      stdio: line.needsPipe ? ['ignore', 'pipe', 'pipe', 'pipe'] : ['ignore', 'pipe', 'pipe'],
    });
    const endLowering = child.pid === undefined ? () => {} : lowerPriority(child.pid, priority);
    let cause: MediaError | undefined;
    let stderr = '';
    let killTimer: NodeJS.Timeout | undefined;

    const toGroup = (name: NodeJS.Signals) => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, name);
      } catch {
        // The group has ended already.
      }
    };
    const end = (error: MediaError) => {
      if (cause) return;
      cause = error;
      toGroup('SIGTERM');
      killTimer = setTimeout(() => toGroup('SIGKILL'), options.graceMs);
    };
    const limit = (why: keyof typeof KILLED, ms: number | undefined) =>
      ms === undefined
        ? undefined
        : setTimeout(
            () => end(new MediaError('timeout', { detail: `${KILLED[why]} (${ms} ms)\n${stderr}` })),
            ms,
          );
    const timeout = limit('timeout', options.timeoutMs);
    const stall = limit('stall', options.stallMs);
    const onAbort = () => end(new MediaError('aborted', { cause: signal?.reason }));
    signal?.addEventListener('abort', onAbort, { once: true });

    const finish = () => {
      endLowering();
      clearTimeout(killTimer);
      clearTimeout(timeout);
      clearTimeout(stall);
      signal?.removeEventListener('abort', onAbort);
    };
    const alive = () => stall?.refresh();
    options.onStart?.(alive);
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => options.onStdout(chunk, alive));
    readLines(child.stderr!, (text, complete) => {
      if (complete) options.onStderrLine?.(text);
      stderr = `${stderr}${text}${complete ? '\n' : ''}`.slice(-STDERR_BYTES);
    });
    child.once('error', (error) => {
      finish();
      reject(new MediaError('failed', { detail: `${options.command}: ${error.message}`, cause: error }));
    });
    child.once('close', (exitCode, name) => {
      // The child's own children must not outlive a forced end.
      if (cause) toGroup('SIGKILL');
      finish();
      if (cause) reject(cause);
      else resolve({ exitCode, signal: name, stderr });
    });
  });
}

/** Splits a stream into lines. An endless line is passed on in pieces, so that it cannot fill the memory. */
function readLines(stream: Readable, onText: (text: string, complete: boolean) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    // ffmpeg separates its own status lines with carriage returns.
    const lines = (rest + chunk).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    for (const line of lines) onText(line, true);
    if (rest.length > STDERR_BYTES) {
      onText(rest, false);
      rest = '';
    }
  });
  stream.on('end', () => {
    if (rest !== '') onText(rest, true);
  });
}
