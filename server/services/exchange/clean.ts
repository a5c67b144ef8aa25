import { splitLetters } from '#text/letters/letters.ts';

/** Marks that reverse the direction of the text around them, and byte order marks. */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/**
 * Returns a text that every format can contain: without control characters except line feeds, lone
 * surrogates, what XML forbids, and marks that would reverse the following text. Joiners stay, since Bengali,
 * Hindi and emoji need them.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replaceAll(TURNING, '')
    .replaceAll(/[\p{Cs}\uFFFE\uFFFF]/gu, '')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .trim();
}

/** Returns the same as one line. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, ' ');
}

/** The maximum number of characters of a media file's name, without its extension. */
const NAME_CHARACTERS = 80;

/** Returns a text as a file name for any system, without an extension. */
export function cleanName(text: string): string {
  const name = cleanLine(text)
    .replaceAll(/[/\\:*?"<>|]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|(?<![. ])[. ]+$/g, '');
  return name.slice(0, splitLetters(name)[NAME_CHARACTERS]?.from).trim();
}
