import { type Kysely, sql } from 'kysely';

/**
 * The film's music, null without; and what an edit changed of a project beside its sections, null for nothing. A node of
 * the previous version keeps both, and undoes such an edit without effect. Imports no app code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE projects ADD COLUMN music jsonb;
    ALTER TABLE objects DROP CONSTRAINT objects_kind_check;
    ALTER TABLE objects ADD CONSTRAINT objects_kind_check CHECK (kind IN ('video', 'image', 'audio'));
    ALTER TABLE section_edits ADD COLUMN project_before jsonb, ADD COLUMN project_after jsonb;
  `.execute(db);
}
