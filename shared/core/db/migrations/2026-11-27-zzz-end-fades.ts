import { type Kysely, sql } from 'kysely';

/** Whether a film's audio fades at its ends. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE films ADD COLUMN end_fades boolean NOT NULL DEFAULT false`.execute(db);
}
