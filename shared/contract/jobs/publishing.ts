import { z } from 'zod';
import { privacySchema } from '../channel.ts';
import { timestampSchema } from '../primitives.ts';
import { defineJob } from './job.ts';

/** runs.input of a publishing: a stored file, and its title and description on the channel. */
export const publishingInputSchema = z.object({
  /** A film, or a file that a creator uploaded for the channel. */
  of: z.enum(['film', 'upload']),
  artifactKey: z.string(),
  /** The target channel. A channel that is connected later never receives the file. */
  channelId: z.string(),
  title: z.string(),
  description: z.string(),
  privacy: privacySchema,
  /** When YouTube makes it public; absent if it is not scheduled. */
  publishAt: timestampSchema.optional(),
  /** Absent without tags. */
  tags: z.string().array().optional(),
  /** Absent if it is declared to contain none. */
  containsSyntheticMedia: z.literal(true).optional(),
  /** ISO 639-1; `null` if unknown. */
  language: z.nullable(z.string()),
});
export type PublishingInput = z.infer<typeof publishingInputSchema>;

/** Sends a file to the channel, starting at the first byte that is missing there. */
export const publishVideo = defineJob({
  name: 'publish-video',
  queue: 'publish',
  version: 1,
  input: z.object({}).strict(),
  result: z.object({ youtubeId: z.string() }),
  tries: 8,
  stage: 'Uploading to YouTube',
});
