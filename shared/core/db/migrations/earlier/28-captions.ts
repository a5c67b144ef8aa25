import { type Kysely, sql } from 'kysely';

/** The caption style of a film, and which sections have captions. Imports no app code. */
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
