import { z } from 'zod';
import { languageCodeSchema, languageSchema, timestampSchema, uuidSchema } from './primitives.ts';
import { uploadOffsetSchema } from './uploads.ts';

/** POST /api/youtube/auth: the consent page, or that the channel is already connected. */
export const channelAuthSchema = z.union([
  z.object({ authUrl: z.url() }),
  z.object({ connected: z.literal(true) }),
]);
export type ChannelAuth = z.infer<typeof channelAuthSchema>;

/** The longest title that YouTube accepts. */
export const MAX_CHANNEL_TITLE = 100;
/** YouTube's description limit, in bytes of UTF-8. The excess is removed when it is sent. */
export const MAX_CHANNEL_DESCRIPTION = 5000;
export const NOT_CONNECTED_TITLE = 'YouTube Not Connected';
export const NOT_CONNECTED = 'Please connect your YouTube account in settings first.';

const channelTitleSchema = z
  .string()
  .trim()
  .min(1, 'Please enter a title.')
  .max(MAX_CHANNEL_TITLE, `YouTube titles can have up to ${MAX_CHANNEL_TITLE} characters.`);
const channelDescriptionSchema = z
  .string()
  .trim()
  .max(MAX_CHANNEL_DESCRIPTION, `YouTube descriptions can have up to ${MAX_CHANNEL_DESCRIPTION} characters.`);

/** The fields beside the file in POST /api/youtube/upload; the response is a video. */
export const channelUploadFieldsSchema = z
  .object({ title: channelTitleSchema, description: z.optional(channelDescriptionSchema) })
  .strict();
export type ChannelUploadFields = z.infer<typeof channelUploadFieldsSchema>;

/**
 * POST /api/youtube/upload with the `uploadId` of a file that was sent before (POST /api/videos/upload) has no
 * file. A form with a file can be resumed too: GET /api/youtube/upload/{uploadId} returns how many bytes
 * arrived, and the next form sends the rest with that number as `offset`.
 */
export const channelUploadQuerySchema = z.object({
  uploadId: z.optional(uuidSchema),
  offset: uploadOffsetSchema,
});

export const PRIVACIES = ['private', 'unlisted', 'public'] as const;
export const privacySchema = z.enum(PRIVACIES);
export type Privacy = z.infer<typeof privacySchema>;

/** YouTube's limit for all tags of a video: their letters, a comma between two, and quotes around spaces. */
export const MAX_CHANNEL_TAGS = 500;

/** Returns how much of YouTube's limit these tags need. */
export const tagsLength = (tags: readonly string[]): number =>
  tags.reduce((sum, tag) => sum + tag.length + (tag.includes(' ') ? 2 : 0), Math.max(0, tags.length - 1));

const channelTagsSchema = z
  .array(
    z
      .string()
      .trim()
      .min(1)
      .max(100)
      .regex(/^[^<>,"\0\p{Cs}]*$/u, 'Tags cannot contain <, >, commas or quotes.'),
  )
  .max(100)
  .refine((tags) => tagsLength(tags) <= MAX_CHANNEL_TAGS, {
    message: `YouTube tags can have up to ${MAX_CHANNEL_TAGS} characters in total.`,
  });

/**
 * POST /api/projects/{id}/publish. Omitted fields have the defaults of the GET call. `force` publishes the
 * same film again.
 */
export const publishRequestSchema = z
  .object({
    title: z.optional(channelTitleSchema),
    description: z.optional(channelDescriptionSchema),
    privacy: z.prefault(privacySchema, 'private'),
    /** When YouTube makes a private video public. */
    publishAt: z.optional(timestampSchema),
    tags: z.optional(channelTagsSchema),
    /** Whether the video is declared to contain altered or synthetic content. */
    containsSyntheticMedia: z.optional(z.boolean()),
    language: z.prefault(languageSchema, 'en'),
    force: z.prefault(z.boolean(), false),
  })
  .strict()
  .refine(({ privacy, publishAt }) => publishAt === undefined || privacy === 'private', {
    message: 'Only a private video can become public later.',
  });
export type PublishRequest = z.output<typeof publishRequestSchema>;

export const publishQuerySchema = z.object({ language: z.prefault(languageSchema, 'en') });

/** GET /api/projects/{id}/publish: the defaults for publishing a film. */
export const publishProposalSchema = z.object({
  title: z.string(),
  description: z.string(),
  /** Whether the film has a synthetic voice. */
  containsSyntheticMedia: z.boolean(),
});
export type PublishProposal = z.infer<typeof publishProposalSchema>;

/** A film on the channel. */
export const publicationSchema = z.object({
  runId: uuidSchema,
  language: languageCodeSchema,
  title: z.string(),
  privacy: privacySchema,
  /** When YouTube makes it public; `null` if it is not scheduled. */
  publishAt: z.nullable(timestampSchema),
  url: z.string(),
  publishedAt: timestampSchema,
  /** Whether no newer film was made in this language. */
  isNewest: z.boolean(),
});
export type Publication = z.infer<typeof publicationSchema>;
