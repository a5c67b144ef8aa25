import { type Kysely, sql } from 'kysely';

/** Edits that an agent proposes, until the creator accepts or declines them. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE proposals (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
      api_key_id uuid REFERENCES api_keys ON DELETE SET NULL,
      title text NOT NULL,
      language text NOT NULL,
      status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'declined')),
      -- The requested changes, and for each its comparison with the sections of that moment.
      changes jsonb NOT NULL,
      bytes integer NOT NULL GENERATED ALWAYS AS (octet_length(changes::text)) STORED,
      cost jsonb NOT NULL,
      -- The IDs of the accepted changes.
      accepted jsonb NOT NULL DEFAULT '[]',
      created_at timestamptz NOT NULL DEFAULT now(),
      decided_at timestamptz
    );
    CREATE INDEX proposals_project ON proposals (project_id, created_at DESC);
    CREATE INDEX proposals_api_key ON proposals (api_key_id) WHERE api_key_id IS NOT NULL;
  `.execute(db);
}
