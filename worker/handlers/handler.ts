import type { z } from 'zod';
import type { JobName, JOBS } from '#contract/jobs/all.ts';
import type { Logger } from '#core/lib/logger.ts';
import type { Backend } from '#core/backend.ts';
import type { RunRow } from '#core/repositories/runs/run-steps.ts';
import type { MachineEncoder } from '../encoders/machine-encoder.ts';
import type { Engines } from '../engine-set/engine-set.ts';

export interface StepContext<Name extends JobName> {
  backend: Backend;
  engines: Engines;
  encoder: MachineEncoder;
  run: RunRow;
  input: z.output<(typeof JOBS)[Name]['input']>;
  /** Artifact keys of the dependencies by step key; `null` for failed ones. */
  dependencies: Record<string, string | null>;
  signal: AbortSignal;
  /** Reports the completed part, 0 to 1, and the current message, such as "Scanning 2:10 of 8:30". */
  report(fraction: number, detail?: string): void;
  log: Logger;
}

/** A build rule. Computes the artifact's key, and makes the artifact if it does not exist. */
export type Handler<Name extends JobName> = (
  context: StepContext<Name>,
) => Promise<{ key: string; reused: boolean }>;

export type Handlers = { [Name in JobName]: Handler<Name> };
