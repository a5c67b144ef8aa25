import { z } from 'zod';
import { spokenLanguageSchema, uuidSchema, ms } from '../primitives.ts';
import { videoIdSchema } from '../videos.ts';
import { defineJob } from './job.ts';

/** runs.input of a preparation. */
export const preparationInputSchema = z.object({
  videoIds: z.array(videoIdSchema),
  /** Whether it creates sections of them, like a processing. */
  sections: z.boolean().default(false),
  /** The languages spoken in the videos of those sections, by video ID; detected for the others. */
  spoken: z.record(videoIdSchema, spokenLanguageSchema).optional(),
  /** Runs of the same import run one after another, and count as one run of their user. */
  importId: uuidSchema.optional(),
});
export type PreparationInput = z.infer<typeof preparationInputSchema>;

export const preparedVideoSchema = z.object({
  videoId: videoIdSchema,
  /** Keys of the artifacts that the preview and the film use. */
  fetchKey: z.string(),
  scanKey: z.string(),
  durationMs: ms,
});
export type PreparedVideo = z.infer<typeof preparedVideoSchema>;

/** The result of a preparation: the videos that succeeded. */
export const finishPreparation = defineJob({
  name: 'finish-preparation',
  queue: 'assemble',
  version: 1,
  input: z.object({ videoIds: z.array(videoIdSchema) }).strict(),
  result: z.object({ videos: z.array(preparedVideoSchema) }),
  tries: 3,
  stage: 'Preparing media',
});
