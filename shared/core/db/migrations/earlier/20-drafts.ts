import { type Kysely, sql } from 'kysely';

/**
 * The reasons for the sections of a drafted project; `null` for other projects, and once dismissed. Imports
 * no app code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE projects ADD COLUMN draft jsonb`.execute(db);
}
