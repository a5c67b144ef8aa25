import { type Kysely, type Migration, Migrator } from 'kysely';
import * as first from './migrations/2026-11-21-first.ts';
import * as ownSections from './migrations/2026-11-21-own-sections.ts';

/** Every migration by its date, in order; a list in the code, so that no file is ever found by chance. */
const MIGRATIONS: Record<string, Migration> = {
  '2026-11-21-first': first,
  '2026-11-21-own-sections': ownSections,
};

/**
 * Brings the database to this version's schema. Several nodes may call it at once: Kysely's lock lets one through.
 * @throws Error when a migration fails, or when the database was written by a newer version.
 */
export async function migrateToLatest<T>(db: Kysely<T>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  if (!error) return;
  if (error instanceof Error && /corrupted migrations/.test(error.message)) {
    throw new Error(
      'This data was written by a newer version of Cutroom. Start that version, or restore a backup.',
      {
        cause: error,
      },
    );
  }
  throw error;
}
