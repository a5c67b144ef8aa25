import { z } from 'zod';
import { secondsSchema } from './primitives.ts';

/**
 * PATCH /api/projects/{id}/poster: a second of the film, or the objectPath of an uploaded image of this
 * project; `null` restores the film's own image.
 */
export const posterSchema = z.union([
  z.object({ at: secondsSchema.nullable() }).strict(),
  z.object({ image: z.string().max(300) }).strict(),
]);
export type PosterChoice = z.infer<typeof posterSchema>;

/** A signed link; `null` for the film's own image. */
export const posterResultSchema = z.object({ poster: z.string().nullable() });
