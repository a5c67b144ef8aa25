import { type Selectable, sql } from 'kysely';
import type { Executor } from '../../db/database.ts';
import type { Objects } from '../../db/types.generated.ts';

export type ObjectRow = Selectable<Objects>;

/** How long an upload that no section uses is retained and counted. */
const WAITING = sql<Date>`now() - interval '1 day'`;

/**
 * Makes room for a new upload of a user: removes uploads that no section used within a day.
 * @returns the number of the user's waiting uploads, and the keys of the files to remove after the commit
 */
export async function countWaitingObjects(
  trx: Executor,
  userId: string,
): Promise<{ waiting: number; dropped: string[] }> {
  // One request per user at a time; concurrent ones would all get the same count.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`uploads of ${userId}`}, 0))`.execute(trx);
  const dropped = await trx
    .deleteFrom('objects')
    .where('userId', '=', userId)
    .where('kind', 'is', null)
    .where('createdAt', '<', WAITING)
    .returning('objectKey')
    .execute();
  const { waiting } = await trx
    .selectFrom('objects')
    .select((eb) => eb.fn.countAll<string>().as('waiting'))
    .where('userId', '=', userId)
    .where('kind', 'is', null)
    .executeTakeFirstOrThrow();
  return { waiting: Number(waiting), dropped: dropped.flatMap((row) => row.objectKey ?? []) };
}

export async function insertObject(
  trx: Executor,
  object: {
    /** The ID of an own video's upload, which follows from its sender's. */
    id?: string | undefined;
    userId: string;
    /** `null` for an own video. */
    projectId: string | null;
    fileName: string;
    bytes: number | null;
    type: string | null;
  },
): Promise<string> {
  const { id } = await trx
    .insertInto('objects')
    .values({
      id: object.id,
      userId: object.userId,
      projectId: object.projectId,
      fileName: object.fileName,
      declaredBytes: object.bytes,
      declaredType: object.type,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findObject(db: Executor, id: string): Promise<ObjectRow | undefined> {
  return db.selectFrom('objects').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Finds an upload of this user whose file has arrived. */
export async function findUploaded(
  db: Executor,
  id: string,
  userId: string,
): Promise<(ObjectRow & { objectKey: string; sha256: string }) | undefined> {
  const row = await db
    .selectFrom('objects')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('uploadedAt', 'is not', null)
    .executeTakeFirst();
  return row && { ...row, objectKey: row.objectKey!, sha256: row.sha256! };
}

/** Records that the file arrived. Returns `false` if another PUT was first or the upload was removed. */
export async function setUploaded(
  db: Executor,
  id: string,
  file: { objectKey: string; bytes: number; sha256: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('objects')
    .set({
      objectKey: file.objectKey,
      bytes: file.bytes,
      sha256: file.sha256,
      uploadedAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('uploadedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records the store's ID of an upload that arrives in parts. */
export async function setMultipart(db: Executor, id: string, multipartId: string): Promise<void> {
  await db.updateTable('objects').set({ multipartId }).where('id', '=', id).execute();
}

/** Records the file's type, once. Returns `false` if it was already recorded. */
export async function setProbed(
  trx: Executor,
  id: string,
  found: { kind: 'video' | 'image' | 'audio'; fetchKey: string; videoId: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('objects')
    .set({ kind: found.kind, fetchKey: found.fetchKey, videoId: found.videoId })
    .where('id', '=', id)
    .where('kind', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes an upload that no section uses. Returns `false` if it was already removed. */
export async function deleteObject(db: Executor, id: string): Promise<boolean> {
  const query = db.deleteFrom('objects').where('id', '=', id).where('kind', 'is', null);
  return (await query.executeTakeFirst()).numDeletedRows > 0n;
}

/** Retains an upload that is not complete for another day. */
export async function touchObject(db: Executor, id: string): Promise<void> {
  await db
    .updateTable('objects')
    .set({ createdAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Returns the result of probing an upload; all fields are `null` before. */
export async function findProbed(db: Executor, id: string) {
  return db
    .selectFrom('objects')
    .leftJoin('videos', 'videos.id', 'objects.videoId')
    .select(['objects.kind', 'objects.fetchKey', 'videos.durationMs'])
    .where('objects.id', '=', id)
    .executeTakeFirst();
}

/** Returns the original file names of these uploads by their IDs. */
export async function findFileNames(db: Executor, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('objects').select(['id', 'fileName']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.fileName]));
}
