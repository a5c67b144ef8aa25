import { type Kysely, sql } from 'kysely';

/** The state of the film that follows a processing; `null` if no film follows. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE runs ADD COLUMN film text
    CHECK (film IN ('planned', 'started', 'refused'))`.execute(db);
  await sql`CREATE INDEX runs_films_due ON runs (finished_at)
    WHERE film = 'planned' AND status = 'completed'`.execute(db);
}
