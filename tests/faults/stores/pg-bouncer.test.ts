import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { openDatabase } from '#core/db/database.ts';
import { appliedMigrations, MIGRATION_NAMES, migrateToLatest } from '#core/db/migrate.ts';
import { isConnectionError } from '#core/lib/outages.ts';
import { holdRetentionLock } from '#core/repositories/retention/lock.ts';
import { checkInstallation } from '../../helpers/processes/check-installation.ts';
import { makeLibrary, openScene } from '../../helpers/processes/fault-scene.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { startStack } from '../../helpers/processes/stack.ts';
import { createDatabase } from '../../helpers/services/database.ts';
import { startPgBouncer } from '../../helpers/services/pg-bouncer.ts';

const library = await makeLibrary();
const direct = await createDatabase({ migrated: false });
const bouncer = await startPgBouncer(direct);
const stack = await startStack({ LIBRARY_DIR: library, DATABASE_URL: bouncer.url });
const worker = await stack.startWorker();

/** Queries a connection of PostgreSQL itself. */
async function inspect<T>(text: string): Promise<T[]> {
  const client = new Client({ connectionString: direct });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows as T[];
}

const open = (idleInTransactionMs = 0) => {
  const db = openDatabase(bouncer.url, () => {}, { idleInTransactionMs });
  afterAll(() => db.destroy());
  return db;
};

it('makes a film through PgBouncer, and changes no connection that others use next', async () => {
  const scene = await openScene(stack, library);
  const { projectId, runId } = await scene.process();
  expect((await scene.over(runId)).status).toBe('completed');
  expect((await scene.over(await scene.film(projectId))).status).toBe('completed');
  await scene.allOver(projectId);
  // A lock of the retention ends with its transaction; one that belonged to a connection would stay.
  const locks = `SELECT locktype FROM pg_locks WHERE locktype = 'advisory'`;
  await expect.poll(() => inspect(locks)).toEqual([]);
  expect(await inspect('SELECT name FROM pg_prepared_statements')).toEqual([]);
  const values = await Promise.all(
    Array.from({ length: 10 }, () =>
      sql<{ limit: string }>`SELECT current_setting('idle_in_transaction_session_timeout') AS limit
        FROM pg_sleep(0.05)`.execute(stack.db),
    ),
  );
  expect(new Set(values.flatMap(({ rows }) => rows.map(({ limit }) => limit)))).toEqual(new Set(['0']));
  await checkInstallation(stack, scene.user.id, { spent: 1, left: 2 });
});

it('holds the lock of the retention in one process, and releases it with its transaction', async () => {
  const [first, second] = [open(), open()];
  for (let round = 0; round < 10; round += 1) {
    const results = await Promise.all([
      holdRetentionLock(first, async () => holdRetentionLock(second, async () => 'both')),
      // Statements of others change which connection is used next.
      ...Array.from({ length: 5 }, () => sql`SELECT pg_sleep(0.01)`.execute(second)),
    ]);
    expect(results[0]).toBeUndefined();
    expect(await holdRetentionLock(second, async () => round)).toBe(round);
  }
});

it('ends a silent transaction, and leaves the limit to no other one', async () => {
  const [limited, unlimited] = [open(100), open()];
  const silent = limited.transaction().execute(async (trx) => {
    await sql`SELECT 1`.execute(trx);
    await vi.waitUntil(
      async () =>
        (await inspect(`SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction'`)).length === 0,
      PATIENT,
    );
    await sql`SELECT 1`.execute(trx);
  });
  const error = await silent.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(isConnectionError(error)).toBe(true);
  const limits = Array.from({ length: 10 }, () =>
    unlimited.transaction().execute(async (trx) => {
      const { rows } = await sql<{ limit: string }>`SHOW idle_in_transaction_session_timeout`.execute(trx);
      return rows[0];
    }),
  );
  expect(new Set((await Promise.all(limits)).map((row) => JSON.stringify(row))).size).toBe(1);
});

it('migrates an empty database once, however many nodes start', async () => {
  const url = new URL(bouncer.url);
  url.pathname = new URL(await createDatabase({ migrated: false })).pathname;
  const nodes = Array.from({ length: 3 }, () => openDatabase(url.href, () => {}, { max: 2 }));
  await Promise.all(nodes.map((node) => migrateToLatest(node)));
  expect(await appliedMigrations(nodes[0]!)).toEqual(MIGRATION_NAMES);
  await Promise.all(nodes.map((node) => node.destroy()));
});

it('answers 503 while PgBouncer is down, counts no attempt of a step, and recovers', async () => {
  const scene = await openScene(stack, library);
  const { runId } = await scene.process();
  const ask = () => fetch(`${stack.url}/api/user/credits`, { headers: { cookie: scene.user.cookie } });
  await scene.step(runId, 'scan-media-0', ['active']);
  await bouncer.kill();
  expect((await ask()).status).toBe(503);
  await bouncer.restart();
  await vi.waitUntil(async () => (await ask()).status === 200, PATIENT);
  expect((await scene.over(runId)).status).toBe('completed');
  expect(await scene.counts(runId)).toEqual({ tries: 1, losses: 0 });
  expect([stack.server.exitCode, worker.exitCode]).toEqual([null, null]);
});
