import { setTimeout } from 'node:timers/promises';
import { DelayedError, type Job } from 'bullmq';
import { JOBS } from '#contract/jobs/all.ts';
import { jobPayloadSchema } from '#contract/jobs/job.ts';
import { isConnectionError, isDiskFull, isStoreAway } from '#core/lib/outages.ts';
import { StepError, type StepRetry } from '#core/lib/errors.ts';
import { FINAL_MEDIA_CODES, MediaError } from '#core/ffmpeg/errors.ts';
import { withLogFields } from '#core/lib/logger.ts';
import type { Backend } from '#core/backend.ts';
import { OverCapError } from '#core/repositories/account/holdings.ts';
import type { StepOutcome } from '#core/tracing/tracing.ts';
import { readSteps, type StepRef } from '#core/repositories/runs/run-steps.ts';
import type { MachineEncoder } from './encoders/machine-encoder.ts';
import type { Engines } from './engine-set/engine-set.ts';
import { EngineFailedError, EngineUnavailableError } from './engines/run-engine.ts';
import { HANDLERS } from './handlers/all.ts';
import type { Handler } from './handlers/handler.ts';
import { reportProgress } from './progress/step-progress.ts';

/** The interval of attempts to reach Postgres while it is unavailable, in ms. */
const LOOK_EVERY_MS = 500;
/** How long a step waits for an object store that does not respond, in ms. */
const STORE_PAUSE_MS = 5_000;
/** How often a worker reports a step during the job's lock. One in two reports may be lost. */
const SIGNS_PER_LOCK = 8;

class Stopping extends Error {}
class NoLongerNeeded extends Error {}

export interface StepRunner {
  /** The processor of BullMQ: runs one step and reports to the engine how it ended. */
  process(job: Job, token?: string): Promise<void>;
  /**
   * Call it when a job has left the queue. The steps that it released, or the step itself, may start then.
   */
  left(job: Job): Promise<void>;
  /** Whether any step is running. */
  isWorking(): boolean;
  /** Aborts the work for a cancelled run. */
  abortRun(runId: string): void;
  /** Aborts all work and releases the steps, for a worker that must stop. */
  abortAll(): void;
}

