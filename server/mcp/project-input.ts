import { z } from 'zod';
import { languageSchema, uuidSchema } from '#contract/primitives.ts';

/** The input of tools about the film of a project. */
export const projectInput = {
  projectId: uuidSchema,
  language: languageSchema.default('en').describe('The language of the film.'),
};

/** A page of a list. */
export const offsetInput = z.int().min(0).max(10_000).default(0);
