import { z } from 'zod';
import { uuidSchema } from '../primitives.ts';
import { videoIdSchema } from '../videos.ts';
import { defineJob, ms } from './job.ts';

/** runs.input of a preparation. */
export const preparationInputSchema = z.object({
  videoIds: z.array(videoIdSchema),
  /** True when it makes sections of them, as a processing does. */
  sections: z.boolean().default(false),
  /** Runs with the same one are done one after another, and count as one of their user's. */
  importId: uuidSchema.optional(),
});
export type PreparationInput = z.infer<typeof preparationInputSchema>;

export const preparedVideoSchema = z.object({
  videoId: videoIdSchema,
  /** Keys of the artifacts that preview and film are built from. */
  fetchKey: z.string(),
  scanKey: z.string(),
  durationMs: ms,
});
export type PreparedVideo = z.infer<typeof preparedVideoSchema>;

/** The goal of a preparation: the videos that came through. */
export const finishPreparation = defineJob({
  name: 'finish-preparation',
  queue: 'assemble',
  version: 1,
  input: z.object({ videoIds: z.array(videoIdSchema) }).strict(),
  result: z.object({ videos: z.array(preparedVideoSchema) }),
  tries: 3,
  stage: 'Preparing media',
});
