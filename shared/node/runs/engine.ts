import { JOBS } from '#contract/jobs/all.ts';
import { type EventType, TERMINAL_EVENT } from '#contract/events.ts';
import type { Bus } from '../bus/bus.ts';
import type { Database, Executor } from '../db/database.ts';
import type { Logger } from '../logger.ts';
import type { Queues } from '../queue/queues.ts';
import { readCredits } from '../repositories/credits.ts';
import {
  beginStep,
  completeStep,
  failStep,
  lockRun,
  readSteps,
  requeueStep,
  type RunRow,
  seeStep,
  setStepState,
  type StepRef,
  type StepRow,
  undoStep,
} from '../repositories/run-steps.ts';
import {
  countRunsBefore,
  endRun,
  type OwnedRun,
  readSpeeds,
  recordProgress,
  refreshRun,
  setWaiting,
  type StepProgress,
} from '../repositories/runs.ts';
import { OUTCOMES } from './outcomes.ts';
import { decide } from './decide.ts';
import { waitingWords } from './waiting-words.ts';

export interface RunEngine {
  /** Moves a run on: enqueues what is ready, ends it when nothing is left. Safe to call at any time, by anybody. */
  advance(runId: string): Promise<void>;
  /** Ends an active run of this user and gives its credit back; undefined when there is no such run. */
  cancel(runId: string, userId: string): Promise<OwnedRun | undefined>;
  /**
   * Takes a step on, for the worker that got its job; undefined when nothing is to be done. `expectedMs` is how long it
   * takes on this installation, as far as its history tells.
   */
  begin(ref: StepRef): Promise<{ run: RunRow; step: StepRow; expectedMs: number } | undefined>;
  /** For the worker that has the step, to be called a few times within the job's lock: it is not lost. */
  seen(ref: StepRef): Promise<void>;
  /** False when the step is no longer wanted: its worker must stop. */
  progress(ref: StepRef, progress: StepProgress): Promise<boolean>;
  complete(ref: StepRef, artifact: { key: string; reused: boolean }): Promise<void>;
  /** Gives the milliseconds after which the step is tried again, or null when its failure is final. */
  fail(ref: StepRef, failure: StepFailure): Promise<number | null>;
  /**
   * Lets other steps of the run be done again, and this one after them; those that were done too often fail instead.
   * What is ready then begins by the next `advance`, once the queue has let go of this step's job.
   */
  redo(ref: StepRef, steps: { key: string; message: string }[]): Promise<void>;
  /** Gives a step back untouched, for a worker that must stop or could not reach Postgres. */
  giveBack(ref: StepRef): Promise<void>;
  /** Advances every active run: heals what Redis lost and what nobody enqueued. Gives how many it looked at. */
  reconcile(): Promise<number>;
}

export interface StepFailure {
  code: string;
  message: string;
  /** How often a step may end like this before it is given up, when that is less than its job's tries. */
  tries?: number;
  /** For how long a service outside wants not to be asked again, in ms. */
  pauseMs?: number | null;
}

export interface EngineParts {
  db: Database;
  queues: Queues;
  bus: Bus;
  log: Logger;
  /** How many runs of one user are under way at once; further ones wait. */
  runsPerUser: number;
  /** For how long a job belongs to the worker that took it, in ms. */
  lockMs: number;
  /** Keeps the mail about a run that is over, in the transaction of its end. */
  keepMail(trx: Executor, ended: OwnedRun): Promise<void>;
}

const SPEEDS_FOR_MS = 60_000;
const RETRY_BASE_MS = 1_000;
/** Whatever a service asks for, a run does not stand still for longer. */
const MAX_PAUSE_MS = 15 * 60_000;
/** A step that lost so many workers is what ends them. */
const LOSSES = 5;
/** For so long a step that this version does not know waits for a worker that does: an upgrade takes a while. */
const FOREIGN_MS = 3600 * 1000;
const OTHER_VERSION =
  'This was planned by another version of Cutroom, and none of its workers came. Please try again.';
/** A run's steps give way to another user's first run by this much for each run before it. */
const PRIORITY_STEP = 10;

