import { JOBS } from '#contract/jobs/all.ts';
import type { Database, Executor } from '../db/database.ts';
import type { Queues, StepToEnqueue } from '../queue/queues.ts';
import { groupBy } from '../repositories/group-by.ts';
import { findActiveSteps, findBusyUsers, findOpenSteps, lockWork } from '../repositories/runs/open-steps.ts';
import type { RunRow, StepRef } from '../repositories/runs/run-steps.ts';
import type { Shares } from '../queue/shares.ts';
import { admit } from './admit.ts';
import { isKnown } from './foreign-steps.ts';

/** Limits each user to a share of every queue. The excess waits in Postgres, so it delays no other user. */
export interface Admission {
  /** Enqueues the steps that a user's share now admits. Queued ones stay. */
  enqueue(userId: string): Promise<void>;
  /**
   * Enqueues the admitted steps of all users that the queues lack: those that Redis lost or that were never
   * enqueued. Steps that a worker reported within `silentMs` stay with it. Returns the runs of steps that
   * this version does not know.
   */
  enqueueMissing(silentMs: number): Promise<string[]>;
  /**
   * Whether the user's share has a place for a step. No other step gets that place until the transaction
   * ends.
   */
  hasPlace(trx: Executor, run: RunRow, ref: StepRef): Promise<boolean>;
}

/** How many users' steps are read concurrently. */
const USERS_AT_ONCE = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type OpenStepRow = Awaited<ReturnType<typeof findOpenSteps>>[number];

const toEnqueue = ({ runId, key, job, delayMs }: OpenStepRow, ahead: number): StepToEnqueue => ({
  runId,
  step: key,
  job,
  priority: ahead,
  delayMs,
});

export function createAdmission(db: Database, queues: Queues, readShares: () => Promise<Shares>): Admission {
  return {
    async enqueue(userId) {
      const [steps, shares] = await Promise.all([findOpenSteps(db, [userId]), readShares()]);
      for (const { step, ahead } of admit(steps.filter(isKnown), shares)) {
        if (step.state === 'active' || step.delayMs > 0) continue;
        await queues.enqueue(toEnqueue(step, ahead));
      }
    },
    async enqueueMissing(silentMs) {
      const shares = await readShares();
      const unknown = new Set<string>();
      for (let after = FIRST_ID; ;) {
        const users = await findBusyUsers(db, after, USERS_AT_ONCE);
        if (users.length === 0) return [...unknown];
        after = users.at(-1)!;
        const steps = await findOpenSteps(db, users);
        const knownSteps = new Set(steps.filter(isKnown));
        for (const step of steps) if (!knownSteps.has(step)) unknown.add(step.runId);
        const byUser = groupBy([...knownSteps], (step) => step.userId);
        const admitted = [...byUser.values()].flatMap((ofUser) => admit(ofUser, shares));
        const silent = admitted.filter(
          ({ step }) => step.state !== 'active' || (step.seenMsAgo ?? Infinity) > silentMs,
        );
        const lost = await queues.findMissing(silent.map(({ step, ahead }) => toEnqueue(step, ahead)));
        for (const step of lost) await queues.enqueue(step);
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
      const others = steps.filter(({ job, isThis }) => !isThis && JOBS[job]?.queue === queue);
      return others.length < shares[queue];
    },
  };
}
