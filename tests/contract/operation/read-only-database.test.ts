import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, inject, it, vi } from 'vitest';
import { atEnd } from '../../helpers/at-end.ts';
import { createUser } from '../../helpers/data/user.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createDatabase } from '../../helpers/services/database.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const DATABASE_URL = await createDatabase();
const backend = await openTestBackend({ DATABASE_URL });
const app = await openTestApp(backend);
const { id, cookie } = await createUser(backend);
const administrator = new Client({ connectionString: inject('postgresUrl') });
await administrator.connect();
atEnd(() => administrator.end());

const database = new URL(DATABASE_URL).pathname.slice(1);
const write = () =>
  app.inject({ method: 'PATCH', url: '/api/user/settings', headers: { cookie }, payload: { theme: 'dark' } });
const read = () => app.inject({ url: '/api/user/credits', headers: { cookie } });
const isReady = async () => {
  const { statusCode, payload } = await app.inject('/readyz');
  return [statusCode, (JSON.parse(payload) as { postgres: string }).postgres];
};

/** Ends all sessions. New ones are read-only, as those of a former primary, until the database is writable. */
async function failOver(): Promise<void> {
  await administrator.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
  await administrator.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
    database,
  ]);
}

/** Returns whether one of the pool's connections is read-only. It is held so that others are read too. */
async function readState(): Promise<string> {
  const { rows } = await sql<{
    state: string;
  }>`SELECT current_setting('transaction_read_only') AS state FROM pg_sleep(0.05)`.execute(backend.db);
  return rows[0]!.state;
}

/** Makes new sessions writable. Those that are open stay read-only. */
const recover = () => administrator.query(`ALTER DATABASE ${database} RESET default_transaction_read_only`);

itInFullTier(
  'answers changes with 503 while Postgres is read-only, and recovers with new connections',
  async () => {
    expect((await write()).statusCode).toBe(200);
    await failOver();
    await vi.waitUntil(async () => (await read()).statusCode === 200, PATIENT);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const refused = await write();
      expect([refused.statusCode, refused.headers['retry-after'], refused.json().message]).toEqual([
        503,
        '2',
        'The database accepts no changes at the moment. Please try again in a minute.',
      ]);
    }
    await vi.waitUntil(async () => (await isReady())[1] === 'read-only', PATIENT);
    expect(await isReady()).toEqual([200, 'read-only']);
    // All connections of the pool are open and read-only.
    expect(new Set(await Promise.all(Array.from({ length: 10 }, readState)))).toEqual(new Set(['on']));

    await recover();
    await vi.waitUntil(async () => (await write()).statusCode === 200, PATIENT);
    // Each refused change leads to new connections, so none stays read-only.
    await vi.waitUntil(async () => {
      await write();
      const states = await Promise.all(Array.from({ length: 10 }, readState));
      return states.every((state) => state === 'off');
    }, PATIENT);
    await vi.waitUntil(async () => (await isReady())[1] === 'ok', PATIENT);
  },
);

it('reads with a session whose last use cannot be updated', async () => {
  await backend.db
    .updateTable('sessions')
    .set({ lastSeenAt: new Date(Date.now() - 600_000) })
    .where('userId', '=', id)
    .execute();
  await failOver();
  await vi.waitUntil(async () => (await read()).statusCode === 200, PATIENT);
  const { lastSeenAt } = await backend.db
    .selectFrom('sessions')
    .select('lastSeenAt')
    .where('userId', '=', id)
    .executeTakeFirstOrThrow();
  expect(lastSeenAt.getTime()).toBeLessThan(Date.now() - 300_000);
  await recover();
});
