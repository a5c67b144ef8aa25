import { type Kysely, sql } from 'kysely';

/**
 * A run's steps no longer have attempts: the attempt was always 1, since a retry is a run of its own. Nodes
 * of the previous version still read and write `attempt`, so both columns stay and default to 1. One version
 * later, `runs.attempt` and `run_steps.attempt` are dropped, `run_steps_key` becomes the primary key, and
 * Redis messages no longer contain `attempt`. Imports no app code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE run_steps ALTER COLUMN attempt SET DEFAULT 1;
    CREATE UNIQUE INDEX run_steps_key ON run_steps (run_id, key);
  `.execute(db);
}
