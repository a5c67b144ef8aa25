import { type Kysely, sql } from 'kysely';

/**
 * Links that sign in by e-mail. The link's token and that of the browser which requested it are stored hashed.
 * Imports no app code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE sign_in_links (
      token_hash text PRIMARY KEY,
      browser_hash text NOT NULL,
      email text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX sign_in_links_email ON sign_in_links (email, created_at);
    CREATE INDEX sign_in_links_age ON sign_in_links (created_at);
  `.execute(db);
}
