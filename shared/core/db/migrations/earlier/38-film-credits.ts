import { type Kysely, sql } from 'kysely';

/** Whether a film was meant to have credits. Films from before this option had none. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE films ADD COLUMN credits text NOT NULL DEFAULT 'off'`.execute(db);
}
