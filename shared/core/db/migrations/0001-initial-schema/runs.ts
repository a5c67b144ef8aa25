/** Runs, films and mails. */
export const RUNS = `
  CREATE TABLE runs (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    kind text NOT NULL,
    project_id uuid REFERENCES projects ON DELETE CASCADE,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    language text,
    status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
    percentage real NOT NULL DEFAULT 0,
    stage text NOT NULL DEFAULT '',
    message text NOT NULL DEFAULT '',
    error_code text,
    input jsonb NOT NULL DEFAULT '{}',
    result jsonb,
    -- The remaining work, in milliseconds on this installation; null before the first figure.
    remaining_ms real,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    started_at timestamptz,
    finished_at timestamptz,
    -- All work, in milliseconds, to which the percentage refers; null before the first figure.
    work_total double precision,
    film text CHECK (film IN ('planned', 'started', 'refused')),
    CONSTRAINT runs_project_check CHECK (project_id IS NOT NULL OR kind = 'publishing')
  );
  CREATE INDEX runs_active ON runs (user_id) WHERE status IN ('queued', 'running');
  CREATE INDEX runs_films_due ON runs (finished_at) WHERE film = 'planned' AND status = 'completed';
  -- A second call for the same kind of run finds the active one.
  CREATE UNIQUE INDEX runs_one_active ON runs (project_id, kind) WHERE (status IN ('queued', 'running') AND kind NOT IN ('preparation', 'checking', 'previewing'));
  CREATE INDEX runs_project ON runs (project_id, kind, created_at DESC);

  CREATE TABLE run_steps (
    run_id uuid NOT NULL REFERENCES runs ON DELETE CASCADE,
    key text NOT NULL,
    position integer NOT NULL,
    job text NOT NULL,
    stage text NOT NULL,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'queued', 'active', 'done', 'failed', 'skipped')),
    percent real NOT NULL DEFAULT 0,
    -- The expected work, in milliseconds.
    weight real NOT NULL DEFAULT 1,
    depends_on text[] NOT NULL DEFAULT '{}',
    -- Whether the step runs even if some of its dependencies failed.
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
    -- How often the step's worker was lost: killed, frozen or out of memory.
    losses integer NOT NULL DEFAULT 0,
    -- When a worker last reported the step.
    seen_at timestamptz,
    -- What the step is doing, as the page shows it.
    detail text,
    PRIMARY KEY (run_id, key)
  );
  CREATE INDEX run_steps_artifact ON run_steps (artifact_key);
  CREATE INDEX run_steps_history ON run_steps (job, finished_at DESC) WHERE state = 'done' AND NOT reused;

  -- The response to a call that must not be repeated.
  CREATE TABLE idempotency_keys (
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    scope text NOT NULL,
    key text NOT NULL,
    request_hash text NOT NULL,
    response jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, scope, key)
  );

  -- The newest film of a project in each language.
  CREATE TABLE films (
    project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
    language text NOT NULL,
    run_id uuid NOT NULL REFERENCES runs ON DELETE CASCADE,
    artifact_key text NOT NULL REFERENCES artifacts,
    quality text NOT NULL,
    snapshot_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    aspect text NOT NULL DEFAULT '16:9',
    burned_subtitles boolean NOT NULL DEFAULT false,
    -- The secret of the film's public link; null if it is not shared.
    share_token text UNIQUE,
    framing text NOT NULL DEFAULT 'fit',
    -- When the link expires; null if it does not.
    share_expires_at timestamptz,
    -- A scrypt hash with its salt; null without a password.
    share_password text,
    share_downloads boolean NOT NULL DEFAULT true,
    -- The artifact of the chosen poster; null for a picture of the film.
    poster_key text,
    caption_look jsonb NOT NULL DEFAULT '{}',
    credits text NOT NULL DEFAULT 'off',
    end_fades boolean NOT NULL DEFAULT false,
    PRIMARY KEY (project_id, language)
  );
  CREATE INDEX films_artifact ON films (artifact_key);
  CREATE INDEX films_poster_key ON films (poster_key) WHERE poster_key IS NOT NULL;

  CREATE TABLE film_versions (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
    run_id uuid NOT NULL UNIQUE REFERENCES runs ON DELETE CASCADE,
    -- Numbered within the project, from 1; null until its film is made.
    number integer,
    made_at timestamptz,
    duration_ms integer,
    options jsonb NOT NULL,
    -- The sections in the film's order, each with its complete state.
    sections jsonb NOT NULL,
    section_count integer NOT NULL GENERATED ALWAYS AS (jsonb_array_length(sections)) STORED,
    bytes integer NOT NULL GENERATED ALWAYS AS (octet_length(sections::text)) STORED,
    -- The media that a restoration needs: keys of fetched files, and IDs of uploads.
    media jsonb NOT NULL GENERATED ALWAYS AS (
      jsonb_path_query_array(sections, '$[*].state.fetchKey')
      || jsonb_path_query_array(sections, '$[*].state.original.fetchKey')) STORED,
    uploads jsonb NOT NULL GENERATED ALWAYS AS (
      jsonb_path_query_array(sections, '$[*].state.objectId')) STORED,
    created_at timestamptz NOT NULL DEFAULT now(),
    project_state jsonb,
    UNIQUE (project_id, number)
  );

  -- What a publishing run uploads, and its outcome.
  CREATE TABLE publications (
    run_id uuid PRIMARY KEY REFERENCES runs ON DELETE CASCADE,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    project_id uuid REFERENCES projects ON DELETE CASCADE,
    -- The published film, which may be deleted by now.
    artifact_key text NOT NULL,
    language text,
    channel_id text NOT NULL,
    title text NOT NULL,
    privacy text NOT NULL CHECK (privacy IN ('private', 'unlisted', 'public')),
    -- The address of the resumable upload, encrypted, since anyone who knows it may send; null before and after.
    upload_session text,
    youtube_id text,
    published_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX publications_project ON publications (project_id, created_at DESC);
  CREATE INDEX publications_user ON publications (user_id);

  -- Mails to send; in local mode the outbox page shows them.
  CREATE TABLE mails (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    -- The run that the mail reports; one mail each.
    run_id uuid UNIQUE REFERENCES runs ON DELETE CASCADE,
    recipient text NOT NULL,
    subject text NOT NULL,
    body text NOT NULL,
    tries integer NOT NULL DEFAULT 0,
    not_before timestamptz NOT NULL DEFAULT now(),
    sent_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX mails_unsent ON mails (not_before) WHERE sent_at IS NULL;
  CREATE INDEX mails_user ON mails (user_id, created_at DESC);
`;
