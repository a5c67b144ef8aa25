import { type Kysely, sql } from 'kysely';

/** The voice that narrates a section; `null` for the film's voice. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sections
      ADD COLUMN speaker text;
  `.execute(db);
}
