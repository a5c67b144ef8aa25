import { type Kysely, sql } from 'kysely';

/** The fades of a section's own audio, in seconds of the film. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sections
      ADD COLUMN "fadeIn" double precision NOT NULL DEFAULT 0 CHECK ("fadeIn" BETWEEN 0 AND 5),
      ADD COLUMN "fadeOut" double precision NOT NULL DEFAULT 0 CHECK ("fadeOut" BETWEEN 0 AND 5);
  `.execute(db);
}
