import { type Kysely, sql } from 'kysely';
import { ACCOUNT } from './0001-initial-schema/account.ts';
import { CREDITS } from './0001-initial-schema/credits.ts';
import { PROJECTS } from './0001-initial-schema/projects.ts';
import { RUNS } from './0001-initial-schema/runs.ts';

/** The schema to which `earlier/` migrates databases of the first versions. Imports no app code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [ACCOUNT, PROJECTS, RUNS, CREDITS]) await sql.raw(part).execute(db);
}
