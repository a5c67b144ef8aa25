import type { Run } from '#contract/runs.ts';

/** The server says 99 for as long as the last of the work takes. */
const LAST = 99;

/** How far a run is, in words, for a page: whole percents. */
export function percentText({ percentage }: Pick<Run, 'percentage'>): string {
  return percentage >= LAST ? 'Finishing…' : `${Math.floor(percentage)}%`;
}

/** Whether the rest of a run can no longer be told in percent. */
export function isFinishing({ percentage }: Pick<Run, 'percentage'>): boolean {
  return percentage >= LAST;
}
