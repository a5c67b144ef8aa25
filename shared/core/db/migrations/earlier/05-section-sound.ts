import { type Kysely, sql } from 'kysely';

/** The audio mode of a section. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sections
      ADD COLUMN sound text NOT NULL DEFAULT 'auto'
        CHECK (sound IN ('auto', 'original', 'narrated', 'muted'));
  `.execute(db);
}
