import { type Kysely, sql } from 'kysely';

/**
 * A framing that follows the faces of a video, and shots of a section whose framing is set by hand. Only the
 * contract defines the framings. Imports no app code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sections
      DROP CONSTRAINT sections_framing_check,
      ADD COLUMN "shotCrops" jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof("shotCrops") = 'array');
  `.execute(db);
  await sql`ALTER TABLE films DROP CONSTRAINT films_framing_check`.execute(db);
}
