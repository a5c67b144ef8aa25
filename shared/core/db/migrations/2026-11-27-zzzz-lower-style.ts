import { type Kysely, sql } from 'kysely';

/** How a section's lower third looks. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sections ADD COLUMN "lowerStyle" text NOT NULL DEFAULT 'boxed'`.execute(db);
}
