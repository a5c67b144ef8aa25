import { type Kysely, sql } from 'kysely';

/**
 * Welcome credits once per identity, and payments that are refunded or match no purchase. Imports no app
 * code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Who had welcome credits and deleted the account: a keyed hash of issuer and subject, which names nobody.
    CREATE TABLE welcomed_identities (mark text PRIMARY KEY);

    ALTER TABLE purchases
      -- The provider's name for the money, by which it tells of refunds and disputes.
      ADD COLUMN payment_ref text,
      ADD COLUMN refunded_cents integer NOT NULL DEFAULT 0 CHECK (refunded_cents >= 0),
      -- In an open dispute, or lost by one.
      ADD COLUMN disputed_cents integer NOT NULL DEFAULT 0 CHECK (disputed_cents >= 0),
      ADD COLUMN dispute_ref text,
      -- Credits that the money no longer pays for, but that are spent or reserved.
      ADD COLUMN owed_credits integer NOT NULL DEFAULT 0 CHECK (owed_credits >= 0);
    CREATE INDEX purchases_payment ON purchases (provider, payment_ref);
    CREATE INDEX purchases_owed ON purchases (user_id) WHERE owed_credits > 0;

    -- The purchase whose money went back, or came back after all.
    ALTER TABLE credit_entries ADD COLUMN purchase_id uuid REFERENCES purchases ON DELETE SET NULL;
    CREATE INDEX credit_entries_purchase ON credit_entries (purchase_id) WHERE purchase_id IS NOT NULL;
    ALTER TABLE credit_entries DROP CONSTRAINT credit_entries_kind_check;
    ALTER TABLE credit_entries ADD CONSTRAINT credit_entries_kind_check CHECK
      (kind IN ('purchase', 'reserve', 'capture', 'release', 'refund', 'dispute', 'dispute_won'));

    -- Payments, refunds and disputes that fit no purchase: an operator looks at each.
    CREATE TABLE unmatched_payments (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      provider text NOT NULL,
      event_id text NOT NULL,
      kind text NOT NULL,
      ref text NOT NULL,
      purchase_id uuid REFERENCES purchases ON DELETE SET NULL,
      amount_cents integer,
      currency text,
      reason text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      settled_at timestamptz,
      UNIQUE (provider, event_id)
    );
  `.execute(db);
}
