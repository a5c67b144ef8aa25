import type { Run } from '#contract/runs.ts';

/** The server says 99 while the last part of the work lasts. */
const LAST = 99;

/** A run's progress for a page: whole percents. */
export function percentText({ percentage }: Pick<Run, 'percentage'>): string {
  return percentage >= LAST ? 'Finishing…' : `${Math.floor(percentage)}%`;
}

/** Whether a run's rest cannot be shown in percent any more. */
export function isFinishing({ percentage }: Pick<Run, 'percentage'>): boolean {
  return percentage >= LAST;
}
