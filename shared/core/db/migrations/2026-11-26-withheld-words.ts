import { type Kysely, sql } from 'kysely';

/** Whether any of a section's words may be withheld, which must be known without reading them. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sections ADD COLUMN withholds_words boolean NOT NULL
      GENERATED ALWAYS AS (jsonb_path_exists(words, '$[*] ? (@.confidence == 0)')) STORED
  `.execute(db);
}
