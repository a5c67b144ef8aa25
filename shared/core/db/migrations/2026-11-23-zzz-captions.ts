import { type Kysely, sql } from 'kysely';

/** How a film's captions look, and which sections have some. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sections
      ADD COLUMN captions boolean NOT NULL DEFAULT true;
  `.execute(db);
  await sql`
    ALTER TABLE films
      ADD COLUMN caption_look jsonb NOT NULL DEFAULT '{}';
  `.execute(db);
}
