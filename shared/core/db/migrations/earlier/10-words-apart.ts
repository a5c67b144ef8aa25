import { type Kysely, sql } from 'kysely';

/** Facts about a section's words that are needed without reading the words. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sections
      -- Tells one list of words from another; null for none.
      ADD COLUMN words_key text GENERATED ALWAYS AS (
        CASE WHEN words = '[]'::jsonb THEN NULL ELSE md5(words::text) END) STORED,
      -- Whether any of them is said in the section's range, by its middle.
      ADD COLUMN says_words boolean NOT NULL GENERATED ALWAYS AS (jsonb_path_exists(words,
        '$[*] ? ((@.startMs + @.endMs) / 2 >= $from && (@.startMs + @.endMs) / 2 < $to)',
        ('{"from":'::text || start_ms::text || ',"to":'::text || end_ms::text || '}'::text)::jsonb)) STORED;
  `.execute(db);
}
