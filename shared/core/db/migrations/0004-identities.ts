import { type Kysely, sql } from 'kysely';

/**
 * Several providers: an identity has an ID and the e-mail address that its provider reported, and a sign-in is
 * bound to its provider and, if it adds an identity, to its user. The previous version leaves these columns
 * empty. Imports no app code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE identities ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE;
    ALTER TABLE identities ADD COLUMN email text;
    UPDATE identities SET email = users.email FROM users WHERE users.id = identities.user_id;
    ALTER TABLE oauth_states ADD COLUMN provider text;
    ALTER TABLE oauth_states ADD COLUMN user_id uuid REFERENCES users ON DELETE CASCADE;
  `.execute(db);
}
