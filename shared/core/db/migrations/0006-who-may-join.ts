import { type Kysely, sql } from 'kysely';

/**
 * Invitations, suspended users, credits that an operator grants or returns, and the audit of operators.
 * Imports no app code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE users ADD COLUMN suspended_at timestamptz;

    -- In lower case. Removed with the account.
    CREATE TABLE invitations (
      email text PRIMARY KEY,
      created_at timestamptz NOT NULL DEFAULT now(),
      accepted_at timestamptz
    );

    ALTER TABLE credit_packs DROP CONSTRAINT credit_packs_kind_check;
    ALTER TABLE credit_packs ADD CONSTRAINT credit_packs_kind_check CHECK (kind IN ('welcome', 'purchase', 'grant'));
    -- The run whose credit the pack returns, once.
    ALTER TABLE credit_packs ADD COLUMN refunded_run_id uuid UNIQUE REFERENCES runs ON DELETE SET NULL;

    -- What operators did. It outlives the user, without a name.
    CREATE TABLE audit_entries (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      created_at timestamptz NOT NULL DEFAULT now(),
      operator text NOT NULL,
      action text NOT NULL,
      user_id uuid REFERENCES users ON DELETE SET NULL,
      detail jsonb NOT NULL DEFAULT '{}'
    );
    CREATE INDEX audit_entries_user ON audit_entries (user_id);
  `.execute(db);
}
