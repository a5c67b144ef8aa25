import { type Selectable, sql } from 'kysely';
import { type JobName, JOBS } from '#contract/jobs/all.ts';
import type { RunKind } from '#contract/run-kinds.ts';
import type { Executor } from '../../db/database.ts';
import type { RunSteps, Runs } from '../../db/types.generated.ts';

export type StepRow = Omit<Selectable<RunSteps>, 'job'> & { job: JobName };
export type RunRow = Selectable<Runs>;

export interface StepRef {
  runId: string;
  step: string;
}

export interface PlannedStep {
  key: string;
  job: JobName;
  input: unknown;
  dependsOn: string[];
  /** Whether it runs even if some of its dependencies failed, unless all did. */
  tolerant?: boolean;
  /** Expected work in milliseconds. */
  weight: number;
}

/** Writes a run's plan. The inputs of its steps are parsed by their jobs' schemas. */
export async function insertSteps(trx: Executor, runId: string, steps: PlannedStep[]): Promise<void> {
  await trx
    .insertInto('runSteps')
    .values(
      steps.map((step, position) => ({
        runId,
        key: step.key,
        position,
        job: step.job,
        stage: JOBS[step.job].stage,
        dependsOn: step.dependsOn,
        tolerant: step.tolerant ?? false,
        weight: step.weight,
        input: JSON.stringify(JOBS[step.job].input.parse(step.input)),
      })),
    )
    .execute();
}

