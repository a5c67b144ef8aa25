import { type RawBuilder, sql } from 'kysely';
import type { FilmState, Run, RunStatus } from '#contract/runs.ts';
import type { RunKind } from '#contract/run-kinds.ts';
import type { Database, Executor } from '../../db/database.ts';
import { isFinal } from './final-failures.ts';
import { figuresOf } from './run-figures.ts';
import { lockRun, type RunRow, type StepRef } from './run-steps.ts';

interface SnapshotRow {
  id: string;
  kind: RunKind;
  projectId: string | null;
  userId: string;
  projectTitle: string;
  language: Run['language'];
  status: RunStatus;
  percentage: number;
  stage: string;
  message: string;
  errorCode: string | null;
  film: FilmState | null;
  failedSection: string | null;
  retryable: boolean;
  remainingMs: number | null;
  version: number;
  createdAt: Date;
  finishedAt: Date | null;
  stepsDone: string;
  stepsTotal: string;
  stepsReused: string;
}

/** The columns of a run's snapshot, for SELECT and RETURNING alike; the table must be named `runs`. */
const SNAPSHOT: RawBuilder<SnapshotRow> = sql`
  runs.id, runs.kind, runs.project_id, runs.user_id, runs.language, runs.status, runs.percentage, runs.stage,
  runs.message, runs.error_code, runs.film, runs.remaining_ms, runs.version, runs.created_at, runs.finished_at,
  (SELECT runs.input -> 'sections' -> (s.input ->> 'index')::int ->> 'sectionId' FROM run_steps s
     WHERE s.run_id = runs.id AND s.state = 'failed'
     ORDER BY s.position LIMIT 1) AS failed_section,
  NOT (runs.status = 'failed' AND COALESCE(
    (SELECT bool_and(COALESCE(${isFinal(sql`s.error_code`)}, false)) FROM run_steps s
       WHERE s.run_id = runs.id AND s.state = 'failed'), false)) AS retryable,
  COALESCE((SELECT title FROM projects WHERE projects.id = runs.project_id), runs.input ->> 'title', '') AS project_title,
  (SELECT count(*) FROM run_steps s WHERE s.run_id = runs.id
     AND s.state IN ('done', 'failed', 'skipped')) AS steps_done,
  (SELECT count(*) FROM run_steps s WHERE s.run_id = runs.id) AS steps_total,
  (SELECT count(*) FROM run_steps s WHERE s.run_id = runs.id AND s.reused) AS steps_reused`;

/** A run as a user sees it, and its owner. */
export interface OwnedRun {
  userId: string;
  run: Run;
}

function toOwnedRun(row: SnapshotRow): OwnedRun {
  const seconds = row.remainingMs === null || row.finishedAt ? null : row.remainingMs / 1000;
  return {
    userId: row.userId,
    run: {
      id: row.id,
      kind: row.kind,
      projectId: row.projectId,
      projectTitle: row.projectTitle,
      language: row.language,
      status: row.status,
      percentage: shownPercentage(row.percentage),
      stage: row.stage,
      message: row.message,
      errorCode: row.errorCode,
      ...(row.film && { film: row.film }),
      failedSectionId: row.failedSection,
      retryable: row.retryable,
      estimate: seconds === null ? null : { low: Math.ceil(seconds * 0.7), high: Math.ceil(seconds * 1.5) },
      steps: {
        done: Number(row.stepsDone),
        total: Number(row.stepsTotal),
        reused: Number(row.stepsReused),
      },
      version: row.version,
      createdAt: row.createdAt.toISOString(),
      finishedAt: row.finishedAt?.toISOString() ?? null,
    },
  };
}

/** Three decimals: one percent of a run of hours is a minute, and a step may slow down beside others. */
export const shownPercentage = (percentage: number): number => Math.floor(percentage * 1000) / 1000;

export const toRun = (row: SnapshotRow): Run => toOwnedRun(row).run;

