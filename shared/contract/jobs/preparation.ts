import { z } from 'zod';
import { videoIdSchema } from '../videos.ts';
import { defineJob, ms } from './job.ts';

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
