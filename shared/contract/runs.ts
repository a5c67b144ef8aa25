import { z } from 'zod';
import { languageCodeSchema, timestampSchema, uuidSchema } from './primitives.ts';

/**
 * Every kind of run; each is a file in shared/core/runs/kinds. `processing` makes sections of videos, `generation` a
 * film of sections. `preparation` prepares media for the page: uploads, and the videos of imported projects.
 * `publishing` sends a film, or a user's file, to their channel. `translation` translates the texts of a project.
 * `listening` records the narration of one section, to be heard before its film is made. `checking` looks for faults in a
 * finished film. `hearing` hears a video's speech again in another language. `previewing` makes the proxy of one video
 * whose sections exist. `framing` finds the faces that a framing follows. All but the first cost nothing.
 */
export const RUN_KINDS = [
  'processing',
  'generation',
  'preparation',
  'publishing',
  'translation',
  'listening',
  'checking',
  'hearing',
  'previewing',
  'framing',
] as const;
export type RunKind = (typeof RUN_KINDS)[number];
export const RUN_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export const runStatusSchema = z.enum(RUN_STATUSES);
export type RunStatus = z.infer<typeof runStatusSchema>;

/**
 * The film that follows a processing: to be started once its sections exist, started, or refused, for a reason that is
 * among the project's notices.
 */
export const FILM_STATES = ['planned', 'started', 'refused'] as const;
export type FilmState = (typeof FILM_STATES)[number];

/** A run, as every screen and event sees it. */
export const runSchema = z.object({
  id: uuidSchema,
  kind: z.enum(RUN_KINDS),
  /** Null for a file sent to the channel without a project. */
  projectId: z.nullable(uuidSchema),
  /** Of a file without a project, its title on the channel. */
  projectTitle: z.string(),
  language: languageCodeSchema.nullable(),
  status: runStatusSchema,
  /** 0 to 100 with three decimals; never falls, and rises at least every 5 s while a step is under way. */
  percentage: z.number().min(0).max(100),
  /** The current stage, in words for the page. */
  stage: z.string(),
  /** Details of the stage, such as "Scanning 2:10 of 8:30"; at the end, the result. */
  message: z.string(),
  errorCode: z.string().nullable(),
  /** False for a failed run whose files can never be used: starting it again cannot help. */
  retryable: z.boolean().default(true),
  /** Absent for a run that no film follows. */
  film: z.enum(FILM_STATES).optional(),
  /** The section that made a film fail; null when it failed for another reason. */
  failedSectionId: uuidSchema.nullable(),
  /** Range of the seconds left, from this installation's history; null when unknown. */
  estimate: z.object({ low: z.number(), high: z.number() }).nullable(),
  steps: z.object({ done: z.int(), total: z.int(), reused: z.int() }),
  /** Rises with every change: an older snapshot never replaces a newer one. */
  version: z.int(),
  createdAt: timestampSchema,
  finishedAt: timestampSchema.nullable(),
});
export type Run = z.infer<typeof runSchema>;
