import { type Kysely, sql } from 'kysely';

/**
 * Position, style and background of a title card's text; the two lines of a lower third, and when they are
 * shown. Imports no app code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sections
      ADD COLUMN "cardPlace" text NOT NULL DEFAULT 'middle',
      ADD COLUMN "cardStyle" text NOT NULL DEFAULT 'plain',
      ADD COLUMN "cardFrame" text NOT NULL DEFAULT 'none',
      ADD COLUMN titled boolean NOT NULL DEFAULT false,
      ADD COLUMN "lowerName" text NOT NULL DEFAULT '',
      ADD COLUMN "lowerDetail" text NOT NULL DEFAULT '',
      ADD COLUMN "lowerStart" double precision NOT NULL DEFAULT 0.5,
      ADD COLUMN "lowerSeconds" double precision NOT NULL DEFAULT 4;
  `.execute(db);
}
