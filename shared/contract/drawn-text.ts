import { splitLetters } from './letters.ts';
import type { Background, CardStyle } from './section-settings.ts';

/** How text is drawn into a picture: by libass into the film, by the page into its preview. */

interface Face {
  family: string;
  /** Sizes are libass's, the whole height of a line: these make the letters of all faces look equally large. */
  scale: number;
  /** Windows' ascent and descent of the font, in parts of its em. */
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

/** A title card's colours, and the margins of its lines as parts of the picture's width and of its height. */
export const CARD = { text: '#ffffff', rule: '#ffc861', margin: 0.1, end: 0.1 };
/** The line over a title, in sizes of the title: its length, its height, and how far it is above. */
export const CARD_RULE = { length: 2.4, height: 0.08, gap: 0.28 };
/** The shadow of a title over a picture: how dark it is, 0 to 1, and how far it is blurred, in sizes of the title. */
export const CARD_SHADOW = { strength: 0.7, blur: 0.09 };
/** Between a title and the line under it, in sizes of the title. */
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

/** The width of a letter in the longest word, as a part of the size, so that no word is wider than its line. */
export const WIDEST_LETTER = 0.45;

const CARD_SIZES: Record<CardStyle, number> = { plain: 1, large: 1.4, line: 1 };

/** The line height of a card's title, in the units of the picture's sides. Long titles are smaller. */
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

/** The line height of the second line under a title of this size. Small titles have one that can be read too. */
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
 * A card's title in the lines that it has in any picture; each is broken again where it is too wide. Only words over 40
 * letters, such as the name of a file, make more than one: letters that are small enough for one line could not be read.
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

/** A word in parts of `most` letters at most: after a mark in the second half of one, else in even ones. */
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
  // The danda, joiners and marks are common to several scripts: they stay with the preceding text.
  [/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}0-9]/u, 'latin'],
];

/** Divides a text into pieces of one face each. */
export function inFaces(text: string): { face: FaceName; text: string }[] {
  const found: { face: FaceName; text: string }[] = [];
  let face = [...text].map(faceOf).find((known) => known !== undefined) ?? 'latin';
  for (const letter of text) {
    face = faceOf(letter) ?? face;
    const open = found.at(-1);
    if (open?.face === face) open.text += letter;
    else found.push({ face, text: letter });
  }
  return found;
}

/** A line's words, each with the space after it, in pieces of one face each. */
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

/** The face of a letter; undefined for what several scripts share. */
export function faceOf(letter: string): FaceName | undefined {
  return SCRIPTS.find(([script]) => script.test(letter))?.[1];
}
