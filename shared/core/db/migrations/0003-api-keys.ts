import { type Kysely, sql } from 'kysely';

/** API keys, and the key whose run an entry of the ledger belongs to. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- hash is the SHA-256 of the key, which is stored nowhere.
    CREATE TABLE api_keys (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      hash text NOT NULL UNIQUE,
      prefix text NOT NULL,
      name text NOT NULL,
      scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
      credit_budget integer CHECK (credit_budget > 0),
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz,
      last_used_at timestamptz
    );
    CREATE INDEX api_keys_user ON api_keys (user_id, created_at DESC);

    ALTER TABLE credit_entries ADD COLUMN api_key_id uuid REFERENCES api_keys ON DELETE SET NULL;
    CREATE INDEX credit_entries_api_key ON credit_entries (api_key_id) WHERE api_key_id IS NOT NULL;
  `.execute(db);
}
