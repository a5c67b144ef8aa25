import { type Kysely, sql } from 'kysely';

/** Only the contract defines the kinds of runs, so a new kind needs no migration. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE runs DROP CONSTRAINT runs_kind_check`.execute(db);
}
