import { z } from 'zod';
import { FILM_STYLE_OF_VIDEOS, filmStyleIdSchema } from './film-styles.ts';
import { musicMoodSchema } from './found-music.ts';
import { MAX_QUERY } from './limits.ts';
import { ALL_MATERIAL, DRAFT_MINUTES } from './material.ts';
import { languageSchema } from './primitives.ts';

/** A film that is drafted from videos: about these words, if any, and at most so long, or of all usable material. */
export const draftWishSchema = z
  .object({
    words: z.string().trim().min(1).max(MAX_QUERY).optional(),
    minutes: z.literal([...DRAFT_MINUTES, ALL_MATERIAL]),
  })
  .strict();
export type DraftWish = z.infer<typeof draftWishSchema>;

/** The film that is generated as soon as a processing has made its sections. */
export const followingFilmSchema = z
  .object({
    language: languageSchema.default('en'),
    style: filmStyleIdSchema.default(FILM_STYLE_OF_VIDEOS),
    /** Draws captions into the picture, whether or not the style does. */
    captions: z.boolean().default(true),
    /** The mood of its music; omitted, it has none. */
    music: musicMoodSchema.optional(),
  })
  .strict();
export type FollowingFilm = z.infer<typeof followingFilmSchema>;

/** Why a drafted film is as it is, until its creator dismisses it. */
export const draftSchema = z.object({
  /** How long it became, and why. */
  sentence: z.string(),
  /** Why each section was chosen, in the order of the film. */
  reasons: z.array(z.object({ title: z.string(), why: z.string() })),
});
export type Draft = z.infer<typeof draftSchema>;
