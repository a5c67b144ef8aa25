import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { inject } from 'vitest';
import { atEnd } from '../at-end.ts';

/**
 * Creates a database on the run's PostgreSQL, with the schema by default. Await it at the top of a test file,
 * or in a test: hooks registered by a hook never run. It is dropped at the end of either.
 * @returns its URL
 */
export async function createDatabase({ migrated = true } = {}): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const copied = migrated ? ` TEMPLATE ${inject('migratedDatabase')}` : '';
  await administer(`CREATE DATABASE ${name}${copied}`);
  // Sessions that a test left open must not prevent this.
  atEnd(() => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Returns an empty logical database of the run's Redis. Channels (pub/sub) and FLUSHALL affect all of them: a
 * test that needs either starts its own Redis (private-services.ts).
 * @returns its URL
 */
export async function createRedis(): Promise<string> {
  const redis = new Redis(inject('redisUrl'));
  const index = (await redis.incr('last-test-database')) % 1000;
  await redis.quit();
  const url = new URL(inject('redisUrl'));
  url.pathname = `/${index + 1}`;
  return url.href;
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(statement);
  await client.end();
}
