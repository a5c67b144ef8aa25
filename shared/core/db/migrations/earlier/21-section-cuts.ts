import { type Kysely, sql } from 'kysely';

/** The ranges that are cut out of a section, in ms of its video. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sections
      ADD COLUMN cuts jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(cuts) = 'array');
  `.execute(db);
}
