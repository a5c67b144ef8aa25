import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { builtProcess } from '../../../bin/lib/node-build.mjs';
import { type Database, openDatabase } from '#core/db/database.ts';

/** Lost jobs are detected in seconds instead of minutes. */
export const QUICK = {
  JOB_LOCK_MS: '2000',
  JOB_STALLED_INTERVAL_MS: '1000',
  RECONCILE_INTERVAL_MS: '1000',
  // Tests send more concurrent requests than people.
  LIMITS_FACTOR: '100',
  RUNS_PER_USER: '1000',
  // The machine's free space is not under test.
  MIN_FREE_BYTES: '0',
  // Each test decides whether it uses only the library.
  SEARCH_STANDINS: 'off',
};

export interface Installation {
  url: string;
  dataDir: string;
  db: Database;
  /** Starts an API node. Another `PORT` starts a second one. */
  startServer(env?: Record<string, string>, through?: string[]): Promise<ChildProcess>;
  /** `through` is a command that runs the process, e.g. in its own namespace. */
  startWorker(env?: Record<string, string>, through?: string[]): Promise<ChildProcess>;
  startStandins(env?: Record<string, string>): Promise<ChildProcess>;
  /** Ends every process that was started here. */
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Resolves when the process has ended, or immediately if it already has. */
export function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

/** An installation with these variables whose services are separate processes. None is started yet. */
export async function openInstallation(variables: Record<string, string>): Promise<Installation> {
  const [port, standinsPort] = await Promise.all([freePort(), freePort()]);
  const env = { LOG_LEVEL: 'info', ...QUICK, ...variables, PORT: String(port) };
  const url = `http://localhost:${port}`;
  const addresses = { STANDINS_URL: `http://127.0.0.1:${standinsPort}`, PUBLIC_URL: url };
  const dataDir = variables['DATA_DIR']!;
  const children: ChildProcess[] = [];
  const db = openDatabase(variables['DATABASE_URL']!, () => {}, { max: 3 });

  async function start(
    name: string,
    script: string,
    own: Record<string, string> = {},
    through: string[] = [],
  ): Promise<ChildProcess> {
    const [command, ...args] = [...through, process.execPath, ...builtProcess(script)];
    const child = spawn(command!, args, {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env, ...own },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    children.push(child);
    const log = createWriteStream(join(dataDir, `${name}-${child.pid}.log`));
    child.stdout!.pipe(log);
    child.stderr!.pipe(log);
    if (process.env['TEST_LOG']) child.stdout!.pipe(process.stdout);
    let last = '';
    child.stderr!.on('data', (chunk: Buffer) => (last = chunk.toString()));
    await new Promise<void>((resolve, reject) => {
      // A process that refuses to start also sends the reason as a message.
      child.on('message', (message) => message === 'ready' && resolve());
      child.once('exit', () => reject(new Error(`${name} did not start: ${last}`)));
    });
    return child;
  }

  return {
    url,
    dataDir,
    db,
    startServer: (own, through) => start('server', 'server/server.ts', { ...addresses, ...own }, through),
    startWorker: (own, through) => start('worker', 'worker/worker.ts', { ...addresses, ...own }, through),
    startStandins: (own) =>
      start('standins', 'standins/main.ts', {
        PORT: String(standinsPort),
        PUBLIC_URL: url,
        HOST: '127.0.0.1',
        ...own,
      }),
    async stop() {
      for (const child of children) {
        child.kill('SIGTERM');
        // A stopped process (SIGSTOP) could not receive it.
        child.kill('SIGCONT');
      }
      await Promise.all(children.map(ended));
      await db.destroy();
    },
  };
}

/**
 * Calls the API as a signed-in user, with an Idempotency-Key if one is given.
 * @throws {Error} on anything but success
 */
export function client(installation: { url: string }, cookie: string) {
  return async <T>(
    method: string,
    path: string,
    body?: unknown,
    key: string | undefined = undefined,
  ): Promise<T> => {
    const response = await fetch(installation.url + path, {
      method,
      headers: {
        cookie,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}: ${text}`);
    return (text ? JSON.parse(text) : null) as T;
  };
}
