import { z } from 'zod';
import { privacySchema } from '../channel.ts';
import { languageCodeSchema, timestampSchema } from '../primitives.ts';
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
  /** The stored image that becomes the thumbnail; absent without one. */
  poster: z.string().optional(),
  /** The languages of the subtitles; absent without any. */
  captions: languageCodeSchema.array().optional(),
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

/** Sends the film's poster as the video's thumbnail. */
export const setThumbnail = defineJob({
  name: 'set-thumbnail',
  queue: 'publish',
  version: 1,
  input: z.object({}).strict(),
  result: z.object({}),
  tries: 4,
  stage: 'Adding the thumbnail',
});

/** Adds the film's subtitles in one language to the video. */
export const addCaptions = defineJob({
  name: 'add-captions',
  queue: 'publish',
  version: 1,
  input: z.object({ language: languageCodeSchema }).strict(),
  result: z.object({}),
  tries: 4,
  stage: 'Adding subtitles',
});

/** Ends a publishing with additions, whether or not YouTube accepted them. */
export const finishPublishing = defineJob({
  name: 'finish-publishing',
  queue: 'publish',
  version: 1,
  input: z.object({}).strict(),
  result: z.object({}),
  tries: 8,
  stage: 'Finishing',
});
