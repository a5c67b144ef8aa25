import { type Kysely, sql } from 'kysely';

/** The slow zoom of a section's image. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sections
      ADD COLUMN zoom text NOT NULL DEFAULT 'none' CHECK (zoom IN ('none', 'in', 'out'));
  `.execute(db);
}
