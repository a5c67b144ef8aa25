import { type Kysely, sql } from 'kysely';

/** The videos of a project have their proxies made beside one another, each by its own run. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    DROP INDEX runs_one_active;
    CREATE UNIQUE INDEX runs_one_active ON runs (project_id, kind)
      WHERE status IN ('queued', 'running') AND kind NOT IN ('preparation', 'checking', 'previewing');
  `.execute(db);
}
