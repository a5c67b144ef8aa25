import { z } from 'zod';
import { MAX_QUERY, MAX_TEXT, MAX_TITLE } from './limits.ts';
import { uuidSchema } from './primitives.ts';

export const searchSchema = z.strictObject({
  /** The text to find. */
  find: z.string().min(1).max(MAX_QUERY),
  matchCase: z.boolean().default(false),
  /** Whether only whole words match, in any script. */
  wholeWords: z.boolean().default(false),
});
export type TextSearch = z.output<typeof searchSchema>;

/** The fields of a section in which text can be found. */
export const FOUND_IN = ['title', 'text'] as const;
export type FoundIn = (typeof FOUND_IN)[number];
export const FOUND_IN_LIMIT: Record<FoundIn, number> = { title: MAX_TITLE, text: MAX_TEXT };

/** POST /api/projects/{id}/sections/replace */
export const textReplaceSchema = /* @__PURE__ */ searchSchema.extend({
  replacement: z.string().max(MAX_QUERY),
  /** Replaces only this match, `at` in UTF-16 code units of the title or text. Omitted: all matches. */
  only: z
    .strictObject({ sectionId: uuidSchema, in: z.enum(FOUND_IN), at: z.int().min(0).max(MAX_TEXT) })
    .optional(),
});
export type TextReplace = z.output<typeof textReplaceSchema>;

export const textReplacedSchema = z.object({
  replaced: z.int(),
  /** The number of sections with matches. */
  sections: z.int(),
});
