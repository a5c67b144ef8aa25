import { z } from 'zod';
import { languageCodeSchema, timestampSchema, uuidSchema } from './primitives.ts';

/**
 * Every kind of run; what each does is a file in shared/core/runs/kinds. `processing` makes sections of videos, `generation`
 * a film of sections. `preparation` makes media ready for the page: uploads, and the videos of imported projects. `publishing` sends a film,
 * or a file of the user's, to their channel. Both cost nothing.
 */
export const RUN_KINDS = ['processing', 'generation', 'preparation', 'publishing'] as const;
export type RunKind = (typeof RUN_KINDS)[number];
export const RUN_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export const runStatusSchema = z.enum(RUN_STATUSES);
export type RunStatus = z.infer<typeof runStatusSchema>;

/** One attempt at processing or generation, as every screen and event sees it. */
export const runSchema = z.object({
  id: uuidSchema,
  kind: z.enum(RUN_KINDS),
  /** Null when a file goes to the channel that is of no project. */
  projectId: z.nullable(uuidSchema),
  /** That of the file on the channel, without a project. */
  projectTitle: z.string(),
  language: languageCodeSchema.nullable(),
  status: runStatusSchema,
  /** 0 to 100 with three decimals; never goes back, and moves at least every 5 s while a step is worked on. */
  percentage: z.number().min(0).max(100),
  /** What is being done now, in words for the page. */
  stage: z.string(),
  /** What is done in it now, such as "Scanning 2:10 of 8:30"; in the end what came of it. */
  message: z.string(),
  errorCode: z.string().nullable(),
  /** The section that a film could not be made of; null when it failed for another reason. */
  failedSectionId: uuidSchema.nullable(),
  /** Range of the seconds still to go, from this installation's own history; null when unknown. */
  estimate: z.object({ low: z.number(), high: z.number() }).nullable(),
  steps: z.object({ done: z.int(), total: z.int(), reused: z.int() }),
  /** Grows with every change: an older snapshot never replaces a newer one. */
  version: z.int(),
  createdAt: timestampSchema,
  finishedAt: timestampSchema.nullable(),
});
export type Run = z.infer<typeof runSchema>;
