import { type Kysely, sql } from 'kysely';

/** A creator's settings for a film's public link, and the film's poster. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE films
      -- From then on the link opens nothing; null: until it is revoked.
      ADD COLUMN share_expires_at timestamptz,
      -- A scrypt hash with its salt; null: no password.
      ADD COLUMN share_password text,
      ADD COLUMN share_downloads boolean NOT NULL DEFAULT true,
      -- The artifact of the chosen poster; null: a picture of the film itself.
      ADD COLUMN poster_key text;
    CREATE INDEX films_poster_key ON films (poster_key) WHERE poster_key IS NOT NULL;
  `.execute(db);
}
