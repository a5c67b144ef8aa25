import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { randomPort } from '../../../bin/lib/ports.mjs';
import { databaseUrlOf, startCutroom, type Cutroom } from '../../helpers/processes/cutroom-process.ts';
import { processesOf } from '../../helpers/processes/processes.ts';
import { makeTempFolder, removeFolder } from '../../helpers/services/private-services.ts';
import { PATIENT } from '../../helpers/patient.ts';

let dataDir: string;
let port: string;
const url = () => `http://localhost:${port}`;

beforeEach(async () => {
  dataDir = makeTempFolder();
  port = String(await randomPort());
});

afterEach(async () => {
  killAll();
  await noneLeft();
  removeFolder(dataDir);
});

const start = (throughNpm = false): Cutroom => startCutroom(dataDir, { PORT: port }, throughNpm);

/** Waits until the last process of this data folder has ended. */
async function noneLeft(): Promise<void> {
  await vi.waitUntil(() => processesOf(dataDir).length === 0, PATIENT);
}

function killAll(): void {
  for (const { pid } of processesOf(dataDir)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended with its parent.
    }
  }
}

async function query(text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: databaseUrlOf(dataDir) });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

const pidOf = (name: string): number => {
  const lock = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as {
    children: { name: string; pid: number }[];
  };
  return lock.children.find((child) => child.name === name)!.pid;
};

test.each([
  ['SIGTERM to npm', 'SIGTERM', 1],
  // A terminal signals both, and npm forwards its own: one stop, although two signals.
  ['Ctrl-C', 'SIGINT', -1],
] as const)('npm start comes up, and %s stops everything with code 0', async (_what, signal, whom) => {
  const cutroom = start(true);
  await cutroom.printed('\nready\n');
  expect(cutroom.output()).toContain(url());
  expect(cutroom.output()).toMatch(/Sign-in\s+a stand-in/);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  process.kill(whom * cutroom.process.pid!, signal);
  expect(await cutroom.exitCode()).toBe(0);
  expect(processesOf(dataDir)).toEqual([]);
});

test('a second start on the same folder leaves the first one alone; after kill -9 of everything the next has the data', async () => {
  const first = start();
  await first.printed('\nready\n');
  const second = start();
  expect(await second.exitCode()).toBe(0);
  expect(second.output().trim()).toBe(`Cutroom is already running: ${url()}`);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  await query('CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)');
  killAll();
  await first.exitCode();

  const third = start();
  await third.printed('\nready\n');
  expect(await query('SELECT n FROM kept')).toEqual([{ n: 7 }]);
  third.process.kill('SIGTERM');
  expect(await third.exitCode()).toBe(0);
});

test('after kill -9 of the starter alone nothing stays behind', async () => {
  const cutroom = start();
  await cutroom.printed('\nready\n');
  cutroom.process.kill('SIGKILL');
  await noneLeft();
  expect(processesOf(dataDir)).toEqual([]);
});

test('a start takes over at once from one that was killed', async () => {
  const first = start();
  await first.printed('\nready\n');
  first.process.kill('SIGKILL');
  await first.exitCode();
  const second = start();
  await second.printed('\nready\n');
  expect(second.output()).toContain(url());
  second.process.kill('SIGTERM');
  expect(await second.exitCode()).toBe(0);
});

test('says so when one of its processes dies, and starts it again; a stop meanwhile leaves nothing', async () => {
  const cutroom = start();
  await cutroom.printed('\nready\n');
  const status = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.status;
  for (const name of ['API', 'Worker', 'Stand-ins', 'Redis', 'PostgreSQL']) {
    process.kill(pidOf(name), 'SIGKILL');
    await cutroom.printed(`${name} ended by SIGKILL`);
    await cutroom.printed(`${name} runs again`);
    await expect.poll(status, { message: `after ${name} died` }).toBe(200);
  }
  const api = () => processesOf(dataDir).find(({ command }) => command.includes('server/server.mjs'))?.pid;
  const former = pidOf('API');
  process.kill(former, 'SIGKILL');
  await vi.waitUntil(() => api() !== undefined && api() !== former, { ...PATIENT, interval: 10 });
  cutroom.process.kill('SIGTERM');
  expect(await cutroom.exitCode()).toBe(0);
  expect(processesOf(dataDir)).toEqual([]);
});

test('a stop while it is still starting leaves nothing', async () => {
  const cutroom = start();
  // Its first output: the lock is taken and the database is being created.
  await expect.poll(() => processesOf(dataDir).length, { interval: 10 }).toBeGreaterThan(1);
  cutroom.process.kill('SIGTERM');
  expect(await cutroom.exitCode()).toBe(0);
  await noneLeft();
});

test('a port that was asked for and is busy is one sentence and code 1', async () => {
  const other = createServer().listen(Number(port), '127.0.0.1');
  await once(other, 'listening');
  const cutroom = start();
  expect(await cutroom.exitCode()).toBe(1);
  expect(cutroom.output().trim()).toBe(
    `Port ${port} is in use: stop what runs there, or start with another PORT.`,
  );
  other.close();
});

test('a wrong setting is told by the service that refuses it, with code 1', async () => {
  const cutroom = startCutroom(dataDir, { PORT: port, WORKER_CONCURRENCY: 'many' });
  expect(await cutroom.exitCode()).toBe(1);
  expect(cutroom.output()).toContain('WORKER_CONCURRENCY');
  await noneLeft();
});
