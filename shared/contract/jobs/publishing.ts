import { z } from 'zod';
import { privacySchema } from '../channel.ts';
import { defineJob } from './job.ts';

/** runs.input of a publishing: a file that is here, and what it is called on the channel. */
export const publishingInputSchema = z.object({
  /** A film, or what a creator sent for the channel. */
  of: z.enum(['film', 'upload']),
  artifactKey: z.string(),
  /** The one that it goes to; another one that is connected meanwhile never gets it. */
  channelId: z.string(),
  title: z.string(),
  description: z.string(),
  privacy: privacySchema,
  /** ISO 639-1; null when nobody said. */
  language: z.nullable(z.string()),
});
export type PublishingInput = z.infer<typeof publishingInputSchema>;

/** Sends a file to the channel, from the byte on that is missing there. */
export const publishVideo = defineJob({
  name: 'publish-video',
  queue: 'publish',
  version: 1,
  input: z.object({}).strict(),
  result: z.object({ youtubeId: z.string() }),
  tries: 8,
  stage: 'Uploading to YouTube',
});
