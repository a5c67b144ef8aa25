import { z } from 'zod';
import { generationPlanQuerySchema } from './generation.ts';
import { ms } from './jobs/job.ts';
import { uuidSchema } from './primitives.ts';

/** GET /api/projects/{id}/film-preview: the film that would be generated with these options. */
export const filmPreviewQuerySchema = generationPlanQuerySchema.omit({ credits: true });

/** What a section sounds like and says in the film, for a player that has its picture. Times from its start. */
export const filmPartSchema = z.object({
  sectionId: uuidSchema,
  /** From the loudness of its own sound to the film's. */
  gainDb: z.number(),
  /** Null where nothing is narrated. */
  narration: z.nullable(
    z.object({
      /** A WAV file; the link lives for an hour. Null until it is recorded. */
      url: z.nullable(z.string()),
      /** How fast the recording is played. */
      tempo: z.number(),
      /** The own sound under it, in dB beside `gainDb`. */
      underDb: z.number(),
      /** When the voice speaks. */
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

/** In the film's order; a section whose media are not here yet is left out. */
export const filmPreviewSchema = z.object({ parts: filmPartSchema.array() });
