import { z } from 'zod';
import { languageCodeSchema, uuidSchema } from '../primitives.ts';
import { timeBudgetSchema } from '../excerpt.ts';
import { defineJob } from './job.ts';
import { titleToTranslateSchema } from './titles.ts';

/** runs.input of a translation: the texts as they were when it started. */
export const translationInputSchema = z.object({
  /** The target language. */
  language: languageCodeSchema,
  sections: z.array(
    z.object({
      sectionId: uuidSchema,
      text: z.string(),
      /** The text's language. */
      translateFrom: z.string(),
      /** The length limit of its translation, if the translator supports one; otherwise absent. */
      budget: timeBudgetSchema.optional(),
    }),
  ),
  titles: titleToTranslateSchema.array().default([]),
});
export type TranslationInput = z.infer<typeof translationInputSchema>;

/** The result of a translation: how many texts were translated. */
export const finishTranslation = defineJob({
  name: 'finish-translation',
  queue: 'assemble',
  version: 1,
  input: z.object({}).strict(),
  result: z.object({ translated: z.int() }),
  tries: 3,
  stage: 'Translating',
});
