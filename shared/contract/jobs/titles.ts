import { z } from 'zod';
import { uuidSchema } from '../primitives.ts';
import { defineJob } from './job.ts';

/** A section's title, or the line under it, that a run translates. */
export const titleToTranslateSchema = z.object({
  sectionId: uuidSchema,
  field: z.enum(['title', 'cardSubtitle']).default('title'),
  text: z.string(),
  /** The language of the texts to translate. */
  translateFrom: z.string(),
});
export type TitleToTranslate = z.infer<typeof titleToTranslateSchema>;

/** Machine translations of all titles of a run's input, in their order. */
export const translateTitles = defineJob({
  name: 'translate-titles',
  queue: 'narrate',
  version: 1,
  // Marks steps with lines under titles, which a worker of an earlier version would treat as titles.
  input: z.object({ subtitles: z.literal(true).optional() }).strict(),
  result: z.object({ texts: z.array(z.string()) }),
  tries: 3,
  stage: 'Translating',
});
