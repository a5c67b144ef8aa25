import { JOBS } from '#contract/jobs/all.ts';
import type { Bus } from '../bus/bus.ts';
import { transact } from '../bus/transact.ts';
import type { Database, Executor } from '../db/database.ts';
import type { Logger } from '../lib/logger.ts';
import type { Queues } from '../queue/queues.ts';
import { readCredits } from '../repositories/money/credits.ts';
import { lockWork } from '../repositories/runs/open-steps.ts';
import {
  beginStep,
  completeStep,
  lockRun,
  readSteps,
  requeueStep,
  type RunRow,
  seeStep,
  setStepState,
  type StepRef,
  type StepRow,
} from '../repositories/runs/run-steps.ts';
import {
  type OwnedRun,
  readSpeeds,
  recordProgress,
  refreshRun,
  setWaiting,
  type StepProgress,
} from '../repositories/runs/runs.ts';
import { findRunsUnderWay, findStuckRuns } from '../repositories/runs/runs-under-way.ts';
import { createAdmission } from './admission.ts';
import type { Shares } from '../queue/shares.ts';
import { failForeign, isKnown } from './foreign-steps.ts';
import type { Caps } from '../repositories/account/holdings.ts';
import { dropFetchedLinks } from '../repositories/retention/cancelled.ts';
import { decide } from './decide.ts';
import { finishRun } from './finish-run.ts';
import { kindOf } from './kinds/all.ts';
import { createStepFailures, type StepFailures } from './step-failures.ts';
import { waitingWords } from './waiting-words.ts';

export interface RunEngine extends StepFailures {
  /** Advances a run: enqueues ready steps, and ends it if nothing is left. Safe to call at any time. */
  advance(runId: string): Promise<void>;
  /** The same for callers that do not depend on it: if it fails now, the reconciler does it later. */
  tryAdvance(runId: string): Promise<void>;
  /** Advances all runs of a user, for callers that started several. */
  advanceAll(userId: string): Promise<void>;
  /** Ends an active run of this user and returns its credit. Returns `undefined` if there is no such run. */
  cancel(runId: string, userId: string): Promise<OwnedRun | undefined>;
  /**
   * Starts a step for the worker that received its job. Returns `undefined` if there is nothing to do.
   * `expectedMs` is its usual duration on this installation, if known.
   */
  begin(ref: StepRef): Promise<{ run: RunRow; step: StepRow; expectedMs: number } | undefined>;
  /** Called by the step's worker a few times within the job's lock, to show that it is not lost. */
  seen(ref: StepRef): Promise<void>;
  /** Returns `false` if the step is no longer needed: its worker must stop. */
  progress(ref: StepRef, progress: StepProgress): Promise<boolean>;
  complete(ref: StepRef, artifact: { key: string; reused: boolean }): Promise<void>;
  /** Releases a step unchanged, for a worker that must stop or could not reach Postgres. */
  giveBack(ref: StepRef): Promise<void>;
  /**
   * Repairs all active runs: advances those that are stuck, and enqueues what Redis lost and what was never
   * enqueued. Returns the number of active runs.
   */
  reconcile(): Promise<number>;
}

export interface EngineParts {
  db: Database;
  queues: Queues;
  bus: Bus;
  log: Logger;
  /** How many runs of one user are active concurrently; further ones wait. */
  runsPerUser: number;
  /** How many steps of one user run concurrently in each queue; further ones wait. */
  readShares(): Promise<Shares>;
  /** The caps of one account. */
  caps: Caps;
  /** How long a job belongs to the worker that claimed it, in ms. */
  lockMs: number;
  /** Stores the mail about an ended run, in the transaction of its end. */
  storeMail(trx: Executor, ended: OwnedRun): Promise<void>;
  /** Records an ended run for the operator, after the commit. */
  recordEnd(run: OwnedRun['run']): void;
}

const SPEEDS_FOR_MS = 60_000;
/**
 * The part of a job's lock after which a worker that reports nothing is lost. It is half of the shortest time
 * in which another worker gets its job, since a lock is renewed when half of it has passed.
 */
const SILENT = 4;
/** A step that lost this many workers is itself the cause. */
const LOSSES = 5;

