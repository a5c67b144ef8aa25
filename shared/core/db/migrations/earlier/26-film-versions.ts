import { type Kysely, sql } from 'kysely';

/** The plan of each generated film, for comparing and restoring versions. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE film_versions (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
      run_id uuid NOT NULL UNIQUE REFERENCES runs ON DELETE CASCADE,
      -- Counted in its project, from 1; null until its film is made.
      number integer,
      made_at timestamptz,
      duration_ms integer,
      options jsonb NOT NULL,
      -- The sections in the film's order, each with its whole state.
      sections jsonb NOT NULL,
      section_count integer NOT NULL GENERATED ALWAYS AS (jsonb_array_length(sections)) STORED,
      bytes integer NOT NULL GENERATED ALWAYS AS (octet_length(sections::text)) STORED,
      -- The media that restoring it needs: the keys of fetched files, and the ids of uploads.
      media jsonb NOT NULL GENERATED ALWAYS AS (
        jsonb_path_query_array(sections, '$[*].state.fetchKey')
          || jsonb_path_query_array(sections, '$[*].state.original.fetchKey')) STORED,
      uploads jsonb NOT NULL GENERATED ALWAYS AS (
        jsonb_path_query_array(sections, '$[*].state.objectId')) STORED,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (project_id, number)
    );
  `.execute(db);
}
