import { type InferResult, type NotNull, type Selectable, sql } from 'kysely';
import type { Executor } from '../../db/database.ts';
import type { Publications } from '../../db/types.generated.ts';

export type PublicationRow = Selectable<Publications>;

export async function insertPublication(
  trx: Executor,
  publication: Pick<
    PublicationRow,
    'runId' | 'userId' | 'projectId' | 'artifactKey' | 'language' | 'channelId' | 'title' | 'privacy'
  > & { publishAt?: Date | null; uploadSession?: string | null },
): Promise<void> {
  await trx.insertInto('publications').values(publication).execute();
}

export async function getPublication(db: Executor, runId: string): Promise<PublicationRow> {
  return db.selectFrom('publications').selectAll().where('runId', '=', runId).executeTakeFirstOrThrow();
}

/** Replaces the URL of an upload session. Returns `false` if another process replaced it first. */
export async function replaceUploadSession(
  db: Executor,
  runId: string,
  before: string | null,
  after: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('publications')
    .set({ uploadSession: after })
    .where('runId', '=', runId)
    .where('uploadSession', 'is not distinct from', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records that the file is on the channel. */
export async function setPublished(trx: Executor, runId: string, youtubeId: string): Promise<void> {
  await trx
    .updateTable('publications')
    .set({ youtubeId, publishedAt: sql`now()`, uploadSession: null })
    .where('runId', '=', runId)
    .execute();
}

/** Returns a project's published films, newest first. */
export const findPublished = (db: Executor, projectId: string) => selectPublished(db, projectId).execute();

export type PublishedRow = InferResult<ReturnType<typeof selectPublished>>[number];

export function selectPublished(db: Executor, projectId: string) {
  return db
    .selectFrom('publications')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('youtubeId', 'is not', null)
    .orderBy('createdAt', 'desc')
    .$narrowType<{ youtubeId: NotNull; publishedAt: NotNull }>();
}

/** Finds the active run that publishes this artifact of a user. */
export async function findActivePublishing(
  db: Executor,
  userId: string,
  artifactKey: string,
): Promise<string | undefined> {
  const active = await db
    .selectFrom('publications')
    .innerJoin('runs', 'runs.id', 'publications.runId')
    .select('runs.id')
    .where('publications.userId', '=', userId)
    .where('publications.artifactKey', '=', artifactKey)
    .where('runs.status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return active?.id;
}