/** The one driver of runs: Postgres is the truth, BullMQ delivers. */
export function createRunEngine(parts: EngineParts): RunEngine {
  const { db, queues, bus, log, runsPerUser, lockMs, keepMail } = parts;
  const waiting = waitingWords(runsPerUser);
  let speeds: { at: number; values: Record<string, number> } = { at: 0, values: {} };
  async function currentSpeeds() {
    if (Date.now() - speeds.at > SPEEDS_FOR_MS) speeds = { at: Date.now(), values: await readSpeeds(db) };
    return speeds.values;
  }

  function publish(type: EventType, { userId, run }: OwnedRun) {
    bus.publish(userId, type, { run });
  }

  /** Told after the commit of a terminal transition. */
  async function publishEnd(ended: OwnedRun) {
    const { userId, run } = ended;
    bus.cancelRun(run.id);
    publish(TERMINAL_EVENT[run.status as keyof typeof TERMINAL_EVENT], ended);
    if (run.projectId) bus.publish(userId, 'project.changed', { projectId: run.projectId });
    if (run.kind === 'processing') {
      bus.publish(userId, 'credits.changed', { totalCredits: (await readCredits(db, userId)).totalCredits });
    }
    await admitNext(userId);
  }

  /** A place is free: the user's oldest runs that wait take it. */
  async function admitNext(userId: string) {
    const waiting = await db
      .selectFrom('runs')
      .select('id')
      .where('user_id', '=', userId)
      .where('status', '=', 'queued')
      .orderBy('created_at')
      .limit(runsPerUser)
      .execute();
    for (const { id } of waiting) {
      await engine
        .advance(id)
        .catch((error: Error) => log.warn({ runId: id, err: error.message }, 'not advanced'));
    }
  }

  async function end(
    trx: Executor,
    run: RunRow,
    steps: StepRow[],
    how: { status: 'completed' } | { status: 'failed' | 'cancelled'; code: string; message: string },
  ): Promise<OwnedRun | undefined> {
    const outcome = OUTCOMES[run.kind]!;
    if (how.status === 'completed') {
      const { message, result } = await outcome.completed(trx, run, steps);
      return told(trx, await endRun(trx, run.id, { status: 'completed', message, result }));
    }
    await outcome.ended(trx, run);
    const { status, message, code: errorCode } = how;
    return told(trx, await endRun(trx, run.id, { status, message, errorCode }));
  }

  async function told(trx: Executor, ended: OwnedRun | undefined): Promise<OwnedRun | undefined> {
    if (ended) await keepMail(trx, ended);
    return ended;
  }

  async function enqueue(run: RunRow, steps: StepRow[]) {
    const priority = (await countRunsBefore(db, run)) * PRIORITY_STEP;
    for (const step of steps.filter(isKnown)) {
      const delayMs = Math.max(0, (step.not_before?.getTime() ?? 0) - Date.now());
      await queues.enqueue({
        runId: run.id,
        attempt: step.attempt,
        step: step.key,
        job: step.job,
        priority,
        delayMs,
      });
    }
  }

  /** Recomputes a run's figures and stage, and tells them while it is under way. */
  async function tellFigures(runId: string) {
    const snapshot = await refreshRun(db, runId, await currentSpeeds());
    if (snapshot) publish('run.progressed', snapshot);
  }

  /** `again` enqueues what is under way too: BullMQ ignores a job that it still has, and a lost one comes back. */
  async function move(runId: string, again: boolean): Promise<void> {
    const moved = await db.transaction().execute(async (trx) => {
      const run = await lockRun(trx, runId);
      if (!run || run.finished_at) return undefined;
      if (run.status === 'queued' && (await countRunsBefore(trx, run)) >= runsPerUser) {
        const waits = await setWaiting(trx, run.id, waiting);
        return waits && { run, waits, ended: undefined, ready: [] };
      }
      const steps = await failForeign(trx, await readSteps(trx, runId, run.attempt));
      const { skip, ready, verdict } = decide(steps);
      for (const step of skip) await setStepState(trx, step, 'skipped');
      for (const step of ready) await setStepState(trx, step, 'queued');
      if (verdict) return { run, waits: undefined, ended: await end(trx, run, steps, verdict), ready: [] };
      const underWay = steps.filter((step) => step.state === 'queued' || step.state === 'active');
      return { run, waits: undefined, ended: undefined, ready: again ? [...ready, ...underWay] : ready };
    });
    if (!moved) return;
    if (moved.ended) return publishEnd(moved.ended);
    if (moved.waits) publish('run.progressed', moved.waits);
    else if (moved.run.stage === waiting.stage) await tellFigures(runId);
    await enqueue(moved.run, moved.ready);
  }

  const engine: RunEngine = {
    advance: (runId) => move(runId, false),

    async cancel(runId, userId) {
      const ended = await db.transaction().execute(async (trx) => {
        const run = await lockRun(trx, runId);
        if (!run || run.finished_at || run.user_id !== userId) return undefined;
        const message = run.kind === 'processing' ? 'Cancelled. Your credit is back.' : 'Cancelled.';
        return end(trx, run, [], { status: 'cancelled', code: 'cancelled', message });
      });
      if (!ended) return undefined;
      await publishEnd(ended);
      return ended;
    },

    async begin(ref) {
      const begun = await db.transaction().execute(async (trx) => {
        const run = await lockRun(trx, ref.runId);
        const step = run && (await beginStep(trx, ref, lockMs / 2));
        return step && { run, step };
      });
      if (begun && !isKnown(begun.step)) {
        log.warn({ ...ref, job: begun.step.job }, 'a step of another version');
        await engine.giveBack(ref);
        return undefined;
      }
      if (!begun) return undefined;
      if (begun.step.losses < LOSSES) {
        const { job, weight } = begun.step;
        return { ...begun, expectedMs: weight * ((await currentSpeeds())[job] ?? 1) };
      }
      await engine.fail(ref, {
        code: 'crashed',
        message: `${JOBS[begun.step.job].stage} stopped unexpectedly ${begun.step.losses} times.`,
        tries: 1,
      });
      return undefined;
    },

    seen: (ref) => seeStep(db, ref),

    async progress(ref, progress) {
      const snapshot = await recordProgress(db, ref, progress, await currentSpeeds());
      if (snapshot) publish('run.progressed', snapshot);
      return snapshot !== undefined;
    },

    async complete(ref, artifact) {
      if (!(await completeStep(db, ref, artifact))) return;
      await engine.advance(ref.runId);
      await tellFigures(ref.runId);
    },

    async fail(ref, { code, message, tries = Infinity, pauseMs }) {
      const step = (await readSteps(db, ref.runId, ref.attempt)).find(({ key }) => key === ref.step);
      if (!step || step.state !== 'active') return null;
      const final = step.tries >= Math.min(tries, JOBS[step.job].tries);
      log.warn({ ...ref, code, message, tries: step.tries, final }, 'step failed');
      if (!final) {
        const backOffMs = RETRY_BASE_MS * 2 ** (step.tries - 1) * (1 + Math.random());
        const delayMs = Math.round(Math.max(backOffMs, Math.min(pauseMs ?? 0, MAX_PAUSE_MS)));
        await requeueStep(db, ref, { delayMs, countTry: true, message });
        return delayMs;
      }
      await failStep(db, ref, code, message);
      await engine.advance(ref.runId);
      return null;
    },

    async redo(ref, redone) {
      await db.transaction().execute(async (trx) => {
        const run = await lockRun(trx, ref.runId);
        if (!run || run.finished_at) return;
        const steps = await readSteps(trx, ref.runId, ref.attempt);
        if (steps.find(({ key }) => key === ref.step)?.state !== 'active') return;
        for (const { key, message } of redone) {
          const step = steps.find((other) => other.key === key)!;
          const again = step.tries < JOBS[step.job].tries;
          log.warn({ ...ref, redone: key, tries: step.tries, again }, 'step is done again');
          await undoStep(trx, { ...ref, step: key }, again ? null : { code: 'unfit', message });
        }
        await undoStep(trx, ref, null);
      });
    },

    async giveBack(ref) {
      await requeueStep(db, ref, {
        delayMs: 0,
        countTry: false,
        message: 'given back',
      });
    },

    async reconcile() {
      const active = await db
        .selectFrom('runs')
        .select('id')
        .where('status', 'in', ['queued', 'running'])
        .execute();
      for (const { id } of active) {
        await move(id, true).catch((error: Error) =>
          log.warn({ runId: id, err: error.message }, 'not advanced'),
        );
      }
      return active.length;
    },
  };
  return engine;
}

