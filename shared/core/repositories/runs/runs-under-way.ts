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
 * The runs that may be active, of one user or of all: those that have started, then the oldest, up to
 * `runsPerUser` for each user. The runs of one import count as one. The others wait.
 */
const underWay = (runsPerUser: number, whose: RawBuilder<boolean>): RawBuilder<unknown> => sql`
    WITH active AS (
      SELECT id, user_id, created_at, ${LANE} AS lane, ${BEGUN} AS begun, ${BESIDE} AS beside
      FROM runs WHERE status IN ('queued', 'running') AND ${whose}),
    lanes AS (
      SELECT *, bool_or(begun) OVER of_lane AS lane_begun,
        row_number() OVER (of_lane ORDER BY begun DESC, id) AS turn
      FROM active WINDOW of_lane AS (PARTITION BY user_id, lane)),
    places AS (
      SELECT *, dense_rank() OVER (
        PARTITION BY user_id, beside ORDER BY lane_begun DESC, created_at, lane) AS place FROM lanes),
    under_way AS (SELECT id, user_id, created_at FROM places
      WHERE begun OR (place <= ${runsPerUser}::int AND turn = 1))`;

/** Returns the runs of a user that may be active, oldest first. */
export async function findRunsUnderWay(
  db: Executor,
  runsPerUser: number,
  userId: string,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`${underWay(runsPerUser, sql`user_id = ${userId}`)}
    SELECT id FROM under_way ORDER BY created_at, id`.execute(db);
  return rows;
}

/**
 * Counts the runs that may be active, and returns the stuck ones, oldest first: no step is running or due, or
 * a step waits although those before it have ended.
 */
export async function findStuckRuns(
  db: Executor,
  runsPerUser: number,
): Promise<{ count: number; stuck: string[] }> {
  const { rows } = await sql<{ count: number; stuck: string[] }>`${underWay(runsPerUser, sql`true`)},
    steps AS (SELECT run_id, key, depends_on, state FROM run_steps JOIN under_way ON id = run_id),
    going AS (SELECT DISTINCT run_id FROM steps WHERE state IN ('queued', 'active')),
    releasable AS (
      SELECT w.run_id FROM steps w LEFT JOIN steps d ON d.run_id = w.run_id AND d.key = ANY (w.depends_on)
      WHERE w.state = 'waiting' GROUP BY w.run_id, w.key
      HAVING NOT COALESCE(bool_or(d.state IN ('waiting', 'queued', 'active')), false)
        OR bool_or(d.state IN ('failed', 'skipped')))
    SELECT (SELECT count(*) FROM under_way)::int AS count,
      COALESCE((SELECT array_agg(id ORDER BY created_at, id) FROM under_way
        WHERE NOT EXISTS (SELECT FROM going WHERE run_id = id)
          OR EXISTS (SELECT FROM releasable WHERE run_id = id)), '{}') AS stuck`.execute(db);
  return rows[0]!;
}
