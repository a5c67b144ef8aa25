import { type Kysely, sql } from 'kysely';

/** Whether a film was to have credits, which films from before there were any had not. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE films ADD COLUMN credits text NOT NULL DEFAULT 'off'`.execute(db);
}
