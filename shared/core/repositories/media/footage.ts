import { sql } from 'kysely';
import type { Executor } from '../../db/database.ts';
import type { VideoRow } from './videos.ts';

/** Whether a row of `videos` is footage: uploaded, not for a section, and not deleted. */
export const IS_FOOTAGE = sql<boolean>`
  (videos.source = 'upload' AND videos.removed_at IS NULL
    AND NOT EXISTS (SELECT FROM objects WHERE objects.video_id = videos.id))`;

/**
 * Finds the newest of a user's uploaded videos with this file that was not uploaded for a section; also a
 * deleted one that is still in use.
 */
async function findSameFile(trx: Executor, userId: string, sha256: string): Promise<VideoRow | undefined> {
  return trx
    .selectFrom('videos')
    .innerJoin('artifacts', 'artifacts.key', 'videos.fetchKey')
    .selectAll('videos')
    .where('videos.ownerId', '=', userId)
    .where('videos.source', '=', 'upload')
    .where(sql<string>`artifacts.data ->> 'sha256'`, '=', sha256)
    .where(sql<boolean>`NOT EXISTS (SELECT FROM objects WHERE objects.video_id = videos.id)`)
    .orderBy('videos.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Finds the user's footage with this file. Deleted footage that a project still uses is restored. Until the
 * transaction ends, no other request adds footage of this user, so that each file exists once.
 */
export async function findAgain(
  trx: Executor,
  userId: string,
  sha256: string,
): Promise<VideoRow | undefined> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`footage of ${userId}`}, 0))`.execute(trx);
  const same = await findSameFile(trx, userId, sha256);
  if (same) await bringBack(trx, same.id);
  return same;
}

/** Restores deleted footage. */
export async function bringBack(trx: Executor, id: string): Promise<void> {
  await trx
    .updateTable('videos')
    .set({ removedAt: null })
    .where('id', '=', id)
    .where('removedAt', 'is not', null)
    .execute();
}

export interface FootageRow extends VideoRow {
  /** The video file's size in bytes. Postgres returns a bigint as text. */
  bytes: string;
  /** The number of the user's projects that contain the video. */
  projects: number;
}

/** Lists a user's footage, newest first. */
export async function listFootage(db: Executor, userId: string): Promise<FootageRow[]> {
  return db
    .selectFrom('videos')
    .leftJoin('artifacts', 'artifacts.key', 'videos.fetchKey')
    .selectAll('videos')
    .select([
      sql<string>`COALESCE(artifacts.bytes, 0)`.as('bytes'),
      sql<number>`(SELECT count(*)::int FROM project_videos JOIN projects ON projects.id = project_id
        WHERE video_id = videos.id AND deleted_at IS NULL)`.as('projects'),
    ])
    .where('videos.ownerId', '=', userId)
    .where(IS_FOOTAGE)
    .orderBy('videos.createdAt', 'desc')
    .orderBy('videos.id')
    .execute();
}

/**
 * Deletes a video from its user's footage. Its row and file stay while something uses them. Returns `false`
 * if it does not exist.
 */
export async function removeFootage(trx: Executor, userId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('videos')
    .set({ removedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('ownerId', '=', userId)
    .where(IS_FOOTAGE)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
