import { type Kysely, sql } from 'kysely';

/**
 * A run's steps have no attempts any more: it was always 1, as a retry is a run of its own. Nodes of the version before
 * write and read `attempt` still, so both columns stay and are 1 by themselves. One version later `runs.attempt` and
 * `run_steps.attempt` go, `run_steps_key` becomes the primary key, and `attempt` goes from what travels through Redis.
 * Imports no app code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE run_steps ALTER COLUMN attempt SET DEFAULT 1;
    CREATE UNIQUE INDEX run_steps_key ON run_steps (run_id, key);
  `.execute(db);
}
