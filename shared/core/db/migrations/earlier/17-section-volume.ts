import { type Kysely, sql } from 'kysely';

/** The volume of a section's own audio in the film. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sections
      ADD COLUMN volume double precision NOT NULL DEFAULT 1 CHECK (volume BETWEEN 0 AND 1);
  `.execute(db);
}
