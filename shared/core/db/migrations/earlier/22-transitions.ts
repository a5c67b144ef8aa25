import { type Kysely, sql } from 'kysely';

/** The transition from a section to the next one. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sections
      ADD COLUMN transition text NOT NULL DEFAULT 'cut' CHECK (transition IN ('cut', 'crossfade', 'dip')),
      ADD COLUMN "transitionSeconds" double precision NOT NULL DEFAULT 1
        CHECK ("transitionSeconds" BETWEEN 0.2 AND 2);
  `.execute(db);
}
