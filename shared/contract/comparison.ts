import { z } from 'zod';
import { uuidSchema } from './primitives.ts';

/** GET /api/projects/{id}/comparison */
export const comparisonSchema = z.object({
  /** Sections most of which another one has too, in the project's order. */
  repeats: z.array(
    z.object({
      sectionId: uuidSchema,
      /** The one that has most of it. */
      otherId: uuidSchema,
      /** What of it the other one has. */
      by: z.enum(['words', 'picture']),
    }),
  ),
  /** How much each section says of the project's title, from 0; empty when none says anything of it. */
  relevance: z.array(z.object({ sectionId: uuidSchema, score: z.number().min(0) })),
});
export type Comparison = z.infer<typeof comparisonSchema>;
