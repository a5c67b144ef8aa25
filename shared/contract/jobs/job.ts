import { z } from 'zod';
import { uuidSchema } from '../primitives.ts';

/** Queues are divided by the resource they need, so that an operator can scale each. */
export const QUEUES = [
  'fetch',
  'scan',
  'transcribe',
  'assemble',
  'narrate',
  'render',
  'publish',
  'check',
  'proxy',
] as const;
export type QueueName = (typeof QUEUES)[number];

/**
 * The payload of every job in Redis: a step of a run. Everything else is in Postgres. Further fields from a
 * node of another version are ignored.
 */
export const jobPayloadSchema = z.object({ runId: uuidSchema, step: z.string().regex(/^[a-z0-9-]+$/) });

export interface JobDefinition<Name extends string, Input extends z.ZodType, Result extends z.ZodType> {
  /** Verb-noun in kebab-case. */
  name: Name;
  queue: QueueName;
  /**
   * Version of the job, part of its artifact keys.
   * Increase it when the same input gives a different output.
   */
  version: number;
  /** run_steps.input: parsed when the step is planned and again when it starts. */
  input: Input;
  /** The artifact's data. */
  result: Result;
  /** The maximum number of attempts of a step before its failure is final. */
  tries: number;
  /** The stage that the page shows while this job runs. */
  stage: string;
}

export function defineJob<Name extends string, Input extends z.ZodType, Result extends z.ZodType>(
  definition: JobDefinition<Name, Input, Result>,
): JobDefinition<Name, Input, Result> {
  return definition;
}
