import { type Kysely, sql } from 'kysely';

/**
 * The film's music, and an edit's change of the project beside its sections; both are `null` by default. A
 * node of the previous version retains both columns, and undoing such an edit has no effect there. Imports no
 * app code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE projects ADD COLUMN music jsonb;
    ALTER TABLE objects DROP CONSTRAINT objects_kind_check;
    ALTER TABLE objects ADD CONSTRAINT objects_kind_check CHECK (kind IN ('video', 'image', 'audio'));
    ALTER TABLE section_edits ADD COLUMN project_before jsonb, ADD COLUMN project_after jsonb;
  `.execute(db);
}
