import { type Kysely, sql } from 'kysely';

/** Allows checks of a project's films to run concurrently, one per language. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    DROP INDEX runs_one_active;
    CREATE UNIQUE INDEX runs_one_active ON runs (project_id, kind)
      WHERE status IN ('queued', 'running') AND kind NOT IN ('preparation', 'checking');
  `.execute(db);
}
