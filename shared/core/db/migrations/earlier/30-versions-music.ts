import { type Kysely, sql } from 'kysely';

/** The music of a version; `null` for an earlier version, which did not record it. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE film_versions ADD COLUMN project_state jsonb;
  `.execute(db);
}
