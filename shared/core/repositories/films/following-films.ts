import { sql } from 'kysely';
import type { Executor } from '../../db/database.ts';

/** A film to be started: its processing has completed. */
export interface DueFilm {
  /** The run of the processing. */
  runId: string;
  projectId: string;
  userId: string;
  /** runs.input of the processing. */
  input: unknown;
  /** How long ago the processing completed. */
  waitedSeconds: number;
}

/** The maximum number of due films per query. The next query finds the others. */
const MOST = 100;

/** Records that a film follows a processing, in the transaction of its start. */
export async function planFilm(trx: Executor, runId: string): Promise<void> {
  await trx.updateTable('runs').set({ film: 'planned' }).where('id', '=', runId).execute();
}

/** Returns the films that are due, the longest waiting first. */
export async function findDueFilms(db: Executor): Promise<DueFilm[]> {
  const rows = await db
    .selectFrom('runs')
    .select(['id', 'projectId', 'userId', 'input'])
    .select(sql<number>`extract(epoch FROM now() - finished_at)::float`.as('waitedSeconds'))
    .where('film', '=', 'planned')
    .where('status', '=', 'completed')
    .orderBy('finishedAt')
    .limit(MOST)
    .execute();
  return rows.map(({ id, projectId, userId, ...row }) => ({
    runId: id,
    projectId: projectId!,
    userId,
    ...row,
  }));
}

/**
 * Settles a due film: it was started or refused, or its creator cancelled it (`null`). Returns whether it was
 * due, which is `true` for one caller only.
 */
export async function settleFilm(
  trx: Executor,
  { runId, userId }: Pick<DueFilm, 'runId' | 'userId'>,
  film: 'started' | 'refused' | null,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('runs')
    .set({ film, version: sql`version + 1` })
    .where('id', '=', runId)
    .where('userId', '=', userId)
    .where('film', '=', 'planned')
    .where('status', '=', 'completed')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
