import { JOBS } from '#contract/jobs/all.ts';
import type { Database } from '../db/database.ts';
import type { StepRetry, StepToRedo } from '../lib/errors.ts';
import type { Logger } from '../lib/logger.ts';
import {
  failStep,
  lockRun,
  readSteps,
  requeueStep,
  type StepRef,
  undoStep,
} from '../repositories/runs/run-steps.ts';

interface StepFailure {
  code: string;
  message: string;
  retry: StepRetry;
  /** How long an outside service asks to wait, in ms. */
  pauseMs?: number | null;
}

/** The part of the engine that handles steps that did not complete. */
export interface StepFailures {
  /** Returns the milliseconds until the step is retried, or `null` if its failure is final. */
  fail(ref: StepRef, failure: StepFailure): Promise<number | null>;
  /**
   * Redoes other steps of the run, and this one after them. Steps that were redone too often fail instead.
   * Ready steps start with the next `advance`, once the queue has released this step's job.
   */
  redo(ref: StepRef, steps: readonly StepToRedo[]): Promise<void>;
}

interface Parts {
  db: Database;
  log: Logger;
  advance: (runId: string) => Promise<void>;
  tryAdvance: (runId: string) => Promise<void>;
}

const RETRY_BASE_MS = 1_000;
/** The longest pause of a run, in ms, whatever a service asks for. */
const MAX_PAUSE_MS = 15 * 60_000;
/** The maximum number of attempts of a step, if that is less than its job's. */
const TRIES: Record<StepRetry, number> = { never: 1, once: 2, often: Infinity };

/** Decides whether and when a step that did not complete is retried. */
export function createStepFailures({ db, log, advance, tryAdvance }: Parts): StepFailures {
  return {
    async fail(ref, { code, message, retry, pauseMs }) {
      const step = (await readSteps(db, ref.runId)).find(({ key }) => key === ref.step);
      if (!step || step.state !== 'active') return null;
      const final = step.tries >= Math.min(TRIES[retry], JOBS[step.job].tries);
      log.warn({ ...ref, code, message, tries: step.tries, final }, 'step failed');
      if (!final) {
        const backOffMs = RETRY_BASE_MS * 2 ** (step.tries - 1) * (1 + Math.random());
        const delayMs = Math.round(Math.max(backOffMs, Math.min(pauseMs ?? 0, MAX_PAUSE_MS)));
        await requeueStep(db, ref, { delayMs, countTry: true, message });
        // Another step of the user took its place meanwhile.
        await tryAdvance(ref.runId);
        return delayMs;
      }
      await failStep(db, ref, code, message);
      await advance(ref.runId);
      return null;
    },

    async redo(ref, redone) {
      await db.transaction().execute(async (trx) => {
        const run = await lockRun(trx, ref.runId);
        if (!run || run.finishedAt) return;
        const steps = await readSteps(trx, ref.runId);
        if (steps.find(({ key }) => key === ref.step)?.state !== 'active') return;
        for (const { key, message } of redone) {
          const step = steps.find((other) => other.key === key)!;
          const canRetry = step.tries < JOBS[step.job].tries;
          log.warn({ ...ref, redone: key, tries: step.tries, again: canRetry }, 'step will be redone');
          await undoStep(trx, { ...ref, step: key }, canRetry ? null : { code: 'unfit', message });
        }
        await undoStep(trx, ref, null);
      });
    },
  };
}
