import { type Kysely, sql } from 'kysely';

/** The store's ID of an upload that arrives in parts. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE objects ADD COLUMN multipart_id text`.execute(db);
}
