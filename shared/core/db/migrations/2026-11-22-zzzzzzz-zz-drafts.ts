import { type Kysely, sql } from 'kysely';

/** Why a drafted project has its sections; null for others, and once dismissed. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE projects ADD COLUMN draft jsonb`.execute(db);
}
