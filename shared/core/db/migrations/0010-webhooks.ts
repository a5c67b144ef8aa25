import { type Kysely, sql } from 'kysely';

/** Webhooks, and what was or must be delivered to them. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- secret and old_secret are encrypted. busy_until: while a process sends to the webhook, no other does.
    CREATE TABLE webhooks (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      url text NOT NULL,
      events text[] NOT NULL CHECK (cardinality(events) > 0),
      secret text NOT NULL,
      old_secret text,
      old_secret_until timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      disabled_at timestamptz,
      disabled_reason text CHECK (disabled_reason IN ('owner', 'failing', 'gone')),
      failing_since timestamptz,
      busy_until timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT webhooks_disabled_check CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
      CONSTRAINT webhooks_old_secret_check CHECK ((old_secret IS NULL) = (old_secret_until IS NULL))
    );
    CREATE INDEX webhooks_user ON webhooks (user_id, created_at);

    -- attempts counts all attempts, tries those since the delivery was created or last resent.
    CREATE TABLE webhook_deliveries (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      webhook_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
      event_id text NOT NULL,
      type text NOT NULL,
      payload text NOT NULL,
      state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
      attempts integer NOT NULL DEFAULT 0,
      tries integer NOT NULL DEFAULT 0,
      next_attempt_at timestamptz NOT NULL DEFAULT now(),
      last_attempt_at timestamptz,
      response_status integer,
      error text,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT webhook_deliveries_once UNIQUE (webhook_id, event_id)
    );
    CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE state = 'pending';
    CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (webhook_id, next_attempt_at)
      WHERE state = 'pending';
    CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (webhook_id, created_at DESC, id);
  `.execute(db);
}
