import { type Kysely, sql } from 'kysely';

/** Whether a section's image slowly grows or shrinks. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sections
      ADD COLUMN zoom text NOT NULL DEFAULT 'none' CHECK (zoom IN ('none', 'in', 'out'));
  `.execute(db);
}
