import { z } from 'zod';
import { MAX_LINK, MAX_QUERY } from './limits.ts';
import { timestampSchema, uuidSchema } from './primitives.ts';

/** The site on which a video was found. The registry of sources decides which are configured. */
export const videoIdSchema = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\w.~-]+$/);

export const videoSchema = z.object({
  id: videoIdSchema,
  title: z.string(),
  description: z.string().nullable(),
  thumbnail: z.string(),
  /** The duration, in seconds; 0 if the source does not state it. */
  duration: z.number().min(0),
  source: z.string(),
  sourceId: z.string(),
  /**
   * A strip of HIT_PREVIEW_PICTURES stills side by side, 16:9 each; absent if its media are not on this
   * server.
   */
  preview: z.optional(z.nullable(z.string())),
  views: z.string(),
  channel: z.string(),
  /** The licence that its source states, such as "CC BY 4.0"; `null` if it states none. */
  license: z.optional(z.nullable(z.string())),
  createdAt: timestampSchema.nullable(),
  userId: uuidSchema.nullable(),
});
export type Video = z.infer<typeof videoSchema>;

/** The number of stills in a video's preview, spread over its length. */
export const HIT_PREVIEW_PICTURES = 8;

export const SEARCH_PAGE_SIZE = 10;
export const durationFilterSchema = z.enum(['short', 'medium', 'long']);
export type DurationFilter = z.infer<typeof durationFilterSchema>;

/** Upper bounds in seconds: short is under 4 minutes, medium 4-20, long over 20. */
export const DURATION_BOUNDS: Record<DurationFilter, { min: number; max: number }> = {
  short: { min: 0, max: 240 },
  medium: { min: 240, max: 1200 },
  long: { min: 1200, max: Number.POSITIVE_INFINITY },
};

/**
 * `reusable`: videos whose licence permits changed copies in any film. `credit`: those of them whose licence also
 * requires attribution.
 */
export const licenseFilterSchema = z.enum(['reusable', 'credit']);
export type LicenseFilter = z.infer<typeof licenseFilterSchema>;

/** GET /api/videos/search; the response is an array of videos. */
export const searchQuerySchema = z.object({
  query: z.string().trim().min(1).max(MAX_QUERY),
  page: z.coerce.number().int().min(1).max(1000).default(1),
  limit: z.coerce.number().int().min(1).max(50).default(SEARCH_PAGE_SIZE),
  duration: durationFilterSchema.optional(),
  source: z.string().max(40).optional(),
  license: licenseFilterSchema
    .optional()
    .describe(
      'reusable: only videos whose licence permits changed copies in any film; credit: those of them that need a credit.',
    ),
});
export type SearchQuery = z.infer<typeof searchQuerySchema>;

/** A source that failed. The message is a sentence for the page, which shows the source's name. */
export interface SourceFailure {
  source: string;
  message: string;
}

const linkUrlSchema = z.string().trim().min(1).max(MAX_LINK);

/** POST /api/videos/extract; the response is a video. */
export const extractRequestSchema = z.object({ url: linkUrlSchema }).strict();

/**
 * `details` of the error for a refused link: whether links of pages are refused because yt-dlp is not
 * installed.
 */
export const refusedLinkSchema = z.object({ noPages: z.boolean() });
export type RefusedLink = z.infer<typeof refusedLinkSchema>;

/** A card that the page created from a URL: the URL, and the page's ID for it. */
export const linkSchema = z.object({
  id: videoIdSchema.startsWith('manual_', "The id of a link begins with 'manual_'."),
  url: linkUrlSchema,
});
export type Link = z.infer<typeof linkSchema>;
