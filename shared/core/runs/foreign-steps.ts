import { JOBS } from '#contract/jobs/all.ts';
import type { Executor } from '../db/database.ts';
import { failStep, readSteps, type StepRow } from '../repositories/runs/run-steps.ts';

/**
 * How long a step that this version does not know waits for a worker of another version, since an upgrade
 * takes a while.
 */
const FOREIGN_MS = 3600 * 1000;
const OTHER_VERSION =
  'This was started by another version of Cutroom whose workers are not running. Please try again.';

/**
 * Whether this version can run a step. Steps planned by a node of another version are left to that version's
 * nodes.
 */
export function isKnown({ job, input }: Pick<StepRow, 'job' | 'input'>): boolean {
  return Object.hasOwn(JOBS, job) && JOBS[job].input.safeParse(input).success;
}

/** Fails the steps that no node of another version picked up. Returns the updated steps. */
export async function failForeign(trx: Executor, steps: StepRow[]): Promise<StepRow[]> {
  const lost = steps.filter(
    (step) =>
      step.state === 'queued' &&
      Date.now() - (step.queuedAt?.getTime() ?? Infinity) > FOREIGN_MS &&
      !isKnown(step),
  );
  for (const { runId, key: step } of lost) {
    await failStep(trx, { runId, step }, 'other_version', OTHER_VERSION);
  }
  const [first] = lost;
  return first ? readSteps(trx, first.runId) : steps;
}
