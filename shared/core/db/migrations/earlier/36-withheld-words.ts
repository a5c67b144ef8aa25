import { type Kysely, sql } from 'kysely';

/**
 * Whether a section has words that may be withheld, which is needed without reading the words. Imports no app
 * code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sections ADD COLUMN withholds_words boolean NOT NULL
      GENERATED ALWAYS AS (jsonb_path_exists(words, '$[*] ? (@.confidence == 0)')) STORED
  `.execute(db);
}
