import { type Selectable, sql } from 'kysely';
import type { Draft } from '#contract/draft.ts';
import { FIRST_CHOICES } from '#contract/film-choices.ts';
import { publishAfterCommit } from '../../bus/transact.ts';
import type { Executor } from '../../db/database.ts';
import { patternOf } from '../like-pattern.ts';
import type { Projects } from '../../db/types.generated.ts';

export type ProjectRow = Selectable<Projects>;

/** Finds a project of this user that is not deleted. `lock` locks it for the transaction. */
export async function findOwnProject(
  db: Executor,
  id: string,
  userId: string,
  lock = false,
): Promise<ProjectRow | undefined> {
  const query = selectOwnProject(db, id, userId);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Selects a project of this user that is not deleted. */
export function selectOwnProject(db: Executor, id: string, userId: string) {
  return db
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null);
}

export async function findProjects(db: Executor, ids: string[]): Promise<ProjectRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('projects').selectAll().where('id', 'in', ids).execute();
}

export async function insertProject(
  trx: Executor,
  project: {
    id?: string;
    userId: string;
    title: string;
    description: string;
    videoIds: string[];
    /** The words of the search that found the videos; `null` or omitted for other videos. */
    searchWords?: string | null;
  },
): Promise<string> {
  const { id } = await trx
    .insertInto('projects')
    .values({
      ...(project.id !== undefined && { id: project.id }),
      userId: project.userId,
      title: project.title,
      description: project.description,
      searchWords: project.searchWords ?? null,
      filmChoices: JSON.stringify(FIRST_CHOICES),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('projectVideos')
    .values(project.videoIds.map((videoId, position) => ({ projectId: id, videoId, position })))
    .execute();
  return id;
}

/** Returns the videos that a project was made from, in the order of their selection. */
export async function listProjectVideos(
  db: Executor,
  projectId: string,
): Promise<{ id: string; title: string }[]> {
  return db
    .selectFrom('projectVideos')
    .innerJoin('videos', 'videos.id', 'projectVideos.videoId')
    .select(['videos.id', 'videos.title'])
    .where('projectId', '=', projectId)
    .orderBy('projectVideos.position')
    .execute();
}

/**
 * Locks a project for the transaction, whoever owns it, so that only one transaction at a time changes its
 * sections.
 */
export async function lockProject(trx: Executor, id: string): Promise<void> {
  await trx.selectFrom('projects').select('id').where('id', '=', id).forUpdate().execute();
}

/** Changes a project's title and description, if given. */
export async function updateProject(
  db: Executor,
  id: string,
  patch: Partial<Pick<ProjectRow, 'title' | 'description'>> & { draft?: null },
): Promise<void> {
  if (Object.keys(patch).length === 0) return;
  await db.updateTable('projects').set(patch).where('id', '=', id).execute();
}

/** Publishes after the commit that a project has changed. An edit that is recorded does so itself. */
export function publishChange(trx: Executor, userId: string, projectId: string): void {
  publishAfterCommit(trx, userId, 'project.changed', { projectId });
}

/** Marks a project as edited now, which outdates its existing films. Publishes its change. */
export async function touchProject(trx: Executor, id: string): Promise<void> {
  const edited = await trx
    .updateTable('projects')
    .set({ updatedAt: sql`now()`, editedAt: sql`clock_timestamp()` })
    .where('id', '=', id)
    .returning('userId')
    .executeTakeFirst();
  if (edited) publishChange(trx, edited.userId, id);
}

/** Moves a project to the top of the list. Its films stay up to date. Publishes its change. */
export async function moveUp(trx: Executor, id: string): Promise<void> {
  const moved = await trx
    .updateTable('projects')
    .set({ updatedAt: sql`now()` })
    .where('id', '=', id)
    .returning('userId')
    .executeTakeFirst();
  if (moved) publishChange(trx, moved.userId, id);
}

/** Sets the notices of new sections, and marks the project as edited. */
export async function setNotices(trx: Executor, id: string, notices: string[]): Promise<void> {
  await trx
    .updateTable('projects')
    .set({ notices: JSON.stringify(notices), updatedAt: sql`now()`, editedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Stores the reasons for the sections of a drafted project. */
export async function setDraft(trx: Executor, id: string, draft: Draft): Promise<void> {
  await trx
    .updateTable('projects')
    .set({ draft: JSON.stringify(draft) })
    .where('id', '=', id)
    .execute();
}

/** Adds notices for the creator, each sentence once. */
export async function addNotices(trx: Executor, id: string, notices: string[]): Promise<void> {
  if (notices.length === 0) return;
  await sql`
    UPDATE projects SET updated_at = now(), notices = notices || COALESCE((
      SELECT jsonb_agg(DISTINCT notice) FROM unnest(${notices}::text[]) AS notice
      WHERE NOT notices ? notice), '[]')
    WHERE id = ${id}`.execute(trx);
}

/** Removes notices that are settled, and adds others. */
export async function replaceNotices(
  trx: Executor,
  id: string,
  { settled, notices }: { settled: string[]; notices: string[] },
): Promise<void> {
  if (settled.length > 0) {
    await trx
      .updateTable('projects')
      .set({ notices: sql`notices - ${settled}::text[]` })
      .where('id', '=', id)
      .execute();
  }
  await addNotices(trx, id, notices);
}

export async function listProjects(
  db: Executor,
  userId: string,
  { search, limit }: { search?: string | undefined; limit: number },
): Promise<ProjectRow[]> {
  let query = db
    .selectFrom('projects')
    .selectAll()
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit);
  if (search) {
    const pattern = patternOf(search);
    query = query.where(
      sql<boolean>`(normalize(title, NFD) ILIKE ${pattern} OR normalize(description, NFD) ILIKE ${pattern})`,
    );
  }
  return query.execute();
}

/**
 * Returns the profile's figures: projects that are not deleted, and the distinct videos that were processed.
 */
export async function readStats(
  db: Executor,
  userId: string,
): Promise<{ totalProjects: number; totalVideos: number }> {
  // A video counts as soon as it has a section, even after its sections were purged.
  const { rows } = await sql<{ projects: number; videos: number }>`
    SELECT
      (SELECT count(*)::int FROM projects WHERE user_id = ${userId} AND deleted_at IS NULL) AS projects,
      (SELECT count(DISTINCT taken.video_id)::int
        FROM projects JOIN project_videos AS taken ON taken.project_id = projects.id
        WHERE projects.user_id = ${userId} AND (
          EXISTS (SELECT FROM sections
            WHERE sections.project_id = projects.id AND sections.video_id = taken.video_id)
          OR EXISTS (SELECT FROM runs
            WHERE runs.project_id = projects.id AND runs.kind = 'processing' AND runs.status = 'completed')
          AND NOT EXISTS (SELECT FROM run_steps JOIN runs ON runs.id = run_steps.run_id
            WHERE runs.project_id = projects.id AND run_steps.state = 'failed'
              AND run_steps.input ->> 'videoId' = taken.video_id))) AS videos`.execute(db);
  return { totalProjects: rows[0]!.projects, totalVideos: rows[0]!.videos };
}

/** How many days a deleted project can be restored. */
export const RESTORE_DAYS = 30;

const restorable = sql<boolean>`deleted_at > now() - ${RESTORE_DAYS}::int * interval '1 day'`;

/** Marks a user's project as deleted; only the first call counts. Returns `false` if it does not exist. */
export async function markProjectDeleted(trx: Executor, id: string, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('projects')
    .set({ deletedAt: sql`COALESCE(deleted_at, now())` })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Restores a user's project. Returns `false` if that is impossible. A project that is not deleted stays as it
 * is.
 */
export async function markProjectRestored(trx: Executor, id: string, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('projects')
    .set({ deletedAt: null })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('deletedAt', 'is', null), restorable]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lists a user's deleted projects that can be restored, newest first. */
export async function listDeletedProjects(
  db: Executor,
  userId: string,
): Promise<{ id: string; title: string; deletedAt: string }[]> {
  const rows = await db
    .selectFrom('projects')
    .select(['id', 'title', 'deletedAt'])
    .where('userId', '=', userId)
    .where(restorable)
    .$narrowType<{ deletedAt: Date }>()
    .orderBy('deletedAt', 'desc')
    .execute();
  return rows.map(({ id, title, deletedAt }) => ({ id, title, deletedAt: deletedAt.toISOString() }));
}
