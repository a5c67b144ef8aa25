import { type Kysely, sql } from 'kysely';

/**
 * The sites that may embed a shared film (none, also for links of earlier versions), and when YouTube makes a
 * video public. Imports no app code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE films ADD COLUMN share_embed_origins text[] NOT NULL DEFAULT '{}'`.execute(db);
  await sql`ALTER TABLE publications ADD COLUMN publish_at timestamptz`.execute(db);
}
