import { type Kysely, sql } from 'kysely';

/** The total weight of a run's percentage, and the progress within a step. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The work, in milliseconds, that the percentage is a part of; null before the first figure.
    ALTER TABLE runs ADD COLUMN work_total double precision;
    -- What is done in it now, in words for the page.
    ALTER TABLE run_steps ADD COLUMN detail text;
  `.execute(db);
}
