import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A `npm start` under test, with its output. */
export interface Cutroom {
  process: ChildProcess;
  output: () => string;
  /** Resolves when this is printed; rejects, with the whole output, when it ends before. */
  printed: (text: string) => Promise<void>;
  exitCode: () => Promise<number | null>;
}

/**
 * Starts the product on a data folder like a person, without the sample library.
 * @param throughNpm in its own group, as from a terminal; false starts npm's script directly
 */
export function startCutroom(dataDir: string, env: Record<string, string>, throughNpm = false): Cutroom {
  const [command, args] = throughNpm ? ['npm', ['start', '--silent']] : [process.execPath, ['bin/start.mjs']];
  const child = spawn(command, args, {
    env: { ...process.env, SAMPLE_LIBRARY: 'off', DATA_DIR: dataDir, ...env },
    detached: throughNpm,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
      for (const listener of listeners) listener();
    });
  }
  return {
    process: child,
    output: () => output,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (!output.includes(text)) return;
          listeners.delete(check);
          resolve();
        };
        listeners.add(check);
        void exited.then(() => reject(new Error(`It ended without "${text}":\n${output}`)));
        check();
      }),
    exitCode: async () => (await exited)[0],
  };
}

/** The URL of a running start's private database. */
export function databaseUrlOf(dataDir: string): string {
  const { postgresPassword } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as {
    postgresPassword: string;
  };
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3];
  return `postgres://cutroom:${postgresPassword}@127.0.0.1:${port}/cutroom`;
}
