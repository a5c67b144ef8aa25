import { JOBS } from '#contract/jobs/all.ts';
import type { Database, Executor } from '../db/database.ts';
import type { Queues } from '../queue/queues.ts';
import { findActiveSteps, findOpenSteps, lockWork } from '../repositories/runs/open-steps.ts';
import type { RunRow, StepRef } from '../repositories/runs/run-steps.ts';
import type { Shares } from '../queue/shares.ts';
import { admit } from './admit.ts';
import { isKnown } from './foreign-steps.ts';

/** Limits each user to a share of every queue. The excess waits in Postgres, so it delays no other user. */
export interface Admission {
  /**
   * Enqueues the steps that a user's share now admits. Queued ones stay. `again` also enqueues running and
   * delayed steps, which the queues contain unless Redis lost them.
   */
  enqueue(userId: string, again?: boolean): Promise<void>;
  /**
   * Whether the user's share has a place for a step. No other step gets that place until the transaction
   * ends.
   */
  hasPlace(trx: Executor, run: RunRow, ref: StepRef): Promise<boolean>;
}

export function createAdmission(db: Database, queues: Queues, readShares: () => Promise<Shares>): Admission {
  return {
    async enqueue(userId, again = false) {
      const [steps, shares] = await Promise.all([findOpenSteps(db, userId), readShares()]);
      const admitted = admit(steps.filter(isKnown), shares);
      for (const { step, ahead } of admitted) {
        const { runId, key, job, state, delayMs } = step;
        if (!again && (state === 'active' || delayMs > 0)) continue;
        await queues.enqueue({ runId, step: key, job, priority: ahead, delayMs });
      }
    },
    async hasPlace(trx, run, ref) {
      const shares = await readShares();
      await lockWork(trx, run.userId);
      const steps = await findActiveSteps(trx, run.userId, ref);
      const step = steps.find(({ isThis }) => isThis);
      // A running step already has its place. A step that this version does not know takes none.
      if (!step || step.state === 'active' || !Object.hasOwn(JOBS, step.job)) return true;
      const { queue } = JOBS[step.job];
      const beside = steps.filter(({ job, isThis }) => !isThis && JOBS[job]?.queue === queue);
      return beside.length < shares[queue];
    },
  };
}
