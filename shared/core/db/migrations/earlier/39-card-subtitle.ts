import { type Kysely, sql } from 'kysely';

/** A line under the title of a card; empty by default. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sections ADD COLUMN "cardSubtitle" text NOT NULL DEFAULT ''`.execute(db);
}
