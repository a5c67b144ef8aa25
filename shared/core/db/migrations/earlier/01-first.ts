import { type Kysely, sql } from 'kysely';

/** The first tables: users, money, videos, projects and runs. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE users (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      email text,
      first_name text,
      last_name text,
      profile_image_url text,
      credits integer NOT NULL DEFAULT 0 CHECK (credits >= 0),
      created_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE identities (
      issuer text NOT NULL,
      subject text NOT NULL,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (issuer, subject)
    );
    CREATE INDEX identities_user ON identities (user_id);

    -- id is the SHA-256 of the cookie's token: a stolen table opens no session.
    CREATE TABLE sessions (
      id text PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_seen_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX sessions_user ON sessions (user_id);

    -- One sign-in under way: used once; a cookie binds it to the browser that began it.
    CREATE TABLE oauth_states (
      state_hash text PRIMARY KEY,
      nonce text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE user_settings (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      email_notifications boolean NOT NULL DEFAULT true,
      project_notifications boolean NOT NULL DEFAULT true,
      auto_save boolean NOT NULL DEFAULT true,
      default_video_quality text NOT NULL DEFAULT '1080p' CHECK (default_video_quality IN ('720p', '1080p', '4k')),
      theme text NOT NULL DEFAULT 'light' CHECK (theme IN ('light', 'dark', 'system'))
    );

    CREATE TABLE artifacts (
      key text PRIMARY KEY,
      job text NOT NULL,
      version integer NOT NULL,
      owner_id uuid REFERENCES users ON DELETE CASCADE,
      data jsonb NOT NULL,
      files jsonb NOT NULL DEFAULT '[]',
      bytes bigint NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX artifacts_owner ON artifacts (owner_id) WHERE owner_id IS NOT NULL;

    -- The id is the API's: {source}_{source_id}, or manual_... for a card made by its owner.
    CREATE TABLE videos (
      id text PRIMARY KEY,
      source text NOT NULL,
      source_id text NOT NULL,
      owner_id uuid REFERENCES users ON DELETE CASCADE,
      title text NOT NULL,
      description text,
      thumbnail_url text,
      url text,
      duration_ms integer NOT NULL DEFAULT 0,
      views text NOT NULL DEFAULT 'Unknown',
      channel text NOT NULL,
      license text,
      fetch_key text REFERENCES artifacts ON DELETE SET NULL,
      fetched_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE NULLS NOT DISTINCT (source, source_id, owner_id)
    );

    CREATE TABLE projects (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      title text NOT NULL,
      description text NOT NULL DEFAULT '',
      notices jsonb NOT NULL DEFAULT '[]',
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      edited_at timestamptz NOT NULL DEFAULT now(),
      deleted_at timestamptz
    );
    CREATE INDEX projects_user ON projects (user_id, created_at DESC) WHERE deleted_at IS NULL;

    CREATE TABLE project_videos (
      project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
      video_id text NOT NULL REFERENCES videos,
      position integer NOT NULL,
      PRIMARY KEY (project_id, video_id)
    );
    CREATE INDEX project_videos_video ON project_videos (video_id);

    CREATE TABLE sections (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('analysed', 'custom')),
      position integer NOT NULL,
      title text NOT NULL,
      video_id text REFERENCES videos,
      -- The media as scanned when the section was made: what preview and film are built from.
      fetch_key text REFERENCES artifacts,
      scan_key text REFERENCES artifacts,
      start_ms integer NOT NULL CHECK (start_ms >= 0),
      end_ms integer NOT NULL CHECK (end_ms >= start_ms),
      words jsonb NOT NULL DEFAULT '[]',
      start_reason text NOT NULL,
      end_reason text NOT NULL,
      -- What the analysis gave, for Reset; null for custom sections.
      original jsonb,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      deleted_at timestamptz
    );
    CREATE INDEX sections_project ON sections (project_id, position);

    -- A section's text in each language; the one it was spoken in is the original.
    CREATE TABLE section_texts (
      section_id uuid NOT NULL REFERENCES sections ON DELETE CASCADE,
      language text NOT NULL,
      text text NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (section_id, language)
    );

    CREATE TABLE runs (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      kind text NOT NULL CHECK (kind IN ('processing', 'generation')),
      project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      language text,
      status text NOT NULL DEFAULT 'queued'
        CHECK (status IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
      attempt integer NOT NULL DEFAULT 1,
      percentage real NOT NULL DEFAULT 0,
      stage text NOT NULL DEFAULT '',
      message text NOT NULL DEFAULT '',
      error_code text,
      input jsonb NOT NULL DEFAULT '{}',
      result jsonb,
      -- Work still to do, in milliseconds on this installation; null before the first figure.
      remaining_ms real,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL DEFAULT now(),
      started_at timestamptz,
      finished_at timestamptz
    );
    CREATE INDEX runs_project ON runs (project_id, kind, created_at DESC);
    CREATE INDEX runs_active ON runs (user_id) WHERE status IN ('queued', 'running');
    -- One active run of a kind in a project: a second call meets the first.
    CREATE UNIQUE INDEX runs_one_active ON runs (project_id, kind) WHERE status IN ('queued', 'running');

    CREATE TABLE run_steps (
      run_id uuid NOT NULL REFERENCES runs ON DELETE CASCADE,
      attempt integer NOT NULL,
      key text NOT NULL,
      position integer NOT NULL,
      job text NOT NULL,
      stage text NOT NULL,
      state text NOT NULL DEFAULT 'waiting'
        CHECK (state IN ('waiting', 'queued', 'active', 'done', 'failed', 'skipped')),
      percent real NOT NULL DEFAULT 0,
      -- Expected share of the run's work, in milliseconds of work.
      weight real NOT NULL DEFAULT 1,
      depends_on text[] NOT NULL DEFAULT '{}',
      -- A step that may go on when some of its dependencies failed.
      tolerant boolean NOT NULL DEFAULT false,
      input jsonb NOT NULL,
      artifact_key text REFERENCES artifacts ON DELETE SET NULL,
      reused boolean NOT NULL DEFAULT false,
      tries integer NOT NULL DEFAULT 0,
      error_code text,
      error_message text,
      not_before timestamptz,
      queued_at timestamptz,
      started_at timestamptz,
      finished_at timestamptz,
      PRIMARY KEY (run_id, attempt, key)
    );
    CREATE INDEX run_steps_artifact ON run_steps (artifact_key);
    CREATE INDEX run_steps_history ON run_steps (job, finished_at DESC) WHERE state = 'done' AND NOT reused;

    -- The newest film of a project in each language.
    CREATE TABLE films (
      project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
      language text NOT NULL,
      run_id uuid NOT NULL REFERENCES runs ON DELETE CASCADE,
      artifact_key text NOT NULL REFERENCES artifacts,
      quality text NOT NULL,
      snapshot_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (project_id, language)
    );

    CREATE TABLE credit_packs (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('welcome', 'purchase')),
      pack_size integer NOT NULL CHECK (pack_size > 0),
      credits_remaining integer NOT NULL CHECK (credits_remaining BETWEEN 0 AND pack_size),
      purchased_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX credit_packs_user ON credit_packs (user_id, purchased_at);

    -- Append-only. Rows outlive the account, without a name.
    CREATE TABLE credit_entries (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id uuid REFERENCES users ON DELETE SET NULL,
      pack_id uuid REFERENCES credit_packs ON DELETE SET NULL,
      run_id uuid REFERENCES runs ON DELETE SET NULL,
      kind text NOT NULL CHECK (kind IN ('purchase', 'reserve', 'capture', 'release')),
      amount integer NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (run_id, kind)
    );
    CREATE INDEX credit_entries_user ON credit_entries (user_id, id);

    -- The answer to a call that must not happen twice.
    CREATE TABLE idempotency_keys (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      scope text NOT NULL,
      key text NOT NULL,
      request_hash text NOT NULL,
      response jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, scope, key)
    );
  `.execute(db);
}
