import { type Kysely, sql } from 'kysely';

/**
 * Drops the columns that counted attempts. The previous version neither reads nor writes them. Imports no app
 * code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE run_steps DROP CONSTRAINT run_steps_pkey, DROP COLUMN attempt,
      ADD CONSTRAINT run_steps_pkey PRIMARY KEY USING INDEX run_steps_key;
    ALTER TABLE runs DROP COLUMN attempt;
  `.execute(db);
}