/** Inserts a run without its steps. `stage` and `message` describe what it waits for, if anything. */
export async function insertRunRow(
  trx: Executor,
  {
    kind,
    userId,
    projectId,
    language,
    input,
    ...waiting
  }: { kind: RunKind; userId: string; projectId: string | null; language: string | null; input: unknown } & {
    stage?: string;
    message?: string;
  },
): Promise<RunRow> {
  const values = { kind, projectId, userId, language, input: JSON.stringify(input) };
  return trx
    .insertInto('runs')
    .values({ ...values, ...waiting })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns the row of a user's run. */
export async function findRunRow(db: Executor, id: string, userId: string): Promise<RunRow | undefined> {
  const own = db.selectFrom('runs').selectAll().where('id', '=', id).where('userId', '=', userId);
  return own.executeTakeFirst();
}

/** Sets a run's start to now; its transaction started earlier. */
export async function stampRun(trx: Executor, id: string): Promise<void> {
  await trx
    .updateTable('runs')
    .set({ createdAt: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

/** Removes the hardware encoder from a film's input, so that the film continues with x264. */
export async function removeEncoder(db: Executor, id: string): Promise<void> {
  await db
    .updateTable('runs')
    .set({ input: sql`input - 'encoder'` })
    .where('id', '=', id)
    .execute();
}

/** Locks a run for the transaction. */
export async function lockRun(trx: Executor, runId: string): Promise<RunRow | undefined> {
  return trx.selectFrom('runs').selectAll().where('id', '=', runId).forUpdate().executeTakeFirst();
}

export async function readSteps(db: Executor, runId: string): Promise<StepRow[]> {
  const rows = await db
    .selectFrom('runSteps')
    .selectAll()
    .where('runId', '=', runId)
    .orderBy('position')
    .execute();
  return rows as StepRow[];
}

export async function setStepState(
  trx: Executor,
  { runId, key }: Pick<StepRow, 'runId' | 'key'>,
  state: 'queued' | 'skipped',
): Promise<void> {
  await trx
    .updateTable('runSteps')
    .set(state === 'queued' ? { state, queuedAt: sql`now()` } : { state, finishedAt: sql`now()` })
    .where('runId', '=', runId)
    .where('key', '=', key)
    .execute();
}

const at = (ref: StepRef) => sql<boolean>`run_steps.run_id = ${ref.runId} AND run_steps.key = ${ref.step}`;

/**
 * Starts a step and counts the attempt. A step that is still marked as running is the same attempt started
 * again; it counts as lost with its worker if no worker reported it for `silentMs`. Returns `undefined` if
 * the run or the step no longer needs it.
 */
export async function beginStep(trx: Executor, ref: StepRef, silentMs: number): Promise<StepRow | undefined> {
  const isLost = sql`run_steps.state = 'active'
    AND COALESCE(run_steps.seen_at < now() - ${silentMs}::int * interval '1 millisecond', true)`;
  const row = await trx
    .updateTable('runSteps')
    .from('runs')
    .set({
      state: 'active',
      tries: sql`run_steps.tries + CASE WHEN run_steps.state = 'active' THEN 0 ELSE 1 END`,
      losses: sql`run_steps.losses + CASE WHEN ${isLost} THEN 1 ELSE 0 END`,
      startedAt: sql`now()`,
      seenAt: sql`now()`,
      percent: 0,
      detail: null,
    })
    .where(at(ref))
    .whereRef('runs.id', '=', 'runSteps.runId')
    .where('runs.status', 'in', ['queued', 'running'])
    .where('runSteps.state', 'in', ['queued', 'active'])
    .returningAll('runSteps')
    .executeTakeFirst();
  if (!row) return undefined;
  await trx
    .updateTable('runs')
    .set({ status: 'running', startedAt: sql`COALESCE(started_at, now())`, version: sql`version + 1` })
    .where('id', '=', ref.runId)
    .where('status', '=', 'queued')
    .execute();
  return row as StepRow;
}

/**
 * Updates the weights of a video's open steps, now that its length is known. Steps of one job share its
 * weight.
 */
export async function reweighVideo(
  db: Executor,
  { id: runId }: Pick<RunRow, 'id'>,
  videoId: string,
  weights: Partial<Record<JobName, number>>,
): Promise<void> {
  for (const [job, weight] of Object.entries(weights)) {
    await db
      .updateTable('runSteps')
      .set({
        weight: sql`${weight}::float / (SELECT count(*) FROM run_steps AS same WHERE same.run_id = run_steps.run_id
          AND same.job = run_steps.job AND same.input ->> 'videoId' = run_steps.input ->> 'videoId')`,
      })
      .where('runId', '=', runId)
      .where('job', '=', job)
      .where(sql`input ->> 'videoId'`, '=', videoId)
      .where('state', 'in', ['waiting', 'queued'])
      .execute();
  }
}

/** A worker reports that it still runs a step. */
export async function seeStep(db: Executor, ref: StepRef): Promise<void> {
  await db
    .updateTable('runSteps')
    .set({ seenAt: sql`now()` })
    .where(at(ref))
    .where('state', '=', 'active')
    .execute();
}

/** Marks a step as done. Returns `false` if it was already settled. */
export async function completeStep(
  trx: Executor,
  ref: StepRef,
  artifact: { key: string; reused: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('runSteps')
    .set({
      state: 'done',
      percent: 100,
      artifactKey: artifact.key,
      reused: artifact.reused,
      finishedAt: sql`now()`,
    })
    .where(at(ref))
    .where('state', 'in', ['queued', 'active'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function failStep(trx: Executor, ref: StepRef, code: string, message: string): Promise<void> {
  await trx
    .updateTable('runSteps')
    .set({ state: 'failed', errorCode: code, errorMessage: message, finishedAt: sql`now()` })
    .where(at(ref))
    .where('state', 'in', ['queued', 'active'])
    .execute();
}

/**
 * Returns a step to its state before its last attempt: waiting again, or failed. The attempt of a running
 * step does not count.
 */
export async function undoStep(
  trx: Executor,
  ref: StepRef,
  failure: { code: string; message: string } | null,
): Promise<void> {
  await trx
    .updateTable('runSteps')
    .set({
      state: failure ? 'failed' : 'waiting',
      tries: sql`CASE WHEN run_steps.state = 'active' THEN GREATEST(tries - 1, 0) ELSE tries END`,
      percent: 0,
      artifactKey: null,
      reused: false,
      errorCode: failure?.code ?? null,
      errorMessage: failure?.message ?? null,
      notBefore: null,
      finishedAt: failure ? sql`now()` : null,
    })
    .where(at(ref))
    .where('state', 'in', ['active', 'done'])
    .execute();
}

/** Requeues a step. `countTry: false` reverts the attempt that beginStep counted. */
export async function requeueStep(
  db: Executor,
  ref: StepRef,
  { delayMs, countTry, message }: { delayMs: number; countTry: boolean; message: string },
): Promise<void> {
  await db
    .updateTable('runSteps')
    .set({
      state: 'queued',
      tries: countTry ? sql`tries` : sql`GREATEST(tries - 1, 0)`,
      errorMessage: message,
      notBefore: sql`now() + ${delayMs}::int * interval '1 millisecond'`,
    })
    .where(at(ref))
    .where('state', '=', 'active')
    .execute();
}
