import { splitLetters } from '#contract/letters.ts';

/** Marks that turn the direction of the text around them, and byte order marks. */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/**
 * A text that every format can hold: without control characters but line feeds, lone surrogates and what XML forbids,
 * and without marks that would show what follows backwards. Joiners stay: Bengali, Hindi and emoji need them.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replaceAll(TURNING, '')
    .replaceAll(/[\p{Cs}\uFFFE\uFFFF]/gu, '')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .trim();
}

/** The same in one line. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, ' ');
}

/** The longest name of a media file, in characters, without its extension. */
const NAME_CHARACTERS = 80;

/** A text as the name of a file on any system, without an extension. */
export function cleanName(text: string): string {
  const name = cleanLine(text)
    .replaceAll(/[/\\:*?"<>|]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|(?<![. ])[. ]+$/g, '');
  return name.slice(0, splitLetters(name)[NAME_CHARACTERS]?.from).trim();
}
