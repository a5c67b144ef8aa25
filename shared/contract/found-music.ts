import { z } from 'zod';
import { MAX_QUERY } from './limits.ts';
import { MUSIC_MOODS, MUSIC_TERMS } from './music-moods.ts';
import { secondsSchema } from './primitives.ts';

export const musicMoodSchema = z.enum(MUSIC_MOODS);

/** The last page of a search for music. */
const LAST_PAGE = 50;

/** GET /api/music/search: words, a mood, or both. */
export const musicSearchQuerySchema = z
  .object({
    query: z.string().trim().max(MAX_QUERY).default(''),
    mood: musicMoodSchema.optional(),
    page: z.coerce.number().int().min(1).max(LAST_PAGE).default(1),
  })
  .refine(({ query, mood }) => query !== '' || mood !== undefined, {
    message: 'Enter a word or choose a mood.',
  });
export type MusicSearchQuery = z.infer<typeof musicSearchQuerySchema>;

/** Identifies a piece of music at its source. */
export const musicNameSchema = z.object({
  source: z.string().min(1).max(40),
  /** The source's own ID. An ID of the Internet Archive is a path. */
  id: z.string().min(1).max(400),
});
export type MusicName = z.infer<typeof musicNameSchema>;

export const foundMusicSchema = musicNameSchema.extend({
  title: z.string(),
  /** "Unknown artist" if the source has none. */
  artist: z.string(),
  license: z.object({ name: z.string(), url: z.string(), terms: z.array(z.enum(MUSIC_TERMS)) }),
  /** The length of the whole file; 0 if the source does not state it. */
  duration: secondsSchema,
  /** The name on the page, such as "Internet Archive". */
  sourceName: z.string(),
  /** The page of this music, with http or https. */
  page: z.string(),
  /** A path on this server that plays the beginning of the music. */
  listenUrl: z.string(),
});
export type FoundMusic = z.infer<typeof foundMusicSchema>;

/** The source of the error if an installation has no source of music. */
export const NO_SOURCE = 'all';

export const musicSearchResultSchema = z.object({
  tracks: z.array(foundMusicSchema),
  /** Whether any source has another page. */
  more: z.boolean(),
  /** The sources that failed, each with a sentence. */
  errors: z.array(z.object({ source: z.string(), message: z.string() })),
});
export type MusicSearchResult = z.infer<typeof musicSearchResultSchema>;
