import type { Run, RunKind } from './runs.ts';

/** What a run's message says while no step of it says more. */
export const stepsDone = ({ done, total }: { done: number; total: number }): string =>
  `${done} of ${total} steps done`;

const MAKES: Record<RunKind, boolean> = {
  processing: true,
  generation: true,
  preparation: false,
  publishing: false,
};

/** Whether sections or a film are made by it, which is its project's state; the other kinds go on beside that. */
export const isMaking = ({ kind }: Pick<Run, 'kind'>): boolean => MAKES[kind];
