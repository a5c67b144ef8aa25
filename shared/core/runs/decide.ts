import type { StepRow } from '../repositories/runs/run-steps.ts';

type Verdict = { status: 'completed' } | { status: 'failed'; code: string; message: string };

type Step = Pick<
  StepRow,
  'runId' | 'key' | 'state' | 'dependsOn' | 'tolerant' | 'errorCode' | 'errorMessage'
>;

/**
 * Decides from the state of a run's steps, as a pure function: which waiting steps can never run, which may
 * run now, and whether the run is over. The plan's last step is its goal.
 */
export function decide<S extends Step>(steps: S[]): { skip: S[]; ready: S[]; verdict: Verdict | undefined } {
  const state = new Map(steps.map((step) => [step.key, step.state]));
  const skip: S[] = [];
  const ready: S[] = [];
  // Steps follow their dependencies, so one pass settles all.
  for (const step of steps) {
    if (step.state !== 'waiting') continue;
    const needed = step.dependsOn.map((key) => state.get(key));
    const lost = needed.filter((s) => s === 'failed' || s === 'skipped').length;
    if (step.tolerant ? lost > 0 && lost === needed.length : lost > 0) {
      skip.push(step);
      state.set(step.key, 'skipped');
    } else if (needed.every((s) => s === 'done' || s === 'failed' || s === 'skipped')) {
      ready.push(step);
      state.set(step.key, 'queued');
    }
  }
  const goal = steps.at(-1);
  const goalState = goal && state.get(goal.key);
  if (goalState === 'done') return { skip, ready, verdict: { status: 'completed' } };
  if (goalState !== 'failed' && goalState !== 'skipped') return { skip, ready, verdict: undefined };
  const failed = steps.find((step) => step.state === 'failed');
  return {
    skip,
    ready: [],
    verdict: {
      status: 'failed',
      code: failed?.errorCode ?? 'failed',
      message: failed?.errorMessage ?? 'Something went wrong.',
    },
  };
}
