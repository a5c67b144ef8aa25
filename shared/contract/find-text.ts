import { z } from 'zod';
import { splitLetters, type TextPlace } from './letters.ts';
import { MAX_QUERY, MAX_TEXT, MAX_TITLE } from './limits.ts';
import { normalise } from './normalise.ts';
import { uuidSchema } from './primitives.ts';

export const searchSchema = z.strictObject({
  /** The text to find. */
  find: z.string().min(1).max(MAX_QUERY),
  matchCase: z.boolean().default(false),
  /** Only whole words, of any script. */
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

const OF_WORD = /[\p{L}\p{M}\p{N}_]/u;

/** Returns the letters of a text for comparison, and where each begins and ends. */
function lettersOf(text: string, matchCase: boolean): (TextPlace & { letter: string })[] {
  return splitLetters(text).map(({ from, to }) => {
    const written = text.slice(from, to);
    const whole = /^\s$/u.test(written) ? ' ' : normalise(written, 'NFC');
    return { letter: matchCase ? whole : whole.toLowerCase(), from, to };
  });
}

/** Returns all matches in a text, without overlaps. A letter matches with all of its marks or not at all. */
export function findInText(text: string, { find, matchCase, wholeWords }: TextSearch): TextPlace[] {
  const wanted = lettersOf(find, matchCase).map(({ letter }) => letter);
  const [first] = wanted;
  if (first === undefined) return [];
  const letters = lettersOf(text, matchCase);
  const isWord = (at: number): boolean => {
    const { from, to } = letters[at] ?? { from: 0, to: 0 };
    return OF_WORD.test(text.slice(from, to));
  };
  /** Whether a border between two letters is inside a word. */
  const isInside = (border: number): boolean => isWord(border - 1) && isWord(border);
  const found: TextPlace[] = [];
  for (let at = 0; at + wanted.length <= letters.length;) {
    const end = at + wanted.length;
    const isHere = letters[at]!.letter === first && wanted.every((one, i) => letters[at + i]!.letter === one);
    if (!isHere || (wholeWords && (isInside(at) || isInside(end)))) at += 1;
    else {
      found.push({ from: letters[at]!.from, to: letters[end - 1]!.to });
      at = end;
    }
  }
  return found;
}

/** Replaces these places of a text, which are in order. */
export function replaceInText(text: string, places: readonly TextPlace[], replacement: string): string {
  let done = '';
  let from = 0;
  for (const place of places) {
    done += text.slice(from, place.from) + replacement;
    from = place.to;
  }
  return done + text.slice(from);
}
