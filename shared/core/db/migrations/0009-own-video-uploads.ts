import { type Kysely, sql } from 'kysely';

/** Uploads of own videos belong to no project. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE objects ALTER COLUMN project_id DROP NOT NULL`.execute(db);
}
