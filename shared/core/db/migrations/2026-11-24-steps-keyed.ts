import { type Kysely, sql } from 'kysely';

/** The columns that counted attempts; the version before neither reads nor writes them. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE run_steps DROP CONSTRAINT run_steps_pkey, DROP COLUMN attempt,
      ADD CONSTRAINT run_steps_pkey PRIMARY KEY USING INDEX run_steps_key;
    ALTER TABLE runs DROP COLUMN attempt;
  `.execute(db);
}
