import type { Run } from '#contract/runs.ts';

/** A successful request that started, cancelled or retried a run. */
export interface TracedRequest {
  /** The request's ID in the log. */
  id: string;
  runId: string;
  method: string;
  /** The pattern of its path. */
  route: string;
  status: number;
  /** How long it took until now, in ms. */
  ms: number;
}

/** One attempt of a worker at a step. */
export interface TracedStep {
  runId: string;
  key: string;
  job: string;
  tries: number;
  losses: number;
  queuedAt: Date | null;
}

/** How an attempt ended: `code` is that of its error, `reused` whether its artifact existed. */
export interface StepOutcome {
  outcome: 'done' | 'failed' | 'released' | 'redone' | 'cancelled';
  reused?: boolean;
  code?: string;
}

/**
 * Sends runs as traces to the operator's collector. The trace's ID is the run's, and the span of the run is
 * the parent of its requests and steps, so nodes need not pass on anything. None of the functions throws or
 * waits for the collector.
 */
export interface Tracing {
  recordRequest(request: TracedRequest): void;
  /** Records the span of a run that has ended. */
  recordRun(
    run: Pick<Run, 'id' | 'kind' | 'status' | 'errorCode' | 'createdAt' | 'finishedAt' | 'steps'>,
  ): void;
  /** Records in the trace of a processing that the run of its film started. */
  recordFilm(processingId: string, runId: string): void;
  /** Runs an attempt as a span, whose children are its calls to programs and servers. */
  traceStep<T extends { reused: boolean }>(
    step: TracedStep,
    work: () => Promise<T>,
    outcomeOf: (error: unknown) => StepOutcome,
  ): Promise<T>;
  /** Sends the spans that still wait, for a few seconds at most. */
  close(): Promise<void>;
}
