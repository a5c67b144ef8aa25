import type { z } from 'zod';
import type { JobName } from '#contract/jobs/all.ts';
import type { Run } from '#contract/runs.ts';
import type { RunKind } from '#contract/run-kinds.ts';
import type { Executor } from '../../db/database.ts';
import { AppError } from '../../lib/errors.ts';
import { findArtifacts } from '../../repositories/media/artifacts.ts';
import type { Caps } from '../../repositories/account/holdings.ts';
import { findOwnProject } from '../../repositories/projects/projects.ts';
import type { PlannedStep, RunRow, StepRow } from '../../repositories/runs/run-steps.ts';
import { findActiveRun } from '../../repositories/runs/runs.ts';

/**
 * Writes the mail about one end of a run, and the page's stage that it links to. `retryable`: a retry may
 * help.
 */
export type MailText = (
  title: string,
  message: string,
  retryable: boolean,
) => { subject: string; lines: string[]; stage: string };

/**
 * Everything specific to one kind of run. Code that starts, drives, ends or reports runs uses this interface.
 */
export interface RunKindDefinition<Input> {
  /** runs.input: what its steps are planned from, beside the database. */
  input: z.ZodType<Input>;
  /** Whether it takes one of its user's credits, which is returned unless it completes. */
  costsCredit: boolean;
  /** Whether it adds files: it starts only if the disk and its account have room. */
  needsRoom: boolean;
  /** Whether it changes its project's sections, which cannot be copied meanwhile. */
  changesSections: boolean;
  /**
   * Whether its steps are needed as long as the run exists. Otherwise only those of a project's newest run
   * are.
   */
  keepsSteps: boolean;
  /**
   * Plans its steps, each after its dependencies; the last one is its goal.
   * @throws AppError if it cannot start
   */
  plan(trx: Executor, input: Input, userId: string): Promise<PlannedStep[]>;
  /** Its message until it starts, if it differs from the default. */
  waiting(input: Input): Pick<Run, 'stage' | 'message'> | undefined;
  /** Writes further rows at its start. `retries` is the run that it retries. */
  begun(trx: Executor, run: RunRow, retries: RunRow | undefined): Promise<void>;
  /**
   * Its effects on the product's tables, in the transaction of its end, and the events for its user.
   * @throws OverCapError if the account would exceed its caps: then the run fails
   */
  completed(
    trx: Executor,
    run: RunRow,
    steps: StepRow[],
    caps: Caps,
  ): Promise<{ message: string; result: unknown }>;
  /** The same for a failed or cancelled run. */
  ended(trx: Executor, run: RunRow): Promise<void>;
  /**
   * Finds the active run that does the same as this one, which a retry returns.
   * @throws AppError `not_found`
   */
  findSame(trx: Executor, old: RunRow): Promise<string | undefined>;
  /** Returns the input of a retry. */
  inputOfRetry(input: Input): Input;
  /** `null` for a kind without mail. */
  mail: Record<'completed' | 'failed', MailText> | null;
}

type Optional = 'waiting' | 'begun' | 'ended' | 'findSame' | 'inputOfRetry' | 'mail';

/**
 * Defines a kind. Members that it omits do nothing: its runs wait without words of their own, write no further
 * rows at their start and after a failure, are the same as any active run of their project, are retried with
 * their input, and send no mail.
 */
export const defineKind = <Input>(
  members: Omit<RunKindDefinition<Input>, Optional> & Partial<Pick<RunKindDefinition<Input>, Optional>>,
): RunKindDefinition<Input> => ({
  waiting: () => undefined,
  begun: async () => {},
  ended: async () => {},
  findSame: findSameInProject,
  inputOfRetry: (input) => input,
  mail: null,
  ...members,
});

/** Returns the project of a run whose kind always has one. */
export const projectOf = (run: RunRow): string => run.projectId!;

/**
 * Returns the artifact of a run's step.
 * @throws Error if it has none, which never happens in a completed run
 */
export async function artifactOf(trx: Executor, steps: StepRow[], job: JobName) {
  const key = steps.find((step) => step.job === job)?.artifactKey;
  const artifact = key ? (await findArtifacts(trx, [key])).get(key) : undefined;
  if (!artifact) throw new Error(`A completed run has no artifact of ${job}.`);
  return artifact;
}

/**
 * Finds the active run of the same kind for a run's project. The project must be locked.
 * @throws AppError `not_found`
 */
export async function findSameInProject(trx: Executor, old: RunRow): Promise<string | undefined> {
  const project = await findOwnProject(trx, projectOf(old), old.userId, true);
  if (!project) throw new AppError('not_found', 'There is no such run.');
  return (await findActiveRun(trx, project.id, old.kind as RunKind))?.id;
}
