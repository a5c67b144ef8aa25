import { type Kysely, sql } from 'kysely';

/**
 * A framing that follows the faces of a video, and the shots of a section whose framing is set by hand. Which framings
 * there are is stated by the contract alone. Imports no app code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sections
      DROP CONSTRAINT sections_framing_check,
      ADD COLUMN "shotCrops" jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof("shotCrops") = 'array');
  `.execute(db);
  await sql`ALTER TABLE films DROP CONSTRAINT films_framing_check`.execute(db);
}
