import { Redis } from 'ioredis';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import {
  makeTempFolder,
  removeFolder,
  startPrivatePostgres,
  startPrivateRedis,
} from '../../helpers/services/private-services.ts';

const folder = makeTempFolder();
afterAll(() => removeFolder(folder));

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('PostgreSQL keeps committed data through kill -9, and restarts on the same folder', async () => {
  const first = await startPrivatePostgres(folder);
  await query(first.url, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (42)');
  process.kill(first.pid, 'SIGKILL');
  await first.exited;

  const second = await startPrivatePostgres(folder, first.port);
  expect(second.url).toBe(first.url);
  expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
  await second.stop({ signal: 'SIGINT' });
  expect(await second.exited).toBe('with code 0');
});

test('PostgreSQL that a killed start left running is stopped, and its folder reused', async () => {
  const previous = await startPrivatePostgres(folder);
  const next = await startPrivatePostgres(folder);
  await previous.exited;
  expect(previous.pid).not.toBe(next.pid);
  expect(await query(next.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
  await next.stop({ signal: 'SIGINT' });
});

test('PostgreSQL requires the password and listens only on the loopback address', async () => {
  const server = await startPrivatePostgres(folder);
  const wrong = new URL(server.url);
  wrong.password = 'guessed';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  expect(await query(server.url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  expect(await query(server.url, 'SHOW server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
  await server.stop({ signal: 'SIGINT' });
});

test('Redis keeps what it acknowledged through kill -9, evicts nothing and requires the password', async () => {
  const first = await startPrivateRedis(folder);
  const client = new Redis(first.url, { lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => {});
  await client.connect();
  await client.set('kept', 'yes');
  expect(await client.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
  expect(await client.config('GET', 'appendonly')).toEqual(['appendonly', 'yes']);
  process.kill(first.pid, 'SIGKILL');
  await first.exited;
  client.disconnect();

  const second = await startPrivateRedis(folder, first.port);
  expect(second.url).toBe(first.url);
  const reconnected = new Redis(second.url);
  expect(await reconnected.get('kept')).toBe('yes');
  await reconnected.quit();

  const anonymous = new Redis({ port: second.port, host: '127.0.0.1', lazyConnect: true });
  anonymous.on('error', () => {});
  await expect(anonymous.get('kept')).rejects.toThrow('NOAUTH');
  anonymous.disconnect();
  await second.stop();
});