/** Whether this version can do a step. What a node of another version planned is left to the nodes of that one. */
function isKnown({ job, input }: StepRow): boolean {
  return Object.hasOwn(JOBS, job) && JOBS[job].input.safeParse(input).success;
}

/** Fails the steps that wait for a node of another version and that none came for; gives the steps as they are then. */
async function failForeign(trx: Executor, steps: StepRow[]): Promise<StepRow[]> {
  const lost = steps.filter(
    (step) =>
      step.state === 'queued' &&
      Date.now() - (step.queued_at?.getTime() ?? Infinity) > FOREIGN_MS &&
      !isKnown(step),
  );
  for (const { run_id: runId, attempt, key: step } of lost) {
    await failStep(trx, { runId, attempt, step }, 'other_version', OTHER_VERSION);
  }
  const [first] = lost;
  return first ? readSteps(trx, first.run_id, first.attempt) : steps;
}

/** Heals again and again until the returned function is called. */
export function startReconciler(heal: () => Promise<unknown>, intervalMs: number, log: Logger): () => void {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const turn = async () => {
    await heal().catch((error: Error) => log.warn({ err: error.message }, 'reconciler'));
    if (!stopped) timer = setTimeout(turn, intervalMs);
  };
  // Nodes that started together do not reconcile together.
  timer = setTimeout(turn, Math.random() * intervalMs);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
