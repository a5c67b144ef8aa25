import { sql } from 'kysely';
import type { Executor } from '../../db/database.ts';

/** The check of a film, with its run. */
export interface FilmCheckRow {
  id: string;
  isActive: boolean;
  /** Its findings; `null` unless it completed. */
  result: unknown;
}

/** Finds the newest check of a project's film. */
export async function findCheck(
  db: Executor,
  { projectId, artifactKey }: { projectId: string; artifactKey: string },
): Promise<FilmCheckRow | undefined> {
  return db
    .selectFrom('runs')
    .select(['id', 'result'])
    .select(sql<boolean>`status IN ('queued', 'running')`.as('isActive'))
    .where('projectId', '=', projectId)
    .where('kind', '=', 'checking')
    .where(sql`input ->> 'artifactKey'`, '=', artifactKey)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}
