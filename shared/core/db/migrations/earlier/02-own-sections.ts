import { type Kysely, sql } from 'kysely';

/**
 * Custom sections and uploads, undo, translations, aspect ratios, sharing, purchases, mail, import. Imports
 * no app code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The text that a machine translated this one from; null when a person wrote it.
    ALTER TABLE section_texts ADD COLUMN translated_from text;

    -- A file that a creator sends for a section. Its id is in the API's objectPath.
    CREATE TABLE objects (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
      file_name text NOT NULL,
      -- What the client said before sending, and was signed; null when it said nothing.
      declared_bytes bigint,
      declared_type text,
      -- Set once, by the PUT that brought the whole file.
      object_key text UNIQUE,
      bytes bigint,
      sha256 text,
      uploaded_at timestamptz,
      -- Set once, when the file was looked at and taken for a section.
      kind text CHECK (kind IN ('video', 'image')),
      fetch_key text REFERENCES artifacts ON DELETE SET NULL,
      -- A video upload as a video of its owner's, for the steps that prepare it.
      video_id text REFERENCES videos ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX objects_project ON objects (project_id);
    CREATE INDEX objects_user ON objects (user_id);

    -- The upload that stands in a section's place; null for a section of its video, and for a title card.
    ALTER TABLE sections ADD COLUMN object_id uuid REFERENCES objects ON DELETE SET NULL;

    -- What undo and redo go through: the sections that an edit changed, as they were before and after it.
    CREATE TABLE section_edits (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
      kind text NOT NULL,
      -- What the page calls it, such as 'Delete "Sunrise"'.
      label text NOT NULL,
      before jsonb NOT NULL,
      after jsonb NOT NULL,
      undone boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX section_edits_project ON section_edits (project_id, id DESC);

    ALTER TABLE films
      ADD COLUMN aspect text NOT NULL DEFAULT '16:9',
      ADD COLUMN burned_subtitles boolean NOT NULL DEFAULT false;

    -- Preparing media (an upload, an imported project) costs nothing and may run beside the others.
    ALTER TABLE runs DROP CONSTRAINT runs_kind_check;
    ALTER TABLE runs ADD CONSTRAINT runs_kind_check CHECK (kind IN ('processing', 'generation', 'preparation'));
    DROP INDEX runs_one_active;
    CREATE UNIQUE INDEX runs_one_active ON runs (project_id, kind)
      WHERE status IN ('queued', 'running') AND kind <> 'preparation';

    -- The one public link of a project's newest film; null when it is not shared.
    ALTER TABLE projects ADD COLUMN share_token text UNIQUE;

    -- A pack that somebody began to buy. The provider's own id makes a repeated notice harmless.
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
      UNIQUE (provider, provider_ref)
    );
    CREATE INDEX purchases_user ON purchases (user_id, created_at DESC);

    -- Notices of payment providers that were acted upon, each once.
    CREATE TABLE provider_events (
      provider text NOT NULL,
      event_id text NOT NULL,
      received_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (provider, event_id)
    );

    -- Mail to be sent; in local mode this is the outbox page.
    CREATE TABLE mails (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      -- What it tells of: one mail for each.
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

    -- Files of data that a user imported: the same one again adds nothing.
    CREATE TABLE imports (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      sha256 text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, sha256)
    );

    -- Files whose rows are gone: written with the rows' end, taken off once the file is removed.
    CREATE TABLE files_to_remove (
      object_key text PRIMARY KEY,
      created_at timestamptz NOT NULL DEFAULT now()
    );

    -- Who uses an artifact is asked when its owner leaves.
    CREATE INDEX sections_fetch_key ON sections (fetch_key);
    CREATE INDEX sections_scan_key ON sections (scan_key);
    CREATE INDEX films_artifact ON films (artifact_key);
    CREATE INDEX videos_fetch_key ON videos (fetch_key);
    CREATE INDEX objects_fetch_key ON objects (fetch_key);

    -- Films and runs from before, in the form that they have now.
    UPDATE artifacts SET data = data || jsonb_build_object('subtitles', 0, 'gender', NULL, 'sections', COALESCE((
        SELECT jsonb_agg(section || '{"fit":
          {"applied": [], "speed": 1, "tempo": 1, "extend": 0, "slow": 1, "freeze": 0}}' ORDER BY place)
        FROM jsonb_array_elements(data -> 'sections') WITH ORDINALITY AS each(section, place)), '[]'))
      WHERE job = 'join-film';
    UPDATE runs SET input = input || jsonb_build_object('aspect', '16:9', 'burnSubtitles', false, 'sections', COALESCE((
        SELECT jsonb_agg(section || jsonb_build_object(
            'words', '[]'::jsonb,
            'media', (section -> 'media') || jsonb_build_object('kind', 'video', 'videoId', COALESCE((
              SELECT video_id FROM sections WHERE id = (section ->> 'sectionId')::uuid), 'unknown')),
            'narration', CASE jsonb_typeof(section -> 'narration') WHEN 'object'
              THEN (section -> 'narration') || '{"translateFrom": null}' ELSE 'null' END) ORDER BY place)
        FROM jsonb_array_elements(input -> 'sections') WITH ORDINALITY AS each(section, place)), '[]'))
      WHERE kind = 'generation';
  `.execute(db);
}
