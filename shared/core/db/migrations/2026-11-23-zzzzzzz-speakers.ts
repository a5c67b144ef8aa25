import { type Kysely, sql } from 'kysely';

/** Whether a section's words tell who speaks, which must be known without reading them. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sections ADD COLUMN tells_speakers boolean NOT NULL
      GENERATED ALWAYS AS (jsonb_path_exists(words, '$[*].speaker')) STORED
  `.execute(db);
}
