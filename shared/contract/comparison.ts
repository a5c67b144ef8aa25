import { z } from 'zod';
import { uuidSchema } from './primitives.ts';

/** GET /api/projects/{id}/comparison */
export const comparisonSchema = z.object({
  /** Sections most of which another section repeats, in the project's order. */
  repeats: z.array(
    z.object({
      sectionId: uuidSchema,
      /** The section that repeats most of this one. */
      otherId: uuidSchema,
      /** Whether the words or the images are repeated. */
      by: z.enum(['words', 'picture']),
    }),
  ),
  /**
   * The relevance of each section to the words of the search that found the videos, from 0; empty if no
   * section is relevant.
   */
  relevance: z.array(z.object({ sectionId: uuidSchema, score: z.number().min(0) })),
});
export type Comparison = z.infer<typeof comparisonSchema>;
