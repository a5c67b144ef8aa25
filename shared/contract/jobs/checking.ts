import { z } from 'zod';
import { checkResultSchema } from '../film-check.ts';
import { languageCodeSchema, uuidSchema, ms } from '../primitives.ts';
import { defineJob } from './job.ts';

/** runs.input of a check. */
export const checkingInputSchema = z.object({
  language: languageCodeSchema,
  /** The film's artifact, and the generation that made it. */
  artifactKey: z.string(),
  generationId: uuidSchema,
  /** The approximate length, for estimating the work. */
  durationMs: ms,
});
export type CheckingInput = z.infer<typeof checkingInputSchema>;

/** Inspects the video and audio of a finished film. */
export const checkFilm = defineJob({
  name: 'check-film',
  queue: 'check',
  version: 3,
  input: z.object({}).strict(),
  result: checkResultSchema,
  tries: 2,
  stage: 'Checking the film',
});
