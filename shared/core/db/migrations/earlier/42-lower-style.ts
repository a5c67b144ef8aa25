import { type Kysely, sql } from 'kysely';

/** The style of a section's lower third. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sections ADD COLUMN "lowerStyle" text NOT NULL DEFAULT 'boxed'`.execute(db);
}
