import type { z } from 'zod';
import type { JobName } from '#contract/jobs/all.ts';
import type { Run, RunKind } from '#contract/runs.ts';
import type { Executor } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import { findArtifacts } from '../../repositories/media/artifacts.ts';
import type { Caps } from '../../repositories/account/holdings.ts';
import { findOwnProject } from '../../repositories/projects/projects.ts';
import type { PlannedStep, RunRow, StepRow } from '../../repositories/runs/run-steps.ts';
import { findActiveRun } from '../../repositories/runs/runs.ts';

/** The mail about one end of a run, and the page's stage to which it links. `retryable`: a retry may help. */
export type MailText = (
  title: string,
  message: string,
  retryable: boolean,
) => { subject: string; lines: string[]; stage: string };

/** Everything particular to one kind of run. Code that starts, drives, ends or reports runs asks here. */
export interface RunKindDefinition<Input> {
  /** runs.input: what its steps follow from, beside the database. */
  input: z.ZodType<Input>;
  /** Whether it takes one of its user's credits, which is returned unless it completes. */
  costsCredit: boolean;
  /** Whether it brings files: it starts only while the disk and its account have room. */
  needsRoom: boolean;
  /** Whether it changes its project's sections, which cannot be copied meanwhile. */
  changesSections: boolean;
  /** Whether its steps are needed as long as the run exists; otherwise only those of a project's newest run are. */
  keepsSteps: boolean;
  /** Its steps, each after its dependencies; the last one is its goal. @throws AppError when it cannot start */
  plan(trx: Executor, input: Input, userId: string): Promise<PlannedStep[]>;
  /** Its message until it starts, if it differs from the usual one. */
  waiting(input: Input): Pick<Run, 'stage' | 'message'> | undefined;
  /** Rows written beside it; `retries` is the run that it retries. */
  begun(trx: Executor, run: RunRow, retries: RunRow | undefined): Promise<void>;
  /**
   * Its effects on the product's tables, in the transaction of its end, and the events for its user.
   * @throws OverCapError when the account would exceed its caps: then the run fails
   */
  completed(
    trx: Executor,
    run: RunRow,
    steps: StepRow[],
    caps: Caps,
  ): Promise<{ message: string; result: unknown }>;
  /** The same for a failed or cancelled run. */
  ended(trx: Executor, run: RunRow): Promise<void>;
  /** The active run that does the same as this one, which a retry returns. @throws AppError `not_found` */
  findSame(trx: Executor, old: RunRow): Promise<string | undefined>;
  /** The input of a retry. */
  inputOfRetry(input: Input): Input;
  /** Null for a kind without mail. */
  mail: Record<'completed' | 'failed', MailText> | null;
}

/** The project of a run whose kind always has one. */
export const projectOf = (run: RunRow): string => run.project_id!;

/** The artifact of a run's step. @throws Error when it has none, which never happens in a completed run */
export async function artifactOf(trx: Executor, steps: StepRow[], job: JobName) {
  const key = steps.find((step) => step.job === job)?.artifact_key;
  const artifact = key ? (await findArtifacts(trx, [key])).get(key) : undefined;
  if (!artifact) throw new Error(`A completed run has no artifact of ${job}.`);
  return artifact;
}

/** The active run of the same kind for a run's project; the project is locked. @throws AppError `not_found` */
export async function findSameInProject(trx: Executor, old: RunRow): Promise<string | undefined> {
  const project = await findOwnProject(trx, projectOf(old), old.user_id, true);
  if (!project) throw new AppError('not_found', 'There is no such run.');
  return (await findActiveRun(trx, project.id, old.kind as RunKind))?.id;
}
