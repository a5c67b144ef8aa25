import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import * as initialSchema from './migrations/0001-initial-schema.ts';
import * as searchWords from './migrations/0002-search-words.ts';
import * as apiKeys from './migrations/0003-api-keys.ts';
import * as identities from './migrations/0004-identities.ts';
import * as signInLinks from './migrations/0005-sign-in-links.ts';
import * as whoMayJoin from './migrations/0006-who-may-join.ts';
import * as uploadParts from './migrations/0007-upload-parts.ts';
import * as sectionColumns from './migrations/0008-section-columns.ts';
import * as ownVideoUploads from './migrations/0009-own-video-uploads.ts';
import * as proposals from './migrations/0011-proposals.ts';
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
  '0011-proposals': proposals,
};

/** The names of this version's migrations, in order. */
export const MIGRATION_NAMES = Object.keys(MIGRATIONS);

/** Returns the names of the migrations that a database has; an empty list for an empty database. */
export async function appliedMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const { rows: found } = await sql<{
    there: boolean;
  }>`SELECT to_regclass('kysely_migration') IS NOT NULL AS there`.execute(db);
  if (!found[0]!.there) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Whether these are the names of all migrations up to some point, as a database or backup of this or an older
 * version stores them.
 */
export function isKnownHistory(names: readonly string[]): boolean {
  const known = names[0] !== undefined && names[0] in EARLIER ? Object.keys(EARLIER) : MIGRATION_NAMES;
  return names.every((name, index) => known[index] === name);
}

/** Migrates the database up to one migration, which may be an earlier one. */
export async function migrateTo<T>(db: Kysely<T>, name: string): Promise<void> {
  const { error } = await migratorOf(db, name in EARLIER ? EARLIER : MIGRATIONS).migrateTo(name);
  if (error) throw error;
}

/** Migrations name tables and columns as the database does. */
const migratorOf = <T>(db: Kysely<T>, migrations: Record<string, Migration>) =>
  new Migrator({ db: db.withoutPlugins(), provider: { getMigrations: async () => migrations } });

/**
 * Migrates the database to this version's schema. Several nodes may call it concurrently: Kysely's lock
 * admits one at a time.
 * @throws Error if a migration fails, or if a newer version wrote the database
 */
export async function migrateToLatest<T>(db: Kysely<T>): Promise<void> {
  await finishEarlier(db);
  const { error } = await migratorOf(db, MIGRATIONS).migrateToLatest();
  if (error) throw explain(error);
}

const hasEarlier = async <T>(db: Kysely<T>) => (await appliedMigrations(db)).some((name) => name in EARLIER);

/** Migrates a database of the first versions to the initial schema, and stores that name instead of theirs. */
async function finishEarlier<T>(db: Kysely<T>): Promise<void> {
  if (!(await hasEarlier(db))) return;
  const { error } = await migratorOf(db, EARLIER).migrateToLatest();
  if (error) {
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
