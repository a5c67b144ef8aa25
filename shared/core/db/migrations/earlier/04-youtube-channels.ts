import { type Kysely, sql } from 'kysely';

/** Channels that users connect, and the videos published to them. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The channel of a user. Both tokens are sealed by a key that is not in the database.
    CREATE TABLE youtube_channels (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      channel_id text NOT NULL,
      title text NOT NULL,
      access_token text NOT NULL,
      refresh_token text NOT NULL,
      access_expires_at timestamptz NOT NULL,
      connected_at timestamptz NOT NULL DEFAULT now()
    );

    -- A consent under way: used once, by the session that began it.
    CREATE TABLE channel_consents (
      state_hash text PRIMARY KEY,
      session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX channel_consents_session ON channel_consents (session_id);

    -- A file that a user sends to the channel is of no project.
    ALTER TABLE runs DROP CONSTRAINT runs_kind_check;
    ALTER TABLE runs ADD CONSTRAINT runs_kind_check
      CHECK (kind IN ('processing', 'generation', 'preparation', 'publishing'));
    ALTER TABLE runs ALTER COLUMN project_id DROP NOT NULL;
    ALTER TABLE runs ADD CONSTRAINT runs_project_check CHECK (project_id IS NOT NULL OR kind = 'publishing');

    -- What a publishing sends, and what came of it.
    CREATE TABLE publications (
      run_id uuid PRIMARY KEY REFERENCES runs ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      project_id uuid REFERENCES projects ON DELETE CASCADE,
      -- The film as it was; it may be gone by now.
      artifact_key text NOT NULL,
      language text,
      channel_id text NOT NULL,
      title text NOT NULL,
      privacy text NOT NULL CHECK (privacy IN ('private', 'unlisted', 'public')),
      -- Where the rest of the file goes to: sealed, for whoever knows it may send. Null before and after.
      upload_session text,
      youtube_id text,
      published_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX publications_user ON publications (user_id);
    CREATE INDEX publications_project ON publications (project_id, created_at DESC);
  `.execute(db);
}
