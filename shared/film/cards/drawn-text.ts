import type { Background, CardStyle } from '#contract/section-settings.ts';
import { splitLetters } from '#text/letters/letters.ts';

/** The style of drawn text: by libass in the film, by the page in its preview. */

interface Face {
  family: string;
  /** Sizes are line heights, as in libass. This factor makes the letters of all fonts look equally large. */
  scale: number;
  /** The Windows ascent and descent of the font, as shares of its em. */
  ascent: number;
  descent: number;
}

/** Glyphs that a font lacks are drawn as boxes. */
export const FACES = {
  latin: { family: 'Noto Sans SemiBold', scale: 1, ascent: 1.124, descent: 0.395 },
  bengali: { family: 'Noto Sans Bengali SemiBold', scale: 1.04, ascent: 0.995, descent: 0.408 },
  devanagari: { family: 'Noto Sans Devanagari SemiBold', scale: 1.34, ascent: 1.348, descent: 0.558 },
} satisfies Record<string, Face>;
export type FaceName = keyof typeof FACES;

/** A title card's colours, and the margins of its lines as shares of the video's width and height. */
export const CARD = { text: '#ffffff', rule: '#ffc861', margin: 0.1, end: 0.1 };
/** The line over a title, in sizes of the title: its length, its height, and its distance. */
export const CARD_RULE = { length: 2.4, height: 0.08, gap: 0.28 };
/** The shadow of a title over an image: its opacity, 0 to 1, and its blur, in sizes of the title. */
export const CARD_SHADOW = { strength: 0.7, blur: 0.09 };
/** The gap between a title and the line under it, in sizes of the title. */
export const SUBTITLE_GAP = 0.22;
export const CARD_COLOURS: Record<Background, string> = {
  dark: '#14161a',
  black: '#000000',
  blue: '#1b3a6b',
  teal: '#0f4c4a',
  green: '#1f4d2b',
  brown: '#5a3a1e',
  red: '#7a1f24',
  purple: '#4a2158',
};

/**
 * The width of a letter in the longest word, as a share of the size, so that no word is wider than its line.
 */
export const WIDEST_LETTER = 0.45;

const CARD_SIZES: Record<CardStyle, number> = { plain: 1, large: 1.4, line: 1 };

/** Returns the line height of a card's title, in the units of the video's sides. Long titles are smaller. */
export function titleSize(
  title: string,
  picture: { width: number; height: number },
  style: CardStyle,
): number {
  const usual = Math.min(picture.height * 0.13, picture.width * 0.12) * CARD_SIZES[style];
  const shrunk = title.length <= 40 ? usual : usual * Math.max(0.5, Math.sqrt(40 / title.length));
  const longest = Math.max(
    ...titleLines(title).flatMap((line) => line.split(/\s+/).map(({ length }) => length)),
  );
  return Math.min(shrunk, (picture.width * (1 - 2 * CARD.margin)) / (longest * WIDEST_LETTER));
}

/**
 * Returns the line height of the second line under a title of this size. It stays readable under small
 * titles.
 */
export function subtitleSize(
  subtitle: string,
  title: number,
  picture: { width: number; height: number },
): number {
  const usual = Math.min(
    title * 0.75,
    Math.max(title * 0.5, Math.min(picture.height * 0.06, picture.width * 0.052)),
  );
  const longest = Math.max(...subtitle.split(/\s+/).map(({ length }) => length));
  return Math.min(usual, (picture.width * (1 - 2 * CARD.margin)) / (longest * WIDEST_LETTER));
}

/**
 * Returns the fixed lines of a card's title. A line that is too wide is broken again when it is drawn. Only
 * words over 40 letters, such as a file name, create more than one line: on one line, their letters would be
 * too small to read.
 */
export function titleLines(title: string): string[] {
  const most = Math.max(24, Math.ceil(title.length / 5));
  return title
    .replaceAll(
      /(?<!\s)\s*(?<!\S)(\S{41,})\s*/g,
      (_, word: string) => `\n${partsOf(word, most).join('\n')}\n`,
    )
    .split('\n')
    .filter((line, _, lines) => line !== '' || lines.length === 1);
}

/**
 * Divides a word into parts of at most `most` letters: after a mark in its second half, otherwise into even
 * parts.
 */
function partsOf(word: string, most: number): string[] {
  if (word.length <= most) return [word];
  const even = Math.ceil(word.length / Math.ceil(word.length / most));
  const letters = splitLetters(word);
  let [afterMark, afterLetter] = [0, 0];
  for (const { from, to } of letters) {
    if (to > most) break;
    if (to <= even) afterLetter = to;
    if (to > most / 2 && /[-_/.?&=+,]/.test(word.slice(from, to))) afterMark = to;
  }
  const at = afterMark || afterLetter || letters[0]!.to;
  return at < word.length ? [word.slice(0, at), ...partsOf(word.slice(at), most)] : [word];
}

const SCRIPTS: [RegExp, FaceName][] = [
  [/\p{Script=Bengali}/u, 'bengali'],
  [/\p{Script=Devanagari}/u, 'devanagari'],
  // The danda, joiners and marks are common to several scripts, so they stay with the preceding text.
  [/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}0-9]/u, 'latin'],
];

/** Divides a text into pieces with one font each. */
export function inFaces(text: string): { face: FaceName; text: string }[] {
  const pieces: { face: FaceName; text: string }[] = [];
  let face = [...text].map(faceOf).find((candidate) => candidate !== undefined) ?? 'latin';
  for (const letter of text) {
    face = faceOf(letter) ?? face;
    const open = pieces.at(-1);
    if (open?.face === face) open.text += letter;
    else pieces.push({ face, text: letter });
  }
  return pieces;
}

/** Returns a line's words, each with the space after it, in pieces with one font each. */
export function wordsInFaces(line: string): ReturnType<typeof inFaces>[] {
  const words: ReturnType<typeof inFaces>[] = [];
  let open: ReturnType<typeof inFaces> | null = null;
  for (const { face, text } of inFaces(line)) {
    for (const part of text.split(/(?<= )/)) {
      if (!open) words.push((open = []));
      open.push({ face, text: part });
      if (part.endsWith(' ')) open = null;
    }
  }
  return words;
}

/** Returns the font of a letter; `undefined` for characters that several scripts share. */
export function faceOf(letter: string): FaceName | undefined {
  return SCRIPTS.find(([script]) => script.test(letter))?.[1];
}