/** Returns one run's snapshot; with a user given, only if the run is theirs. */
export async function findRun(db: Executor, runId: string, userId?: string): Promise<OwnedRun | undefined> {
  const mine = userId === undefined ? sql`true` : sql`runs.user_id = ${userId}`;
  const { rows } =
    await sql<SnapshotRow>`SELECT ${SNAPSHOT} FROM runs WHERE id = ${runId} AND ${mine}`.execute(db);
  return rows[0] && toOwnedRun(rows[0]);
}

/** Returns the active runs of a user, oldest first. */
export async function findActiveRuns(db: Executor, userId: string): Promise<Run[]> {
  const { rows } = await selectActiveRuns(userId).execute(db);
  return rows.map(toRun);
}

export const selectActiveRuns = (userId: string): RawBuilder<SnapshotRow> => sql`
  SELECT ${SNAPSHOT} FROM runs WHERE user_id = ${userId} AND status IN ('queued', 'running') ORDER BY created_at`;

/**
 * Returns a user's files whose upload to a channel failed or was cancelled in the last week and that were not
 * sent again, oldest first. A failed one is always included; a cancelled one only while its file still exists
 * to resume.
 */
export async function findEndedUploads(db: Executor, userId: string): Promise<Run[]> {
  const { rows } = await sql<SnapshotRow>`
    SELECT ${SNAPSHOT} FROM runs WHERE user_id = ${userId} AND kind = 'publishing' AND project_id IS NULL
      AND finished_at > now() - interval '7 days'
      AND (status = 'failed' OR status = 'cancelled'
        AND EXISTS (SELECT FROM artifacts WHERE artifacts.key = runs.input ->> 'artifactKey'))
      AND NOT EXISTS (
        SELECT FROM publications AS ended JOIN publications AS later USING (user_id, artifact_key)
        WHERE ended.run_id = runs.id AND later.created_at > ended.created_at)
    ORDER BY runs.created_at
  `.execute(db);
  return rows.map(toRun);
}

/** Finds the active run of one kind for a project. */
export async function findActiveRun(db: Executor, projectId: string, kind: RunKind) {
  return db
    .selectFrom('runs')
    .select(['id', 'input', 'language'])
    .where('projectId', '=', projectId)
    .where('kind', '=', kind)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
}

/** Returns the newest run of each kind and project, in any state. */
export async function findNewestRuns(db: Executor, projectIds: string[]): Promise<Run[]> {
  if (projectIds.length === 0) return [];
  const { rows } = await selectNewestRuns(projectIds).execute(db);
  return rows.map(toRun);
}

export const selectNewestRuns = (projectIds: string[]): RawBuilder<SnapshotRow> => sql`
  SELECT ${SNAPSHOT} FROM runs WHERE id IN (
    SELECT DISTINCT ON (project_id, kind) id FROM runs WHERE project_id IN (${sql.join(projectIds)})
    ORDER BY project_id, kind, created_at DESC)`;

/** Sets the reason why a run waits. Returns `undefined` if it has started, or already has that reason. */
export async function setWaiting(
  trx: Executor,
  runId: string,
  { stage, message }: Pick<Run, 'stage' | 'message'>,
): Promise<OwnedRun | undefined> {
  const { rows } = await sql<SnapshotRow>`
    UPDATE runs SET stage = ${stage}, message = ${message}, version = version + 1
    WHERE id = ${runId} AND status = 'queued' AND stage <> ${stage}
    RETURNING ${SNAPSHOT}`.execute(trx);
  return rows[0] && toOwnedRun(rows[0]);
}

/** A step's progress, 0 to 100, and its current message. */
export interface StepProgress {
  percent: number;
  detail: string | null;
}

/**
 * Raises a step's percentage and the run's figures in one transaction. `speeds` is, by job, the ratio of this
 * installation's time to the plan's weights. Returns `undefined` if the step is no longer running: its worker
 * must stop.
 */
