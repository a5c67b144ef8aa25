import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { constants as osConstants, setPriority } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { callSpan } from '#core/lib/call-span.ts';
import { withParent } from '#core/ffmpeg/launcher.ts';
import { childEnvironment } from '#core/lib/child-environment.ts';
import { linesOf } from '#core/lib/lines.ts';
import { watchReading } from './watch-reading.ts';

/** An engine that cannot be used on this machine. The message is one sentence for the operator. */
export class EngineUnavailableError extends Error {
  override readonly name = 'EngineUnavailableError';
}

/** An engine that started and failed. The message is one sentence, `detail` is for the log. */
export class EngineFailedError extends Error {
  override readonly name = 'EngineFailedError';
  /** The end of its output. */
  readonly detail: string | undefined;

  constructor(message: string, options?: ErrorOptions & { detail?: string }) {
    super(message, options);
    this.detail = options?.detail;
  }
}

/** The number of stderr lines that are logged. */
const STDERR_LINES = 12;

/**
 * Finds an executable on PATH.
 * @returns its path, or `null` if it is not installed
 */
export function findExecutable(name: string, path = process.env['PATH'] ?? ''): string | null {
  for (const folder of path.split(delimiter).filter((part) => part !== '')) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // The next folder may have it.
    }
  }
  return null;
}

export interface EngineCall {
  command: string;
  args: readonly string[];
  /** Written to the child's standard input, which is then closed. */
  input?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Called for each line of standard output. */
  onLine?: (line: string) => void;
  /**
   * Reports how many bytes of the file with this real path the program has read, if the system provides that.
   */
  reads?: { path: string; onRead(bytes: number): void };
}

/**
 * Runs an engine's program at low priority, without a shell, and waits for its end. The signal kills it, and
 * so does the kernel when this process dies (if setpriv exists). Call it from the main thread: the kernel
 * ties the child to the thread that started it.
 * @throws the signal's reason if aborted; EngineUnavailableError if the program cannot be started;
 * EngineFailedError if its exit code is not 0
 */
export async function runEngine(call: EngineCall): Promise<void> {
  await callSpan(basename(call.command), () => runProgram(call));
}

async function runProgram({ command, args, input, signal, onLine, reads }: EngineCall): Promise<void> {
  signal?.throwIfAborted();
  if (!command.includes('/') && !findExecutable(command)) {
    throw new EngineUnavailableError(`${command} is not installed.`);
  }
  const inner = [command, ...args];
  const setpriv = process.platform === 'linux' ? findExecutable('setpriv') : null;
  const [program = '', ...rest] = setpriv ? [setpriv, ...withParent(inner)] : inner;
  const child = spawn(program, rest, { stdio: 'pipe', env: childEnvironment() });

  const stderr: string[] = [];
  const kill = () => child.kill('SIGKILL');
  const unwatch = reads && child.pid ? watchReading(child.pid, reads.path, reads.onRead) : undefined;
  signal?.addEventListener('abort', kill, { once: true });
  try {
    const closed = new Promise<{ code: number | null; killedBy: string | null }>((resolve, reject) => {
      child.once('error', (cause) =>
        reject(new EngineUnavailableError(`${command} could not be started: ${cause.message}.`, { cause })),
      );
      child.once('close', (code, killedBy) => resolve({ code, killedBy }));
    });
    lowerPriority(child.pid);
    createInterface({ input: child.stderr }).on('line', (line) => {
      stderr.push(line);
      if (stderr.length > STDERR_LINES) stderr.shift();
    });
    const read = async () => {
      for await (const line of linesOf(child.stdout)) onLine?.(line);
    };
    // A child that dies before it has read all of its input breaks the pipe. Its exit code is more
    // informative.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');

    const [{ code, killedBy }] = await Promise.all([closed, read()]);
    signal?.throwIfAborted();
    if (code !== 0) {
      const exit = killedBy ? `was killed by ${killedBy}` : `ended with exit code ${code}`;
      throw new EngineFailedError(`${basename(command)} ${exit}.`, { detail: stderr.join('\n') });
    }
  } finally {
    unwatch?.();
    signal?.removeEventListener('abort', kill);
  }
}

function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, osConstants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not allow it. This only costs speed.
  }
}
