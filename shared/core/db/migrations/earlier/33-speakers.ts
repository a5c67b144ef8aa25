import { type Kysely, sql } from 'kysely';

/**
 * Whether a section's words name their speakers, which is needed without reading the words. Imports no app
 * code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sections ADD COLUMN tells_speakers boolean NOT NULL
      GENERATED ALWAYS AS (jsonb_path_exists(words, '$[*].speaker')) STORED
  `.execute(db);
}
