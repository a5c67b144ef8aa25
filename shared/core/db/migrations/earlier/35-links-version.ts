import { type Kysely, sql } from 'kysely';

/** Counts how often the signed links to a project's files were revoked. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE projects ADD COLUMN links_version integer NOT NULL DEFAULT 0`.execute(db);
}
