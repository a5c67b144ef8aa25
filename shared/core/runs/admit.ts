import type { QueueName } from '#contract/jobs/job.ts';
import { type JobName, JOBS } from '#contract/jobs/all.ts';

/** How many steps of one user are worked on at once in each queue. */
export type Shares = Readonly<Record<QueueName, number>>;

/** A step that is worked on, or waits for nothing but a place. */
export interface OpenStep {
  job: JobName;
  state: string;
  /** For how long it is still not to be tried again, in ms; 0 when it is due. */
  delayMs: number;
}

/**
 * Which of one user's open steps a queue should hold, as a pure function: those that are worked on, those that come back
 * by themselves later, and of the others the first ones, as many as the user's share of the queue leaves free. `ahead` is
 * how many of the same user's steps come before it in its queue. Steps stand in the order in which they should begin.
 */
export function admit<S extends OpenStep>(steps: readonly S[], shares: Shares): { step: S; ahead: number }[] {
  const taken = new Map<QueueName, number>();
  const queueOf = ({ job }: S) => JOBS[job].queue;
  const takenIn = (queue: QueueName) => taken.get(queue) ?? 0;
  for (const step of steps) {
    if (step.state === 'active') taken.set(queueOf(step), takenIn(queueOf(step)) + 1);
  }
  return steps.flatMap((step) => {
    if (step.state === 'active' || step.delayMs > 0) return { step, ahead: 0 };
    const queue = queueOf(step);
    const ahead = takenIn(queue);
    if (ahead >= shares[queue]) return [];
    taken.set(queue, ahead + 1);
    return { step, ahead };
  });
}
