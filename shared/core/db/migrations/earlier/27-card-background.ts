import { type Kysely, sql } from 'kysely';

/** The named background colour of a section's title card. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sections ADD COLUMN background text NOT NULL DEFAULT 'dark'`.execute(db);
}
