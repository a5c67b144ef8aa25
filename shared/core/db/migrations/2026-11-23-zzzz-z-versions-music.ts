import { type Kysely, sql } from 'kysely';

/**
 * What a version keeps of its project beside the sections: the music. Null for a version of an earlier day, which says
 * nothing about it. Imports no app code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE film_versions ADD COLUMN project_state jsonb;
  `.execute(db);
}
