import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startInNewFolders } from '../../helpers/processes/cutroom-process.ts';
import { processesOf } from '../../helpers/processes/processes.ts';
import { PATIENT } from '../../helpers/patient.ts';

const { start, dataDir, port, url, statusOf, noneLeft } = startInNewFolders();

const pidOf = (name: string): number => {
  const lock = JSON.parse(readFileSync(join(dataDir(), 'run.json'), 'utf8')) as {
    children: { name: string; pid: number }[];
  };
  return lock.children.find((child) => child.name === name)!.pid;
};

test.each([
  ['SIGTERM to npm', 'SIGTERM', 1],
  // A terminal signals both, and npm forwards its own: this must cause one stop despite two signals.
  ['Ctrl-C', 'SIGINT', -1],
] as const)(
  'npm start becomes ready, and %s stops everything with exit code 0',
  async (_what, signal, whom) => {
    const cutroom = start({ throughNpm: true });
    await cutroom.printed('\nready\n');
    expect(cutroom.output()).toContain(url());
    expect(cutroom.output()).toMatch(/Sign-in\s+a stand-in/);
    expect(await statusOf('/readyz')).toBe(200);
    process.kill(whom * cutroom.process.pid!, signal);
    expect(await cutroom.exitCode()).toBe(0);
    expect(processesOf(dataDir())).toEqual([]);
  },
);

test('kill -9 of only the starter ends all of its processes', async () => {
  const cutroom = start();
  await cutroom.printed('\nready\n');
  cutroom.process.kill('SIGKILL');
  await noneLeft();
  expect(processesOf(dataDir())).toEqual([]);
});

test('restarts and reports each process that dies, and stops everything during a restart', async () => {
  const cutroom = start();
  await cutroom.printed('\nready\n');
  for (const name of ['API', 'Worker', 'Stand-ins', 'Redis', 'PostgreSQL']) {
    process.kill(pidOf(name), 'SIGKILL');
    await cutroom.printed(`${name} ended by SIGKILL`);
    await cutroom.printed(`${name} is running again`);
    await expect.poll(() => statusOf('/readyz'), { message: `after ${name} died` }).toBe(200);
  }
  const api = () => processesOf(dataDir()).find(({ command }) => command.includes('server/server.mjs'))?.pid;
  const former = pidOf('API');
  process.kill(former, 'SIGKILL');
  await vi.waitUntil(() => api() !== undefined && api() !== former, { ...PATIENT, interval: 10 });
  cutroom.process.kill('SIGTERM');
  expect(await cutroom.exitCode()).toBe(0);
  expect(processesOf(dataDir())).toEqual([]);
});

test('a stop during the start ends all processes', async () => {
  const cutroom = start();
  // Its first output means that the lock is taken and the database is being created.
  await expect.poll(() => processesOf(dataDir()).length, { interval: 10 }).toBeGreaterThan(1);
  cutroom.process.kill('SIGTERM');
  expect(await cutroom.exitCode()).toBe(0);
  await noneLeft();
});

test('a requested port that is in use ends the start with one sentence and exit code 1', async () => {
  const other = createServer().listen(Number(port()), '127.0.0.1');
  await once(other, 'listening');
  const cutroom = start();
  expect(await cutroom.exitCode()).toBe(1);
  expect(cutroom.output().trim()).toBe(
    `Port ${port()} is in use: stop what runs there, or start with another PORT.`,
  );
  other.close();
});

test('an invalid setting ends the start with exit code 1 and the name of the variable', async () => {
  const cutroom = start({ env: { WORKER_CONCURRENCY: 'many' } });
  expect(await cutroom.exitCode()).toBe(1);
  expect(cutroom.output()).toContain('WORKER_CONCURRENCY');
  await noneLeft();
});