/** Creates the engine that advances all runs. Postgres stores their state, and BullMQ only delivers jobs. */
export function createRunEngine(parts: EngineParts): RunEngine {
  const { db, queues, bus, log, runsPerUser, readShares, lockMs } = parts;
  const admission = createAdmission(db, queues, readShares);
  const waiting = waitingWords(runsPerUser);
  let speeds: { at: number; values: Record<string, number> } = { at: 0, values: {} };
  async function currentSpeeds() {
    if (Date.now() - speeds.at > SPEEDS_FOR_MS) speeds = { at: Date.now(), values: await readSpeeds(db) };
    return speeds.values;
  }

  const publishProgress = ({ userId, run }: OwnedRun) => bus.publish(userId, 'run.progressed', { run });

  /** Called after the commit of a terminal transition, whose events are published already. */
  async function followEnd({ userId, run }: OwnedRun) {
    parts.recordEnd(run);
    bus.cancelRun(run.id);
    if (kindOf(run).costsCredit) {
      bus.publish(userId, 'credits.changed', { totalCredits: (await readCredits(db, userId)).totalCredits });
    }
    // Places are free now: the user's other runs can start.
    await advanceAll(userId);
  }

  async function advanceAll(userId: string) {
    for (const { id } of await findRunsUnderWay(db, runsPerUser, userId)) await tryMove(id);
  }

  const tryMove = (runId: string) =>
    move(runId).catch((error: Error) => log.warn({ runId, err: error.message }, 'not advanced'));

  /** Recomputes a run's figures and stage, and publishes them while it is active. */
  async function publishFigures(runId: string) {
    const snapshot = await refreshRun(db, runId, await currentSpeeds());
    if (snapshot) publishProgress(snapshot);
  }

  /** Whether a waiting run may start. No other run of its user starts until the transaction ends. */
  async function mayBegin(trx: Executor, { id, userId }: RunRow): Promise<boolean> {
    await lockWork(trx, userId);
    return (await findRunsUnderWay(trx, runsPerUser, userId)).some((run) => run.id === id);
  }

  async function move(runId: string): Promise<void> {
    const moved = await transact(parts, async (trx) => {
      const run = await lockRun(trx, runId);
      if (!run || run.finishedAt) return undefined;
      if (run.status === 'queued' && !(await mayBegin(trx, run))) {
        const waits = await setWaiting(trx, run.id, waiting);
        return waits && { run, waits, ended: undefined };
      }
      const steps = await failForeign(trx, await readSteps(trx, runId));
      const { skip, ready, verdict } = decide(steps);
      for (const step of skip) await setStepState(trx, step, 'skipped');
      for (const step of ready) await setStepState(trx, step, 'queued');
      return { run, waits: undefined, ended: verdict && (await finishRun(trx, parts, run, steps, verdict)) };
    });
    if (!moved) return;
    if (moved.ended) return followEnd(moved.ended);
    if (moved.waits) return publishProgress(moved.waits);
    if (moved.run.stage === waiting.stage) await publishFigures(runId);
    await admission.enqueue(moved.run.userId);
  }

  const engine: RunEngine = {
    ...createStepFailures({ db, log, advance: move, tryAdvance: tryMove }),
    advance: move,
    tryAdvance: tryMove,
    advanceAll,

    async cancel(runId, userId) {
      const ended = await transact(parts, async (trx) => {
        const run = await lockRun(trx, runId);
        if (!run || run.finishedAt || run.userId !== userId) return undefined;
        const message = kindOf(run).costsCredit ? 'Cancelled. Your credit is back.' : 'Cancelled.';
        const over = await finishRun(trx, parts, run, [], {
          status: 'cancelled',
          code: 'cancelled',
          message,
        });
        await dropFetchedLinks(trx, runId);
        return over;
      });
      if (!ended) return undefined;
      await followEnd(ended);
      return ended;
    },

    async begin(ref) {
      const started = await db.transaction().execute(async (trx) => {
        const run = await lockRun(trx, ref.runId);
        if (!run || !(await admission.hasPlace(trx, run, ref))) return undefined;
        const step = await beginStep(trx, ref, lockMs / SILENT);
        return step && { run, step };
      });
      if (started && !isKnown(started.step)) {
        log.warn({ ...ref, job: started.step.job }, 'step was planned by another version');
        await engine.giveBack(ref);
        return undefined;
      }
      if (!started) return undefined;
      if (started.step.losses < LOSSES) {
        const { job, weight } = started.step;
        return { ...started, expectedMs: weight * ((await currentSpeeds())[job] ?? 1) };
      }
      await engine.fail(ref, {
        code: 'crashed',
        message: `${JOBS[started.step.job].stage} stopped unexpectedly ${started.step.losses} times.`,
        retry: 'never',
      });
      return undefined;
    },

    seen: (ref) => seeStep(db, ref),

    async progress(ref, progress) {
      const snapshot = await recordProgress(db, ref, progress, await currentSpeeds());
      if (snapshot) publishProgress(snapshot);
      return snapshot !== undefined;
    },

    async complete(ref, artifact) {
      if (!(await completeStep(db, ref, artifact))) {
        // It was fetched while its run was being cancelled.
        return db.transaction().execute((trx) => dropFetchedLinks(trx, ref.runId));
      }
      await engine.advance(ref.runId);
      await publishFigures(ref.runId);
    },

    async giveBack(ref) {
      await requeueStep(db, ref, {
        delayMs: 0,
        countTry: false,
        message: 'released',
      });
    },

    async reconcile() {
      const { count, stuck } = await findStuckRuns(db, runsPerUser);
      for (const runId of stuck) await tryMove(runId);
      for (const runId of await admission.enqueueMissing(lockMs / SILENT)) await tryMove(runId);
      return count;
    },
  };
  return engine;
}
