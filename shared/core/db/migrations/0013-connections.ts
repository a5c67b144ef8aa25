import { type Kysely, sql } from 'kysely';

/**
 * Apps that registered themselves, what users allow them (an API key that is renewed), and whether a user allowed
 * subtitles on a channel of YouTube, and what agents propose beside changes of sections. Imports no app code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE oauth_clients (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      name text NOT NULL,
      redirect_uris text[] NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- The last time that a user connected it; null before the first time.
      connected_at timestamptz
    );
    CREATE INDEX oauth_clients_unused ON oauth_clients (created_at DESC) WHERE connected_at IS NULL;

    -- hash is the SHA-256 of the code. A used code stays for a day, so that its second use is noticed.
    CREATE TABLE oauth_codes (
      hash text PRIMARY KEY,
      client_id uuid NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      redirect_uri text NOT NULL,
      code_challenge text NOT NULL,
      scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
      credit_budget integer CHECK (credit_budget > 0),
      created_at timestamptz NOT NULL DEFAULT now(),
      used_at timestamptz
    );
    CREATE INDEX oauth_codes_client ON oauth_codes (client_id);
    CREATE INDEX oauth_codes_user ON oauth_codes (user_id);

    -- The key of an app: hash is that of its access token. client_site is where it returns to, null for a
    -- program on the user's computer.
    ALTER TABLE api_keys ADD COLUMN client_id uuid REFERENCES oauth_clients;
    ALTER TABLE api_keys ADD COLUMN client_site text;
    CREATE UNIQUE INDEX api_keys_client ON api_keys (user_id, client_id) WHERE client_id IS NOT NULL;
    CREATE INDEX api_keys_by_client ON api_keys (client_id) WHERE client_id IS NOT NULL;

    -- A used token stays until it expires, so that its second use is noticed.
    CREATE TABLE oauth_refresh_tokens (
      hash text PRIMARY KEY,
      api_key_id uuid NOT NULL REFERENCES api_keys ON DELETE CASCADE,
      expires_at timestamptz NOT NULL,
      used_at timestamptz
    );
    CREATE INDEX oauth_refresh_tokens_key ON oauth_refresh_tokens (api_key_id);

    -- Earlier versions did not request it.
    ALTER TABLE youtube_channels ADD COLUMN allows_captions boolean NOT NULL DEFAULT false;

    -- The title and the options that a proposal changes, with their comparison; null for none.
    ALTER TABLE proposals ADD COLUMN film jsonb;
  `.execute(db);
}
