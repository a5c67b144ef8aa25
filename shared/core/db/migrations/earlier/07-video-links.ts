import { type Kysely, sql } from 'kysely';

/** A public link for each film. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The secret of the public link of a project's newest film in a language; null when it is not shared.
    ALTER TABLE films ADD COLUMN share_token text UNIQUE;

    -- Which language the older link of a project opens (projects.share_token); null for its newest film.
    ALTER TABLE projects ADD COLUMN share_language text;
    UPDATE projects SET share_language = (
        SELECT language FROM films WHERE project_id = projects.id ORDER BY created_at DESC LIMIT 1)
      WHERE share_token IS NOT NULL;
  `.execute(db);
}
