import { type Kysely, sql } from 'kysely';

/** A section's title and lower third in other languages. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sections ADD COLUMN localized jsonb NOT NULL DEFAULT '{}'`.execute(db);
}
