import { z } from 'zod';
import { languageCodeSchema, timestampSchema, uuidSchema } from './primitives.ts';
import { RUN_KINDS } from './run-kinds.ts';

export const RUN_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export const runStatusSchema = z.enum(RUN_STATUSES);
export type RunStatus = z.infer<typeof runStatusSchema>;

/**
 * The state of the film that follows a processing: `planned` until the sections exist, then `started`, or
 * `refused` with the reason among the project's notices.
 */
export const FILM_STATES = ['planned', 'started', 'refused'] as const;
export type FilmState = (typeof FILM_STATES)[number];

/** A run, as all screens and events receive it. */
export const runSchema = z.object({
  id: uuidSchema,
  kind: z.enum(RUN_KINDS),
  /** `null` for a file sent to the channel without a project. */
  projectId: z.nullable(uuidSchema),
  /** The project title, or the title on the channel of a file without a project. */
  projectTitle: z.string(),
  language: languageCodeSchema.nullable(),
  status: runStatusSchema,
  /** 0 to 100 with three decimals. It never falls, and rises at least every 5 s while a step is running. */
  percentage: z.number().min(0).max(100),
  /** The current stage, worded for the page. */
  stage: z.string(),
  /** Details of the stage, such as "Scanning 2:10 of 8:30"; at the end, the result. */
  message: z.string(),
  errorCode: z.string().nullable(),
  /** Whether a retry can help; `false` for a failed run whose files can never be used. */
  retryable: z.boolean().default(true),
  /** Absent for a run that is not followed by a film. */
  film: z.enum(FILM_STATES).optional(),
  /** The section that made a film fail; `null` if it failed for another reason. */
  failedSectionId: uuidSchema.nullable(),
  /** The range of the seconds left, from this installation's history; `null` if unknown. */
  estimate: z.object({ low: z.number(), high: z.number() }).nullable(),
  steps: z.object({ done: z.int(), total: z.int(), reused: z.int() }),
  /** Increases with every change: an older snapshot never replaces a newer one. */
  version: z.int(),
  createdAt: timestampSchema,
  finishedAt: timestampSchema.nullable(),
});
export type Run = z.infer<typeof runSchema>;
