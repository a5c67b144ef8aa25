/** The characters that JSON escapes with up to six characters: quotes, backslashes and control characters. */
const ESCAPED = String.fromCharCode(0x22, 0x5c, ...Array.from({ length: 31 }, (_, index) => index + 1));

/** SQL for the most bytes that a text takes in JSON. */
const jsonBytes = (text: string) =>
  `octet_length(${text}) + 5 * (char_length(${text}) - char_length(translate(${text}, '${ESCAPED}', '')))`;

/** Artifacts, videos, projects and sections. */
export const PROJECTS = `
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

  -- The ID is that of the API: {source}_{source_id}, or manual_... for a card that its owner made.
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
    removed_at timestamptz,
    UNIQUE NULLS NOT DISTINCT (source, source_id, owner_id)
  );
  CREATE INDEX videos_fetch_key ON videos (fetch_key);
  CREATE INDEX videos_owner ON videos (owner_id) WHERE owner_id IS NOT NULL;
  CREATE INDEX videos_upload_files ON videos (fetch_key) WHERE source = 'upload';
  CREATE INDEX videos_uploads ON videos (owner_id, created_at DESC) WHERE source = 'upload';

  CREATE TABLE projects (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    title text NOT NULL,
    description text NOT NULL DEFAULT '',
    notices jsonb NOT NULL DEFAULT '[]',
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    edited_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz,
    -- The former public link of a project, to its newest film; null if it is not shared.
    share_token text UNIQUE,
    -- The language that the link of share_token opens; null for the newest film.
    share_language text,
    draft jsonb,
    music jsonb,
    film_choices jsonb NOT NULL DEFAULT '{}',
    links_version integer NOT NULL DEFAULT 0
  );
  CREATE INDEX projects_owner ON projects (user_id);
  CREATE INDEX projects_user ON projects (user_id, created_at DESC) WHERE deleted_at IS NULL;

  CREATE TABLE project_videos (
    project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
    video_id text NOT NULL REFERENCES videos,
    position integer NOT NULL,
    PRIMARY KEY (project_id, video_id)
  );
  CREATE INDEX project_videos_video ON project_videos (video_id);

  -- A file that a creator uploads for a section. Its ID is in the API's objectPath.
  CREATE TABLE objects (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
    file_name text NOT NULL,
    -- What the client declared before the upload, and the server signed; null if nothing.
    declared_bytes bigint,
    declared_type text,
    -- Set once, by the PUT that completes the file.
    object_key text UNIQUE,
    bytes bigint,
    sha256 text,
    uploaded_at timestamptz,
    -- Set once, when the file was examined and attached to a section.
    kind text CHECK (kind IN ('video', 'image', 'audio')),
    fetch_key text REFERENCES artifacts ON DELETE SET NULL,
    -- The uploaded video as a video of its owner, for the steps that prepare it.
    video_id text REFERENCES videos ON DELETE SET NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX objects_fetch_key ON objects (fetch_key);
  CREATE INDEX objects_project ON objects (project_id);
  CREATE INDEX objects_user ON objects (user_id);

  CREATE TABLE sections (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('analysed', 'custom')),
    position integer NOT NULL,
    title text NOT NULL,
    video_id text REFERENCES videos,
    -- The media as scanned when the section was created, from which preview and film are built.
    fetch_key text REFERENCES artifacts,
    scan_key text REFERENCES artifacts,
    start_ms integer NOT NULL CHECK (start_ms >= 0),
    end_ms integer NOT NULL,
    words jsonb NOT NULL DEFAULT '[]',
    start_reason text NOT NULL,
    end_reason text NOT NULL,
    -- What the analysis returned, for Reset; null for custom sections.
    original jsonb,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz,
    -- The upload that replaces the section's video; null for a section of its video and for a title card.
    object_id uuid REFERENCES objects ON DELETE SET NULL,
    sound text NOT NULL DEFAULT 'auto' CHECK (sound IN ('auto', 'original', 'narrated', 'muted')),
    text_bytes integer NOT NULL GENERATED ALWAYS AS (
      700 + ${jsonBytes('title')} + octet_length(words::text) - 40 * jsonb_array_length(words)
      + COALESCE(octet_length(original::text), 0)) STORED,
    -- Identifies a list of words; null if it is empty.
    words_key text GENERATED ALWAYS AS (
      CASE WHEN words = '[]'::jsonb THEN NULL ELSE md5(words::text) END) STORED,
    -- Whether the middle of any word is in the section's range.
    says_words boolean NOT NULL GENERATED ALWAYS AS (jsonb_path_exists(words,
      '$[*] ? ((@.startMs + @.endMs) / 2 >= $from && (@.startMs + @.endMs) / 2 < $to)',
      ('{"from":'::text || start_ms::text || ',"to":'::text || end_ms::text || '}'::text)::jsonb)) STORED,
    speed double precision NOT NULL DEFAULT 1 CHECK (speed >= 0.5 AND speed <= 2),
    speaker text,
    framing text,
    crop double precision NOT NULL DEFAULT 0.5 CHECK (crop >= 0 AND crop <= 1),
    volume double precision NOT NULL DEFAULT 1 CHECK (volume >= 0 AND volume <= 1),
    "fadeIn" double precision NOT NULL DEFAULT 0 CHECK ("fadeIn" >= 0 AND "fadeIn" <= 5),
    "fadeOut" double precision NOT NULL DEFAULT 0 CHECK ("fadeOut" >= 0 AND "fadeOut" <= 5),
    cuts jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(cuts) = 'array'),
    transition text NOT NULL DEFAULT 'cut' CHECK (transition IN ('cut', 'crossfade', 'dip')),
    "transitionSeconds" double precision NOT NULL DEFAULT 1 CHECK ("transitionSeconds" >= 0.2 AND "transitionSeconds" <= 2),
    zoom text NOT NULL DEFAULT 'none' CHECK (zoom IN ('none', 'in', 'out')),
    background text NOT NULL DEFAULT 'dark',
    captions boolean NOT NULL DEFAULT true,
    "cardPlace" text NOT NULL DEFAULT 'middle',
    "cardStyle" text NOT NULL DEFAULT 'plain',
    "cardFrame" text NOT NULL DEFAULT 'none',
    titled boolean NOT NULL DEFAULT false,
    "lowerName" text NOT NULL DEFAULT '',
    "lowerDetail" text NOT NULL DEFAULT '',
    "lowerStart" double precision NOT NULL DEFAULT 0.5,
    "lowerSeconds" double precision NOT NULL DEFAULT 4,
    localized jsonb NOT NULL DEFAULT '{}',
    tells_speakers boolean NOT NULL GENERATED ALWAYS AS (jsonb_path_exists(words, '$[*].speaker')) STORED,
    withholds_words boolean NOT NULL
      GENERATED ALWAYS AS (jsonb_path_exists(words, '$[*] ? (@.confidence == 0)')) STORED,
    "cardSubtitle" text NOT NULL DEFAULT '',
    "shotCrops" jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof("shotCrops") = 'array'),
    "lowerStyle" text NOT NULL DEFAULT 'boxed',
    CONSTRAINT sections_check CHECK (end_ms >= start_ms)
  );
  CREATE INDEX sections_fetch_key ON sections (fetch_key);
  CREATE INDEX sections_project ON sections (project_id, position);
  CREATE INDEX sections_scan_key ON sections (scan_key);

  -- A section's text in each language. The text in the spoken language is the original.
  CREATE TABLE section_texts (
    section_id uuid NOT NULL REFERENCES sections ON DELETE CASCADE,
    language text NOT NULL,
    text text NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    -- The text that a machine translated; null if a person wrote this one.
    translated_from text,
    text_bytes integer NOT NULL GENERATED ALWAYS AS (
      100 + ${jsonBytes('text')} + ${jsonBytes("COALESCE(translated_from, '')")}) STORED,
    PRIMARY KEY (section_id, language)
  );

  -- For undo and redo: the sections that an edit changed, before and after it.
  CREATE TABLE section_edits (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
    kind text NOT NULL,
    -- As the page shows it, such as 'Delete "Sunrise"'.
    label text NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL,
    undone boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    text_bytes integer NOT NULL
      GENERATED ALWAYS AS (octet_length(before::text) + octet_length(after::text)) STORED,
    project_before jsonb,
    project_after jsonb
  );
  CREATE INDEX section_edits_project ON section_edits (project_id, id DESC);

  -- Files whose rows were deleted. A row is added with that deletion and removed after the file.
  CREATE TABLE files_to_remove (
    object_key text PRIMARY KEY,
    created_at timestamptz NOT NULL DEFAULT now()
  );
`;
