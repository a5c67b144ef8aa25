/** Users, their sign-ins and their channels. */
export const ACCOUNT = `
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

  -- The ID is the SHA-256 of the cookie's token, so that a stolen table opens no session.
  CREATE TABLE sessions (
    id text PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_seen_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX sessions_user ON sessions (user_id);

  -- A sign-in in progress. It is used once, and a cookie binds it to the browser that started it.
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

  -- Data files that a user imported; importing one again adds nothing.
  CREATE TABLE imports (
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    sha256 text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, sha256)
  );

  -- A user's channel. Both tokens are encrypted with a key that is not in the database.
  CREATE TABLE youtube_channels (
    user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    channel_id text NOT NULL,
    title text NOT NULL,
    access_token text NOT NULL,
    refresh_token text NOT NULL,
    access_expires_at timestamptz NOT NULL,
    connected_at timestamptz NOT NULL DEFAULT now()
  );

  -- A consent in progress. It is used once, by the session that started it.
  CREATE TABLE channel_consents (
    state_hash text PRIMARY KEY,
    session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX channel_consents_session ON channel_consents (session_id);

  -- Deleted accounts that had welcome credits: a keyed hash of issuer and subject, which identifies nobody.
  CREATE TABLE welcomed_identities (
    mark text PRIMARY KEY
  );
`;
