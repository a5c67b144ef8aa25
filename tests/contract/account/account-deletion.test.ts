import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import type { BusEvent } from '#contract/events.ts';
import { subscribeEvents } from '#core/bus/bus.ts';
import { openRedis, redisReady } from '#core/queue/redis.ts';
import { removeFiles } from '#core/storage/remove-files.ts';
import { deleteAccount } from '../../../server/services/account/delete-account.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { fullAccount, makeArtifact } from '../../helpers/data/full-account.ts';

const backend = await openTestBackend();
const { db, config, storage } = backend;
type Person = Awaited<ReturnType<typeof createUser>>;

/** Tables without personal data. */
const OF_NOBODY = [
  'files_to_remove',
  'kysely_migration',
  'kysely_migration_lock',
  // What an app states about itself.
  'oauth_clients',
  'oauth_states',
  'provider_events',
  // Keyed hashes.
  'welcomed_identities',
];

async function tables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`.execute(db);
  return rows.map((row) => row.name).filter((name) => !OF_NOBODY.includes(name));
}

/** Returns the tables in which any column, whatever its type, contains one of these IDs. */
async function tablesNaming(...ids: string[]): Promise<string[]> {
  const naming: string[] = [];
  for (const table of await tables()) {
    const { rows } = await sql<{ found: boolean }>`SELECT EXISTS (SELECT 1 FROM ${sql.table(table)} AS t
      WHERE to_jsonb(t)::text LIKE ANY (${ids.map((id) => `%${id}%`)}::text[])) AS found`.execute(db);
    if (rows[0]!.found) naming.push(table);
  }
  return naming;
}

const storedFiles = () =>
  readdirSync(config.objectsDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Creates another user, one of whose sections shows the media of `scanKey`. */
async function neighbour(scanKey: string) {
  const person = await createUser(backend);
  const { projectId, sections } = await createProject(backend, person.id);
  await db.updateTable('sections').set({ scanKey }).where('id', '=', sections[0]!.id).execute();
  return { person, projectId, sectionId: sections[0]!.id };
}

const remove = (person: Person, on = backend) =>
  deleteAccount({ ...on, payments: null }, { userId: person.id }, person);

// product 2.125
it('leaves only an anonymous ledger of an account, and does not touch data of other users', async () => {
  const account = await fullAccount(backend);
  const other = await neighbour(account.shared.key);
  const ids = [account.person.id, account.projectId, account.runId, account.person.email];
  // Every table must have a row to delete; a new table must be added here.
  const rowsOf = await Promise.all(
    (await tables()).map(async (table) => {
      const { rows } = await sql<{ n: string }>`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(db);
      return [table, Number(rows[0]!.n)] as const;
    }),
  );
  expect(rowsOf.filter(([, count]) => count === 0)).toEqual([]);
  const named = await tablesNaming(...ids);
  expect(named).toEqual(
    expect.arrayContaining(['artifacts', 'mails', 'objects', 'runs', 'sections', 'videos']),
  );
  const ledgerBefore = await db.selectFrom('creditEntries').selectAll().execute();
  expect(Object.values(account.files).every((file) => existsSync(file))).toBe(true);

  await remove(account.person);

  expect(await tablesNaming(...ids)).toEqual([]);
  // The run's credit was returned before the account was deleted, as after any cancellation.
  const ledger = await db.selectFrom('creditEntries').selectAll().execute();
  expect(ledger).toHaveLength(ledgerBefore.length + 1);
  expect(
    ledger
      .filter((entry) => entry.userId === null)
      .map((entry) => entry.kind)
      .toSorted(),
  ).toEqual(['purchase', 'release', 'reserve']);
  expect(await db.selectFrom('purchases').select('userId').execute()).toEqual([{ userId: null }]);
  expect(await db.selectFrom('filesToRemove').selectAll().execute()).toEqual([]);

  const retained = await db
    .selectFrom('artifacts')
    .select('ownerId')
    .where('key', '=', account.shared.key)
    .execute();
  expect(retained).toEqual([{ ownerId: null }]);
  expect(storedFiles()).toEqual([account.files.shared]);
  expect(existsSync(account.files.partial)).toBe(false);
  expect(
    await db.selectFrom('sections').select('scanKey').where('id', '=', other.sectionId).execute(),
  ).toEqual([{ scanKey: account.shared.key }]);

  await remove(other.person);
  expect(storedFiles()).toEqual([account.files.shared]);
});

it('ends every session and stops the workers of its runs', async () => {
  const { person, runId } = await fullAccount(backend);
  const redis = openRedis(config.redis, backend.log, true);
  afterAll(() => redis.disconnect());
  await redisReady(redis);
  const events: BusEvent[] = [];
  const ended = new Promise<void>((resolve) => {
    void subscribeEvents(redis, config.redisPrefix, backend.log, (event) => {
      if (event.userId === person.id) events.push(event);
      if (event.type === 'session.ended') resolve();
    });
  });
  await expect.poll(() => redis.status).toBe('ready');
  await expect
    .poll(() => backend.redis.pubsub('NUMSUB', `${config.redisPrefix}:events`))
    .toEqual([expect.any(String), 1]);
  await remove(person);
  await ended;
  expect(events.map((event) => event.type)).toEqual(
    expect.arrayContaining(['run.cancelled', 'session.ended']),
  );
  expect(events.at(-1)!.payload).toEqual({ sessionId: null });
  expect(await backend.engine.begin({ runId, step: 'fetch-media-0' })).toBeUndefined();
});

it('removes the files later if the store is unavailable', async () => {
  const { person, files } = await fullAccount(backend);
  const away = { ...storage, remove: () => Promise.reject(new Error('away')) };
  await remove(person, { ...backend, storage: away });
  expect(await tablesNaming(person.id)).toEqual([]);
  expect(existsSync(files.own)).toBe(true);
  await removeFiles(backend);
  expect([files.own, files.film, files.upload, files.shared].filter((file) => existsSync(file))).toEqual([]);
  expect(await db.selectFrom('filesToRemove').selectAll().execute()).toEqual([]);
});

it('deletes an account once if two requests arrive at the same time', async () => {
  const { person } = await fullAccount(backend);
  const outcomes = await Promise.allSettled([remove(person), remove(person)]);
  expect(outcomes.some((outcome) => outcome.status === 'fulfilled')).toBe(true);
  expect(await tablesNaming(person.id)).toEqual([]);
});

it('keeps no file that a worker made for a user who was deleted meanwhile', async () => {
  const before = storedFiles();
  await expect(makeArtifact(backend, randomUUID())).rejects.toThrow(/foreign key/);
  expect(storedFiles()).toEqual(before);
});
