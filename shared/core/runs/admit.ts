import type { QueueName } from '#contract/jobs/job.ts';
import { type JobName, JOBS } from '#contract/jobs/all.ts';
import type { Shares } from '../queue/shares.ts';

/** A step that is running, or only waits for a place. */
export interface OpenStep {
  job: JobName;
  state: string;
  /** How long until it may be retried, in ms; 0 if it is due. */
  delayMs: number;
}

/**
 * Returns which of a user's open steps a queue should contain, as a pure function: running steps, delayed
 * steps, and of the others the first ones, as many as the user's share leaves free. `ahead` is how many of
 * the user's steps precede it in its queue. Steps are in the order in which they should start.
 */
export function admit<S extends OpenStep>(steps: readonly S[], shares: Shares): { step: S; ahead: number }[] {
  const occupied = new Map<QueueName, number>();
  const queueOf = ({ job }: S) => JOBS[job].queue;
  const takenIn = (queue: QueueName) => occupied.get(queue) ?? 0;
  for (const step of steps) {
    if (step.state === 'active') occupied.set(queueOf(step), takenIn(queueOf(step)) + 1);
  }
  return steps.flatMap((step) => {
    if (step.state === 'active' || step.delayMs > 0) return { step, ahead: 0 };
    const queue = queueOf(step);
    const ahead = takenIn(queue);
    if (ahead >= shares[queue]) return [];
    occupied.set(queue, ahead + 1);
    return { step, ahead };
  });
}
