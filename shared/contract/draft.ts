import { z } from 'zod';
import { FILM_STYLE_OF_VIDEOS, filmStyleIdSchema } from './film-styles.ts';
import { musicMoodSchema } from './found-music.ts';
import { MAX_QUERY } from './limits.ts';
import { ALL_MATERIAL, DRAFT_MINUTES } from './draft-lengths.ts';
import { languageSchema } from './primitives.ts';

/**
 * A film drafted from videos: about these words, if any, and of at most this length, or of all usable
 * material.
 */
export const draftRequestSchema = z
  .object({
    words: z.string().trim().min(1).max(MAX_QUERY).optional(),
    minutes: z.literal([...DRAFT_MINUTES, ALL_MATERIAL]),
  })
  .strict();
export type DraftRequest = z.infer<typeof draftRequestSchema>;

/** The film that is generated as soon as a processing has created its sections. */
export const followingFilmSchema = z
  .object({
    language: languageSchema.default('en'),
    style: filmStyleIdSchema.default(FILM_STYLE_OF_VIDEOS),
    /** Draws captions into the video, whether or not the style does. */
    captions: z.boolean().default(true),
    /** The mood of its music; without it, the film has no music. */
    music: musicMoodSchema.optional(),
  })
  .strict();
export type FollowingFilm = z.infer<typeof followingFilmSchema>;

/** Explains a drafted film, until its creator dismisses it. */
export const draftSchema = z.object({
  /** The length of the film, and the reason for it. */
  sentence: z.string(),
  /** The reason for each section, in the order of the film. */
  reasons: z.array(z.object({ title: z.string(), why: z.string() })),
});
export type Draft = z.infer<typeof draftSchema>;
