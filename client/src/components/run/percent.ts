import type { Run } from '#contract/runs.ts';

/** The server reports 99 for the whole last part of the work. */
const LAST = 99;

/** Returns a run's progress for display, in whole percent. */
export function percentText({ percentage }: Pick<Run, 'percentage'>): string {
  return percentage >= LAST ? 'Finishing…' : `${Math.floor(percentage)}%`;
}

/** Whether a run's remaining work can no longer be shown in percent. */
export function isFinishing({ percentage }: Pick<Run, 'percentage'>): boolean {
  return percentage >= LAST;
}
