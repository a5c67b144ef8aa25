import { sql } from 'kysely';
import type { Executor } from '../../db/database.ts';
import { IS_LIVE_KEY, IS_LIVE_SESSION } from '../live-session.ts';
import type { ProjectRow } from '../projects/projects.ts';

/** Revokes the link that a project had before its films had their own. */
export async function removeShareToken(trx: Executor, id: string): Promise<void> {
  await trx
    .updateTable('projects')
    .set({ shareToken: null, shareLanguage: null })
    .where('id', '=', id)
    .execute();
}

/** Revokes the signed links to a project's files. */
export async function endLinks(trx: Executor, id: string): Promise<void> {
  await trx
    .updateTable('projects')
    .set({ linksVersion: sql`links_version + 1` })
    .where('id', '=', id)
    .execute();
}

/**
 * Whether a signed link's session or API key is live, and the project of its user still has the link's
 * version.
 */
export async function isLinkLive(
  db: Executor,
  { sessionId, projectId, version }: { sessionId: string; projectId: string; version: number },
): Promise<boolean> {
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .where('deletedAt', 'is', null)
    .where('linksVersion', '=', version)
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('sessions')
            .select('sessions.id')
            .whereRef('sessions.userId', '=', 'projects.userId')
            .where('sessions.id', '=', sessionId)
            .where(IS_LIVE_SESSION),
        ),
        exists(
          selectFrom('apiKeys')
            .select('apiKeys.id')
            .whereRef('apiKeys.userId', '=', 'projects.userId')
            // A session's ID is no UUID.
            .where(sql<string>`api_keys.id::text`, '=', sessionId)
            .where(IS_LIVE_KEY),
        ),
      ]),
    )
    .executeTakeFirst();
  return rows !== undefined;
}

/** Finds any user's project that is not deleted, for its links. */
export async function findSharedProject(db: Executor, id: string): Promise<ProjectRow | undefined> {
  return db
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}
