import { type Kysely, sql } from 'kysely';

/**
 * When an uploaded video was deleted from its owner's footage; `null` if it was not deleted. Imports no app
 * code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE videos ADD COLUMN removed_at timestamptz;
    CREATE INDEX videos_uploads ON videos (owner_id, created_at DESC) WHERE source = 'upload';
    CREATE INDEX videos_upload_files ON videos (fetch_key) WHERE source = 'upload';
  `.execute(db);
}
