import { type Kysely, sql } from 'kysely';

/**
 * Allows the proxies of a project's videos to be made concurrently, each by its own run. Imports no app code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    DROP INDEX runs_one_active;
    CREATE UNIQUE INDEX runs_one_active ON runs (project_id, kind)
      WHERE status IN ('queued', 'running') AND kind NOT IN ('preparation', 'checking', 'previewing');
  `.execute(db);
}
