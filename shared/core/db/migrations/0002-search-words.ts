import { type Kysely, sql } from 'kysely';

/**
 * The words of the search that found a project's videos; `null` for videos of other origin and for projects
 * from before this column, unless they are drafts. Imports no app code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE projects ADD COLUMN search_words text`.execute(db);
  await sql`UPDATE projects SET search_words = runs.input -> 'draft' ->> 'words' FROM runs
    WHERE runs.project_id = projects.id AND runs.kind = 'processing'
      AND runs.input -> 'draft' ->> 'words' IS NOT NULL`.execute(db);
}
