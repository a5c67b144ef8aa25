import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { afterAll, onTestFinished } from 'vitest';
import type { EventPayload, EventType, ServerToClientEvents } from '#contract/events.ts';
import { type Database, openDatabase } from '#node/db/database.ts';
import { testEnvironment } from './platform.ts';

/** Lost jobs are found in seconds, not minutes. */
const QUICK = { JOB_LOCK_MS: '2000', JOB_STALLED_INTERVAL_MS: '1000', RECONCILE_INTERVAL_MS: '1000' };

export interface Stack {
  url: string;
  dataDir: string;
  db: Database;
  server: ChildProcess;
  startServer(): Promise<ChildProcess>;
  startWorker(env?: Record<string, string>): Promise<ChildProcess>;
  startStandins(): Promise<ChildProcess>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Resolves when the process has ended; at once when it had. */
export function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

/**
 * A whole installation in processes of its own, ended after the test file: the API now, workers and stand-ins
 * when they are asked for. Await it at the top of the file: hooks that a hook registers never run.
 */
export async function startStack(extra: Record<string, string> = {}): Promise<Stack> {
  const [port, standinsPort] = await Promise.all([freePort(), freePort()]);
  const env = await testEnvironment({ ...QUICK, ...extra, PORT: String(port), LOG_LEVEL: 'info' });
  const url = `http://localhost:${port}`;
  const children: ChildProcess[] = [];
  const db = openDatabase(env['DATABASE_URL']!, () => {}, 3);

  async function start(
    name: string,
    script: string,
    own: Record<string, string> = {},
  ): Promise<ChildProcess> {
    const child = spawn(process.execPath, ['--import', 'tsx', script], {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env, ...own },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    children.push(child);
    const log = createWriteStream(join(env['DATA_DIR']!, `${name}-${child.pid}.log`));
    child.stdout!.pipe(log);
    child.stderr!.pipe(log);
    if (process.env['TEST_LOG']) child.stdout!.pipe(process.stdout);
    let last = '';
    child.stderr!.on('data', (chunk: Buffer) => (last = chunk.toString()));
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('exit', () => reject(new Error(`${name} did not start: ${last}`)));
    });
    return child;
  }

  const startServer = () =>
    start('server', 'server/server.ts', { STANDINS_URL: `http://127.0.0.1:${standinsPort}` });
  const stack: Stack = {
    url,
    dataDir: env['DATA_DIR']!,
    db,
    server: await startServer(),
    startServer,
    startWorker: (own) => start('worker', 'worker/worker.ts', own),
    startStandins: () =>
      start('standins', 'standins/main.ts', {
        PORT: String(standinsPort),
        PUBLIC_URL: url,
        HOST: '127.0.0.1',
      }),
  };
  afterAll(async () => {
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(children.map(ended));
    await db.destroy();
  });
  return stack;
}

/** Calls the API as a signed-in user; throws on anything but success. */
export function client(stack: Pick<Stack, 'url'>, cookie: string) {
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(stack.url + path, {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}: ${text}`);
    return (text ? JSON.parse(text) : null) as T;
  };
}

export interface Events {
  socket: Socket<ServerToClientEvents>;
  /** Resolves with the next event for which `test` holds, asynchronously tested in order. */
  until<T extends EventType>(
    type: T,
    test: (payload: EventPayload<T>) => boolean | Promise<boolean>,
  ): Promise<EventPayload<T>>;
}

/** The user's events, as a page gets them, until the end of the test that asks for them. */
export async function openEvents(stack: Pick<Stack, 'url'>, cookie: string): Promise<Events> {
  const socket: Socket<ServerToClientEvents> = io(stack.url, {
    transports: ['websocket'],
    extraHeaders: { cookie },
    reconnectionDelay: 100,
  });
  onTestFinished(() => {
    socket.disconnect();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('snapshot', () => resolve());
    socket.once('connect_error', reject);
  });
  return {
    socket,
    until: (type, test) =>
      new Promise((resolve, reject) => {
        const listener = (payload: never) => {
          Promise.resolve(test(payload)).then((holds) => {
            if (!holds) return;
            socket.off(type, listener as never);
            resolve(payload);
          }, reject);
        };
        socket.on(type, listener as never);
      }),
  };
}

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
