import { type Kysely, sql } from 'kysely';

/** Whether a film's audio fades in at its start and out at its end. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE films ADD COLUMN end_fades boolean NOT NULL DEFAULT false`.execute(db);
}