/** @param enginesNow returns the engines that a step uses from its start */
export function createStepRunner(
  backend: Backend,
  enginesNow: () => Engines,
  encoder: MachineEncoder,
): StepRunner {
  const { engine, db, log, config } = backend;
  const active = new Map<AbortController, string>();
  const sentBack = new Set<string>();

  async function work(ref: StepRef, job: Job, controller: AbortController): Promise<void> {
    const started = await engine.begin(ref);
    if (!started) {
      // It may exceed its user's share. It can be enqueued again once the queue has released it.
      sentBack.add(job.id!);
      return;
    }
    const begunAt = performance.now();
    const { run, step } = started;
    const definition = JOBS[step.job];
    const steps = await readSteps(db, ref.runId);
    const keys = new Map(steps.map((other) => [other.key, other.artifactKey]));
    const progress = reportProgress(started.expectedMs, async (fraction, detail) => {
      void job.updateProgress(fraction).catch(() => {});
      const isNeeded = await engine.progress(ref, { percent: fraction * 100, detail });
      if (!isNeeded) controller.abort(new NoLongerNeeded());
    });
    // Not before the step has begun: a worker that waits to begin must not hide that the previous one is
    // silent.
    const sign = () => engine.seen(ref).catch(() => {});
    const signs = setInterval(sign, config.worker.lockMs / SIGNS_PER_LOCK);
    try {
      const handle = HANDLERS[step.job] as Handler<never>;
      const context = {
        backend,
        engines: enginesNow(),
        encoder,
        run,
        input: definition.input.parse(step.input) as never,
        dependencies: Object.fromEntries(step.dependsOn.map((key) => [key, keys.get(key) ?? null])),
        signal: controller.signal,
        report: progress.report,
        log,
      };
      // What the step opens stays on this machine until it ends.
      const make = () => backend.storage.hold(() => handle(context));
      const outcomeOf = (error: unknown) => describeEnd(error, controller.signal.reason);
      const artifact = await backend.tracing.traceStep(step, make, outcomeOf);
      await progress.settle();
      await engine.complete(ref, artifact);
      const ms = Math.round(performance.now() - begunAt);
      log.info({ job: step.job, ms, reused: artifact.reused }, 'step done');
    } finally {
      clearInterval(signs);
      await progress.settle();
    }
  }

  return {
    async process(job, token) {
      const { runId, step } = jobPayloadSchema.parse(job.data);
      const ref = { runId, step };
      const controller = new AbortController();
      active.set(controller, runId);
      try {
        await withLogFields(ref, () => work(ref, job, controller));
      } catch (error) {
        const { reason } = controller.signal;
        if (reason instanceof NoLongerNeeded) return;
        if (reason instanceof Stopping) {
          await engine.giveBack(ref);
          await job.moveToDelayed(Date.now(), token);
          throw new DelayedError();
        }
        if (error instanceof StepError && error.redo.length > 0) {
          await engine.redo(ref, error.redo);
          sentBack.add(job.id!);
          return;
        }
        if (isConnectionError(error)) {
          // The step is not at fault, so it waits without counting an attempt.
          await onceBack(() => engine.giveBack(ref), controller.signal);
          await job.moveToDelayed(Date.now() + (isStoreAway(error) ? STORE_PAUSE_MS : 0), token);
          throw new DelayedError();
        }
        const failure = toStepError(error);
        log.warn({ ...ref, err: error, detail: (error as MediaError).detail }, 'step threw');
        const delayMs = await engine.fail(ref, failure);
        if (delayMs === null) return;
        await job.moveToDelayed(Date.now() + delayMs, token);
        throw new DelayedError();
      } finally {
        active.delete(controller);
      }
    },
    async left(job) {
      if (!sentBack.delete(job.id!)) return;
      const { runId } = jobPayloadSchema.parse(job.data);
      // If this fails, the reconciler does the same later.
      await engine.tryAdvance(runId);
    },
    isWorking: () => active.size > 0,
    abortRun(runId) {
      for (const [controller, id] of active) if (id === runId) controller.abort(new NoLongerNeeded());
    },
    abortAll() {
      for (const controller of active.keys()) controller.abort(new Stopping());
    },
  };
}

/** Runs an action as soon as Postgres responds, or not at all if the step is aborted. */
async function onceBack(act: () => Promise<void>, signal: AbortSignal): Promise<void> {
  do {
    try {
      return await act();
    } catch (error) {
      if (!isConnectionError(error)) throw error;
      await setTimeout(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
    }
  } while (!signal.aborted);
}

/** Returns how an attempt that threw is named in traces. @param reason why it was aborted, if it was */
function describeEnd(error: unknown, reason: unknown): StepOutcome {
  if (reason instanceof NoLongerNeeded) return { outcome: 'cancelled' };
  if (reason instanceof Stopping || isConnectionError(error)) return { outcome: 'released' };
  if (error instanceof StepError && error.redo.length > 0) return { outcome: 'redone' };
  return { outcome: 'failed', code: toStepError(error).code };
}

/** Returns the creator's message for any error of a step, and whether it is retried. */
function toStepError(error: unknown): StepError {
  if (error instanceof StepError) return error;
  if (error instanceof OverCapError) return new StepError('over_cap', error.message);
  if (error instanceof MediaError) return new StepError(error.code, error.message, { retry: retryOf(error) });
  const retry = 'often';
  if (error instanceof EngineUnavailableError || error instanceof EngineFailedError) {
    return new StepError('engine_failed', error.message, { retry });
  }
  if (isDiskFull(error)) return new StepError('disk_full', new MediaError('disk_full').message, { retry });
  return new StepError('failed', 'Something went wrong on our side.', { retry });
}

/** An ffmpeg that hung or crashed is retried once. */
function retryOf({ code }: MediaError): StepRetry {
  if (FINAL_MEDIA_CODES.includes(code)) return 'never';
  return code === 'disk_full' ? 'often' : 'once';
}
