import { z } from 'zod';
import { generationPlanQuerySchema } from './generation.ts';
import { ms, uuidSchema } from './primitives.ts';

/** GET /api/projects/{id}/film-preview: the film that would be generated with these options. */
export const filmPreviewQuerySchema = generationPlanQuerySchema.omit({ credits: true });

/**
 * The audio and captions of a section in the film, for a player that has its video. Times are from its start.
 */
export const filmPartSchema = z.object({
  sectionId: uuidSchema,
  /** The gain from the loudness of the section's own audio to the film's. */
  gainDb: z.number(),
  /** `null` if nothing is narrated. */
  narration: z.nullable(
    z.object({
      /** A WAV file; the link is valid for an hour. `null` until it is recorded. */
      url: z.nullable(z.string()),
      /** The playback speed of the recording. */
      tempo: z.number(),
      /** The gain of the section's own audio under the narration, in dB, added to `gainDb`. */
      underDb: z.number(),
      /** When the voice is speaking. */
      spoken: z.object({ startMs: ms, endMs: ms }).array(),
    }),
  ),
  /** Estimated until the narration is recorded. */
  cues: z
    .object({
      startMs: ms,
      endMs: ms,
      lines: z.string().array(),
      /** When each word of the lines is spoken. */
      words: z.object({ startMs: ms, endMs: ms }).array(),
    })
    .array(),
});
export type FilmPart = z.infer<typeof filmPartSchema>;

/** In the film's order. A section whose media are not ready is left out. */
export const filmPreviewSchema = z.object({ parts: filmPartSchema.array() });
