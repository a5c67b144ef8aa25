import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../db/database.ts';

/** The runs of an import count as one: its projects are prepared one after another. */
const LANE: RawBuilder<string> = sql`COALESCE(input ->> 'importId', runs.id::text)`;
/**
 * Background runs are counted separately, each kind for itself: they do not use up the limit for runs that
 * their user starts.
 */
const BESIDE: RawBuilder<string | null> = sql`CASE WHEN kind IN ('checking', 'previewing') THEN kind END`;
const BEGUN: RawBuilder<boolean> = sql`
  status = 'running' OR EXISTS (SELECT FROM run_steps s
    WHERE s.run_id = runs.id AND s.state <> 'waiting')`;

/**
 * Returns the runs that may be active, of one user or of all: those that have started, then the oldest, up to
 * `runsPerUser` for each user. The runs of one import count as one. The others wait.
 */
export async function findRunsUnderWay(
  db: Executor,
  runsPerUser: number,
  userId?: string,
): Promise<{ id: string; userId: string }[]> {
  const whose = userId === undefined ? sql`true` : sql`user_id = ${userId}`;
  const { rows } = await sql<{ id: string; userId: string }>`
    WITH active AS (
      SELECT id, user_id, created_at, ${LANE} AS lane, ${BEGUN} AS begun, ${BESIDE} AS beside
      FROM runs WHERE status IN ('queued', 'running') AND ${whose}),
    lanes AS (
      SELECT *, bool_or(begun) OVER of_lane AS lane_begun,
        row_number() OVER (of_lane ORDER BY begun DESC, id) AS turn
      FROM active WINDOW of_lane AS (PARTITION BY user_id, lane)),
    places AS (
      SELECT *, dense_rank() OVER (
        PARTITION BY user_id, beside ORDER BY lane_begun DESC, created_at, lane) AS place FROM lanes)
    SELECT id, user_id FROM places
    WHERE begun OR (place <= ${runsPerUser}::int AND turn = 1) ORDER BY created_at, id`.execute(db);
  return rows;
}
