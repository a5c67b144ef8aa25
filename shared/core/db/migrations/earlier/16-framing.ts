import { type Kysely, sql } from 'kysely';

/**
 * How a section's video is fitted into the film's aspect (`null` for the film's default), and each film's
 * default. Imports no app code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sections
      ADD COLUMN framing text CHECK (framing IN ('blurred', 'fit', 'fill')),
      ADD COLUMN crop double precision NOT NULL DEFAULT 0.5 CHECK (crop BETWEEN 0 AND 1);
  `.execute(db);
  // Existing films have black bars.
  await sql`
    ALTER TABLE films
      ADD COLUMN framing text NOT NULL DEFAULT 'fit' CHECK (framing IN ('blurred', 'fit', 'fill'));
  `.execute(db);
}
