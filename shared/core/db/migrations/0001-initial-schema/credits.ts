/** Credits and payments. */
export const CREDITS = `
  CREATE TABLE credit_packs (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('welcome', 'purchase')),
    pack_size integer NOT NULL CHECK (pack_size > 0),
    credits_remaining integer NOT NULL,
    purchased_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT credit_packs_check CHECK (credits_remaining >= 0 AND credits_remaining <= pack_size)
  );
  CREATE INDEX credit_packs_user ON credit_packs (user_id, purchased_at);

  -- A pack whose purchase began. The provider's own ID makes a repeated notice harmless.
  CREATE TABLE purchases (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id uuid REFERENCES users ON DELETE SET NULL,
    provider text NOT NULL,
    provider_ref text,
    pack_size integer NOT NULL CHECK (pack_size > 0),
    amount_cents integer NOT NULL CHECK (amount_cents > 0),
    currency text NOT NULL DEFAULT 'usd',
    state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'completed', 'failed')),
    pack_id uuid REFERENCES credit_packs ON DELETE SET NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz,
    -- The provider's ID of the payment, which refunds and disputes name.
    payment_ref text,
    refunded_cents integer NOT NULL DEFAULT 0 CHECK (refunded_cents >= 0),
    -- In an open dispute, or lost in one.
    disputed_cents integer NOT NULL DEFAULT 0 CHECK (disputed_cents >= 0),
    dispute_ref text,
    -- Spent or reserved credits that are no longer paid for.
    owed_credits integer NOT NULL DEFAULT 0 CHECK (owed_credits >= 0),
    UNIQUE (provider, provider_ref)
  );
  CREATE INDEX purchases_owed ON purchases (user_id) WHERE owed_credits > 0;
  CREATE INDEX purchases_payment ON purchases (provider, payment_ref);
  CREATE INDEX purchases_user ON purchases (user_id, created_at DESC);

  -- Append-only. Its rows outlive the account, without its name.
  CREATE TABLE credit_entries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id uuid REFERENCES users ON DELETE SET NULL,
    pack_id uuid REFERENCES credit_packs ON DELETE SET NULL,
    run_id uuid REFERENCES runs ON DELETE SET NULL,
    kind text NOT NULL CHECK (kind IN ('purchase', 'reserve', 'capture', 'release', 'refund', 'dispute', 'dispute_won')),
    amount integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- The purchase whose money was refunded, disputed or regained.
    purchase_id uuid REFERENCES purchases ON DELETE SET NULL,
    UNIQUE (run_id, kind)
  );
  CREATE INDEX credit_entries_purchase ON credit_entries (purchase_id) WHERE purchase_id IS NOT NULL;
  CREATE INDEX credit_entries_user ON credit_entries (user_id, id);

  -- Notices of payment providers that were processed, each once.
  CREATE TABLE provider_events (
    provider text NOT NULL,
    event_id text NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (provider, event_id)
  );

  -- Payments, refunds and disputes that match no purchase, for the operator.
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
`;
