import { type Selectable, sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import type { Objects } from '../db/types.generated.ts';

export type ObjectRow = Selectable<Objects>;

/** For as long an upload that no section uses counts, and is kept. */
const WAITING = sql<Date>`now() - interval '1 day'`;

/**
 * Makes room for a new upload of a user: forgets those that no section came to use in a day.
 * @returns how many of the user's uploads wait now, and the keys of the files that may go after the commit
 */
export async function countWaitingObjects(
  trx: Executor,
  userId: string,
): Promise<{ waiting: number; dropped: string[] }> {
  // One at a time for each user, or many at once would all count the same.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`uploads of ${userId}`}, 0))`.execute(trx);
  const dropped = await trx
    .deleteFrom('objects')
    .where('user_id', '=', userId)
    .where('kind', 'is', null)
    .where('created_at', '<', WAITING)
    .returning('object_key')
    .execute();
  const { waiting } = await trx
    .selectFrom('objects')
    .select((eb) => eb.fn.countAll<string>().as('waiting'))
    .where('user_id', '=', userId)
    .where('kind', 'is', null)
    .executeTakeFirstOrThrow();
  return { waiting: Number(waiting), dropped: dropped.flatMap((row) => row.object_key ?? []) };
}

export async function insertObject(
  trx: Executor,
  object: {
    userId: string;
    projectId: string;
    fileName: string;
    bytes: number | null;
    type: string | null;
  },
): Promise<string> {
  const { id } = await trx
    .insertInto('objects')
    .values({
      user_id: object.userId,
      project_id: object.projectId,
      file_name: object.fileName,
      declared_bytes: object.bytes,
      declared_type: object.type,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findObject(db: Executor, id: string): Promise<ObjectRow | undefined> {
  return db.selectFrom('objects').selectAll().where('id', '=', id).executeTakeFirst();
}

/** An upload of this user, if its file has come. */
export async function findUploaded(
  db: Executor,
  id: string,
  userId: string,
): Promise<(ObjectRow & { object_key: string; sha256: string }) | undefined> {
  const row = await db
    .selectFrom('objects')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('uploaded_at', 'is not', null)
    .executeTakeFirst();
  return row && { ...row, object_key: row.object_key!, sha256: row.sha256! };
}

/** Says that the file came; false when another PUT was first or the upload is no longer wanted. */
export async function setUploaded(
  db: Executor,
  id: string,
  file: { objectKey: string; bytes: number; sha256: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('objects')
    .set({
      object_key: file.objectKey,
      bytes: file.bytes,
      sha256: file.sha256,
      uploaded_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('uploaded_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Says what the file is, once; false when that was said before. */
export async function setLookedAt(
  trx: Executor,
  id: string,
  found: { kind: 'video' | 'image'; fetchKey: string; videoId: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('objects')
    .set({ kind: found.kind, fetch_key: found.fetchKey, video_id: found.videoId })
    .where('id', '=', id)
    .where('kind', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Forgets an upload that cannot be used. */
export async function deleteObject(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('objects').where('id', '=', id).where('kind', 'is', null).execute();
}
