import { sql } from 'kysely';
import type { JobName } from '#contract/jobs/all.ts';
import type { Executor } from '../../db/database.ts';

/** The period of durations and failures. */
const WINDOW = sql`interval '1 hour'`;

/** Returns how long the longest waiting step of each job has waited for a worker, in seconds. */
export async function measureWaiting(db: Executor): Promise<{ job: JobName; seconds: number }[]> {
  const { rows } = await sql<{ job: JobName; seconds: number }>`
    SELECT job, extract(epoch FROM now() - min(greatest(queued_at, not_before)))::float8 AS seconds
    FROM run_steps JOIN runs ON runs.id = run_steps.run_id
    WHERE runs.status IN ('queued', 'running') AND state = 'queued' AND queued_at <= now()
      AND (not_before IS NULL OR not_before <= now())
    GROUP BY job`.execute(db);
  return rows;
}

export interface StepDurations {
  job: JobName;
  count: number;
  /** In seconds. */
  median: number;
  p95: number;
}

/** Returns how long the last hour's steps of each job took, without those whose artifact existed. */
export async function measureSteps(db: Executor, jobs: readonly JobName[]): Promise<StepDurations[]> {
  const { rows } = await sql<{ job: JobName; count: number; quantiles: [number, number] }>`
    SELECT job, count(*)::int AS count,
      percentile_cont(ARRAY[0.5, 0.95])
        WITHIN GROUP (ORDER BY extract(epoch FROM finished_at - started_at)::float8) AS quantiles
    FROM run_steps
    WHERE job = ANY(${[...jobs]}) AND finished_at > now() - ${WINDOW} AND state = 'done' AND NOT reused
    GROUP BY job`.execute(db);
  return rows.map(({ job, count, quantiles: [median, p95] }) => ({ job, count, median, p95 }));
}

export interface Failures {
  kind: string;
  code: string;
  count: number;
}

/** Counts the failed runs of the last hour, by kind and error code. */
export async function measureFailures(db: Executor): Promise<Failures[]> {
  const { rows } = await sql<Failures>`
    SELECT kind, coalesce(error_code, 'none') AS code, count(*)::int AS count
    FROM runs WHERE status = 'failed' AND finished_at > now() - ${WINDOW}
    GROUP BY 1, 2`.execute(db);
  return rows;
}

/** Counts the runs that completed in the last hour, by kind. */
export async function measureCompletions(db: Executor): Promise<{ kind: string; count: number }[]> {
  const { rows } = await sql<{ kind: string; count: number }>`
    SELECT kind, count(*)::int AS count
    FROM runs WHERE status = 'completed' AND finished_at > now() - ${WINDOW}
    GROUP BY 1`.execute(db);
  return rows;
}
