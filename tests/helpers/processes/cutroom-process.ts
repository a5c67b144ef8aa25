import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, vi } from 'vitest';
import { randomPort } from '../../../bin/lib/ports.mjs';
import { PATIENT } from '../patient.ts';
import { makeTempFolder, removeFolder } from '../services/private-services.ts';
import { processesOf } from './processes.ts';

/** An `npm start` under test, with its output. */
export interface Cutroom {
  process: ChildProcess;
  output: () => string;
  /** Resolves when this is printed. Rejects with the whole output if the process ends before. */
  printed: (text: string) => Promise<void>;
  exitCode: () => Promise<number | null>;
}

/**
 * Starts the product on a data folder like a person, without the sample library.
 * @param throughNpm in its own group, as from a terminal; `false` starts npm's script directly
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

/** Returns the URL of a running start's private database. */
export function databaseUrlOf(dataDir: string): string {
  const { postgresPassword } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as {
    postgresPassword: string;
  };
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3];
  return `postgres://cutroom:${postgresPassword}@127.0.0.1:${port}/cutroom`;
}

/**
 * Starts `npm start` on a data folder and a port that are new in each test of the file. Its processes end
 * with the test.
 */
export function startInNewFolders() {
  let dataDir = '';
  let port = '';

  /** Waits until the last process of this data folder has ended. */
  const noneLeft = () => vi.waitUntil(() => processesOf(dataDir).length === 0, PATIENT);
  const killAll = (): void => {
    for (const { pid } of processesOf(dataDir)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended with its parent.
      }
    }
  };
  beforeEach(async () => {
    dataDir = makeTempFolder();
    port = String(await randomPort());
  });
  afterEach(async () => {
    killAll();
    await noneLeft();
    removeFolder(dataDir);
  });
  return {
    dataDir: () => dataDir,
    port: () => port,
    url: () => `http://localhost:${port}`,
    /** Returns the status of a path; `undefined` while nothing answers. */
    statusOf: async (path: string) =>
      (await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined))?.status,
    start: ({ throughNpm = false, env = {} }: { throughNpm?: boolean; env?: Record<string, string> } = {}) =>
      startCutroom(dataDir, { PORT: port, ...env }, throughNpm),
    /** Sends SIGKILL to every process of the data folder. */
    killAll,
    noneLeft,
    /** Queries the private database. */
    async query(text: string): Promise<unknown[]> {
      const client = new Client({ connectionString: databaseUrlOf(dataDir) });
      await client.connect();
      const { rows } = await client.query(text);
      await client.end();
      return rows;
    },
  };
}
