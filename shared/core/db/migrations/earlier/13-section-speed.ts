import { type Kysely, sql } from 'kysely';

/** The speed of a section's video in the film. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sections
      ADD COLUMN speed double precision NOT NULL DEFAULT 1 CHECK (speed BETWEEN 0.5 AND 2);
  `.execute(db);
}
