import { type Kysely, type Migration, type MigrationResultSet, Migrator, sql } from 'kysely';
import { insideTransaction } from './inside-transaction.ts';
import * as initialSchema from './migrations/0001-initial-schema.ts';
import * as searchWords from './migrations/0002-search-words.ts';
import * as apiKeys from './migrations/0003-api-keys.ts';
import * as identities from './migrations/0004-identities.ts';
import * as signInLinks from './migrations/0005-sign-in-links.ts';
import * as whoMayJoin from './migrations/0006-who-may-join.ts';
import * as uploadParts from './migrations/0007-upload-parts.ts';
import * as sectionColumns from './migrations/0008-section-columns.ts';
import * as ownVideoUploads from './migrations/0009-own-video-uploads.ts';
import * as webhooks from './migrations/0010-webhooks.ts';
import * as proposals from './migrations/0011-proposals.ts';
import * as publishing from './migrations/0012-publishing.ts';
import * as connections from './migrations/0013-connections.ts';
import { EARLIER } from './migrations/earlier/earlier.ts';

/** Every migration, in order. They are listed in code so that a stray file is never run. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-initial-schema': initialSchema,
  '0002-search-words': searchWords,
  '0003-api-keys': apiKeys,
  '0004-identities': identities,
  '0005-sign-in-links': signInLinks,
  '0006-who-may-join': whoMayJoin,
  '0007-upload-parts': uploadParts,
  '0008-section-columns': sectionColumns,
  '0009-own-video-uploads': ownVideoUploads,
  '0010-webhooks': webhooks,
  '0011-proposals': proposals,
  '0012-publishing': publishing,
  '0013-connections': connections,
};

/** The names of this version's migrations, in order. */
export const MIGRATION_NAMES = Object.keys(MIGRATIONS);

/** Returns the names of the migrations that a database has; an empty list for an empty database. */
export async function appliedMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const { rows: tables } = await sql<{
    there: boolean;
  }>`SELECT to_regclass('kysely_migration') IS NOT NULL AS there`.execute(db);
  if (!tables[0]!.there) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Whether these are the names of all migrations up to some point, as a database or backup of this or an older
 * version stores them.
 */
export function isKnownHistory(names: readonly string[]): boolean {
  const expected = names[0] !== undefined && names[0] in EARLIER ? Object.keys(EARLIER) : MIGRATION_NAMES;
  return names.every((name, index) => expected[index] === name);
}

/** Migrates the database up to one migration, which may be an earlier one. */
export async function migrateTo<T>(db: Kysely<T>, name: string): Promise<void> {
  await run(db, name in EARLIER ? EARLIER : MIGRATIONS, (migrator) => migrator.migrateTo(name));
}

/** The key of the lock that kysely's migrator takes for its session. Nodes of earlier versions take that one. */
const LOCK = sql`3853314791062309107`;

/**
 * Runs migrations in one transaction, which holds the lock. They name tables and columns as the database does.
 * @throws Error of a migration; nothing has changed then
 */
async function run<T>(
  db: Kysely<T>,
  migrations: Record<string, Migration>,
  migrate: (migrator: Migrator) => Promise<MigrationResultSet>,
): Promise<void> {
  await db
    .withoutPlugins()
    .transaction()
    .execute(async (trx) => {
      await sql`SELECT pg_advisory_xact_lock(${LOCK})`.execute(trx);
      const provider = { getMigrations: async () => migrations };
      const { error } = await migrate(new Migrator({ db: insideTransaction(trx), provider }));
      if (error) throw error;
    });
}

/**
 * Migrates the database to this version's schema. Several nodes may call it concurrently: a lock admits one
 * at a time.
 * @throws Error if a migration fails, or if a newer version wrote the database
 */
export async function migrateToLatest<T>(db: Kysely<T>): Promise<void> {
  await finishEarlier(db);
  await run(db, MIGRATIONS, (migrator) => migrator.migrateToLatest()).catch((error: unknown) => {
    throw explain(error);
  });
}

const hasEarlier = async <T>(db: Kysely<T>) => (await appliedMigrations(db)).some((name) => name in EARLIER);

/**
 * Migrates a database of the first versions to the initial schema, and stores that name instead of theirs.
 */
async function finishEarlier<T>(db: Kysely<T>): Promise<void> {
  if (!(await hasEarlier(db))) return;
  try {
    await run(db, EARLIER, (migrator) => migrator.migrateToLatest());
  } catch (error) {
    // Another node may have stored the new name meanwhile, which is not one of these.
    if (await hasEarlier(db)) throw explain(error);
    return;
  }
  await db.transaction().execute(async (trx) => {
    const names = sql.join(Object.keys(EARLIER));
    const { numAffectedRows } = await sql`DELETE FROM kysely_migration WHERE name IN (${names})`.execute(trx);
    // Another node that had the same lines has stored the name.
    if (!numAffectedRows) return;
    await sql`INSERT INTO kysely_migration (name, timestamp)
      VALUES (${MIGRATION_NAMES[0]!}, ${new Date().toISOString()})`.execute(trx);
  });
}

function explain(error: unknown): unknown {
  if (!(error instanceof Error && /corrupted migrations/.test(error.message))) return error;
  return new Error(
    'This data was written by a newer version of Cutroom. Start that version, or restore a backup.',
    { cause: error },
  );
}
