import type { z } from 'zod';
import type { JobName } from '#contract/jobs/all.ts';
import type { Run, RunKind } from '#contract/runs.ts';
import type { Executor } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import { findArtifacts } from '../../repositories/artifacts.ts';
import type { Caps } from '../../repositories/holdings.ts';
import { findOwnProject } from '../../repositories/projects.ts';
import type { PlannedStep, RunRow, StepRow } from '../../repositories/run-steps.ts';
import { findActiveRun } from '../../repositories/runs.ts';

/** What a mail says of one end of a run, and the stage of the page that it leads to. */
export type MailText = (
  title: string,
  message: string,
) => { subject: string; lines: string[]; stage: string };

/** All that is particular to one kind of run. Whoever starts, drives, ends or tells of runs asks here. */
export interface RunKindDefinition<Input> {
  /** runs.input: what its steps follow from, beside what the database has. */
  input: z.ZodType<Input>;
  /** Whether it takes one of its user's credits, and gives it back unless it completes. */
  costsCredit: boolean;
  /** Whether it brings files: it begins only while the disk and its account have room. */
  needsRoom: boolean;
  /** Whether it changes its project's sections, which cannot be copied meanwhile. */
  changesSections: boolean;
  /** Whether its steps are asked for as long as the run stands; else only those of a project's newest one are. */
  keepsSteps: boolean;
  /** Its steps, each after those that it depends on; the last one is its goal. @throws AppError when it cannot begin */
  plan(trx: Executor, input: Input, userId: string): Promise<PlannedStep[]>;
  /** What it says until it begins, when that is not what every run says. */
  waiting(input: Input): Pick<Run, 'stage' | 'message'> | undefined;
  /** What is written beside it; `retries` is the run that it tries again. */
  begun(trx: Executor, run: RunRow, retries: RunRow | undefined): Promise<void>;
  /**
   * What it does to the product's tables, in the transaction of its end, and what its user is told.
   * @throws OverCapError when the account would have more than it may: then the run fails
   */
  completed(
    trx: Executor,
    run: RunRow,
    steps: StepRow[],
    caps: Caps,
  ): Promise<{ message: string; result: unknown }>;
  /** The same of one that failed or was cancelled. */
  ended(trx: Executor, run: RunRow): Promise<void>;
  /** The run at work that does what this one did, which a retry gives. @throws AppError `not_found` */
  findSame(trx: Executor, old: RunRow): Promise<string | undefined>;
  /** What one that tries it again begins with. */
  inputOfRetry(input: Input): Input;
  /** Null for a kind that no mail tells of. */
  mail: Record<'completed' | 'failed', MailText> | null;
}

/** The project of a run whose kind always has one. */
export const projectOf = (run: RunRow): string => run.project_id!;

/** What a run's step made. @throws Error when it made nothing, which a completed run's never does */
export async function artifactOf(trx: Executor, steps: StepRow[], job: JobName) {
  const key = steps.find((step) => step.job === job)?.artifact_key;
  const artifact = key ? (await findArtifacts(trx, [key])).get(key) : undefined;
  if (!artifact) throw new Error(`A completed run has no artifact of ${job}.`);
  return artifact;
}

/** The run of the same kind that works for the project of one; the project is locked. @throws AppError `not_found` */
export async function findSameInProject(trx: Executor, old: RunRow): Promise<string | undefined> {
  const project = await findOwnProject(trx, projectOf(old), old.user_id, true);
  if (!project) throw new AppError('not_found', 'There is no such run.');
  return (await findActiveRun(trx, project.id, old.kind as RunKind))?.id;
}
