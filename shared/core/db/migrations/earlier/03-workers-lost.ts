import { type Kysely, sql } from 'kysely';

/** Counts lost workers separately from failed tries. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE run_steps
      -- How often the worker that had the step was lost: killed, frozen, out of memory.
      ADD COLUMN losses integer NOT NULL DEFAULT 0,
      -- When a worker last said that it works on the step.
      ADD COLUMN seen_at timestamptz;
  `.execute(db);
}
