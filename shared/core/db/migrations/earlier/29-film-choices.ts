import { type Kysely, sql } from 'kysely';

/** The film options that a creator chose for a project. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE projects ADD COLUMN film_choices jsonb NOT NULL DEFAULT '{}';
  `.execute(db);
}