export async function recordProgress(
  db: Database,
  ref: StepRef,
  { percent, detail }: StepProgress,
  speeds: Record<string, number>,
): Promise<OwnedRun | undefined> {
  return db.transaction().execute(async (trx) => {
    const run = await lockRun(trx, ref.runId);
    if (run?.status !== 'running') return undefined;
    const { numUpdatedRows } = await trx
      .updateTable('runSteps')
      .set({ percent: sql`GREATEST(percent, ${percent}::real)`, detail })
      .where('runId', '=', ref.runId)
      .where('key', '=', ref.step)
      .where('state', '=', 'active')
      .executeTakeFirst();
    return numUpdatedRows > 0n ? writeFigures(trx, run, speeds) : undefined;
  });
}

/** Recomputes a run's figures from its steps. Returns `undefined` if it has ended. */
export async function refreshRun(
  db: Database,
  runId: string,
  speeds: Record<string, number>,
): Promise<OwnedRun | undefined> {
  return db.transaction().execute(async (trx) => {
    const run = await lockRun(trx, runId);
    return run && !run.finishedAt ? writeFigures(trx, run, speeds) : undefined;
  });
}

/** The run must be active and locked. */
async function writeFigures(
  trx: Executor,
  run: RunRow,
  speeds: Record<string, number>,
): Promise<OwnedRun | undefined> {
  const steps = await trx
    .selectFrom('runSteps')
    .select(['key', 'job', 'stage', 'state', 'dependsOn', 'weight', 'percent', 'reused', 'detail'])
    .select(
      sql<number | null>`extract(epoch FROM COALESCE(finished_at, now()) - started_at)::float * 1000`.as(
        'workedMs',
      ),
    )
    .where('runId', '=', run.id)
    .orderBy('position')
    .execute();
  const { percentage, workTotal, stage, message, remainingMs } = figuresOf(steps, {
    elapsedMs: run.startedAt ? Date.now() - run.startedAt.getTime() : 0,
    speeds,
    before: { percentage: run.percentage, workTotal: run.workTotal },
  });
  const { rows } = await sql<SnapshotRow>`
    UPDATE runs SET percentage = ${percentage}, work_total = ${workTotal}, stage = ${stage ?? run.stage},
      message = ${message}, remaining_ms = ${remainingMs}, version = version + 1
    WHERE id = ${run.id}
    RETURNING ${SNAPSHOT}`.execute(trx);
  return rows[0] && toOwnedRun(rows[0]);
}

/** Returns, by job, the ratio of this installation's time to the plan's weights, from its last 200 steps. */
export async function readSpeeds(db: Executor): Promise<Record<string, number>> {
  const { rows } = await sql<{ job: string; speed: number }>`
    SELECT job, percentile_cont(0.5) WITHIN GROUP (
      ORDER BY extract(epoch FROM finished_at - started_at) * 1000 / weight) AS speed
    FROM (SELECT job, started_at, finished_at, weight FROM run_steps
          WHERE state = 'done' AND NOT reused AND started_at IS NOT NULL ORDER BY finished_at DESC LIMIT 200) recent
    GROUP BY job`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.job, Number(row.speed)]));
}

/** Ends a run by compare-and-set, so that it ends only once. Returns `undefined` if it had already ended. */
export async function endRun(
  trx: Executor,
  runId: string,
  end: {
    status: 'completed' | 'failed' | 'cancelled';
    message: string;
    errorCode?: string;
    result?: unknown;
  },
): Promise<OwnedRun | undefined> {
  const { rows } = await sql<SnapshotRow>`
    UPDATE runs SET status = ${end.status}, message = ${end.message}, error_code = ${end.errorCode ?? null},
      result = ${end.result === undefined ? null : JSON.stringify(end.result)}::jsonb,
      percentage = CASE WHEN ${end.status} = 'completed' THEN 100 ELSE percentage END,
      stage = ${end.status}, remaining_ms = NULL, version = version + 1, finished_at = now()
    WHERE id = ${runId} AND status IN ('queued', 'running')
    RETURNING ${SNAPSHOT}`.execute(trx);
  return rows[0] && toOwnedRun(rows[0]);
}
