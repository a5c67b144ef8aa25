import { type Kysely, sql } from 'kysely';

/** Which voice narrates a section; null: the film's. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sections
      ADD COLUMN speaker text;
  `.execute(db);
}
