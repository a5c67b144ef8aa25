import { type Kysely, sql } from 'kysely';

/** The characters that JSON escapes with up to six characters: quotes, backslashes and control characters. */
const ESCAPED = String.fromCharCode(0x22, 0x5c, ...Array.from({ length: 31 }, (_, index) => index + 1));

/** The maximum number of bytes that a text takes in JSON. */
const jsonBytes = (text: string) =>
  `octet_length(${text}) + 5 * (char_length(${text}) - char_length(translate(${text}, '${ESCAPED}', '')))`;

/**
 * How much text an account has, counted in the table that stores it. Each figure is at least the size of the
 * text in an export. Imports no app code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A word names its four fields in the table but not in an export: 46 bytes less.
  await sql`
    ALTER TABLE sections ADD COLUMN text_bytes integer NOT NULL GENERATED ALWAYS AS (
      700 + ${sql.raw(jsonBytes('title'))} + octet_length(words::text) - 40 * jsonb_array_length(words)
        + COALESCE(octet_length(original::text), 0)) STORED;
    ALTER TABLE section_texts ADD COLUMN text_bytes integer NOT NULL GENERATED ALWAYS AS (
      100 + ${sql.raw(jsonBytes('text'))} + ${sql.raw(jsonBytes(`COALESCE(translated_from, '')`))}) STORED;
    ALTER TABLE section_edits ADD COLUMN text_bytes integer NOT NULL GENERATED ALWAYS AS (
      octet_length(before::text) + octet_length(after::text)) STORED;
    CREATE INDEX projects_owner ON projects (user_id);
    CREATE INDEX videos_owner ON videos (owner_id) WHERE owner_id IS NOT NULL;
  `.execute(db);
}
