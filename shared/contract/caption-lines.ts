import {
  CAPTION_GROWTH,
  CAPTION_SPACE,
  type CaptionLook,
  captionShape,
  groundOf,
  isHighlighted,
  isVertical,
  LINE_CHARACTERS,
  PLAIN_CAPTIONS,
} from './caption-look.ts';

/** What a line of a caption may have. */
export interface LineRule {
  /** The most characters. */
  characters: number;
  /** The greatest width, in heights of a line; infinite if only characters count. */
  width: number;
  /** The width of a space, in the same. */
  space: number;
  /** The most words. */
  most: number;
  /** A line with fewer words is avoided. */
  fewest: number;
}

/** The usual width of a space, in heights of a line. */
const SPACE = 0.19;

/** The look of captions and the size of the picture that they are drawn into; without a size they are a track. */
export type DrawnIn = Pick<CaptionLook, 'captionSize'> &
  Partial<CaptionLook & { width: number; height: number }>;

/** Whether lines are drawn as they are, however wide: others are broken again at the picture's margins. */
export const areLinesFixed = (look: CaptionLook): boolean => groundOf(look) === 'pill' || isHighlighted(look);

/** Returns the rule for lines: short ones in a vertical film, and no wider than the picture if they are drawn as is. */
export function lineRule(drawn: DrawnIn): LineRule {
  const { width, height } = drawn;
  const look = { ...PLAIN_CAPTIONS, ...drawn };
  const plain: LineRule = {
    characters: LINE_CHARACTERS[look.captionSize],
    width: Number.POSITIVE_INFINITY,
    space: SPACE * (isHighlighted(look) ? CAPTION_SPACE : 1),
    most: Number.POSITIVE_INFINITY,
    fewest: 2,
  };
  if (width === undefined || height === undefined) return plain;
  const vertical = isVertical({ width, height });
  if (!vertical && !areLinesFixed(look)) return plain;
  const { size, side } = captionShape(look, { width, height });
  return { ...plain, width: (width - 2 * side) / size, ...(vertical && { most: 5, fewest: 3 }) };
}

/** Characters of similar widths, and a usual width of theirs in heights of a line, in the fonts of films. */
const WIDTHS: [RegExp, number][] = [
  [/\s/, SPACE],
  [/[iIjJlftr.,;:!'"()[\]|·’‘“”-]/, 0.25],
  [/[mwMW@%—…жшщюыωψ]/, 0.61],
  [/\p{Script=Bengali}/u, 0.53],
  [/\p{Script=Devanagari}/u, 0.48],
  [/\p{Lu}/u, 0.48],
];
const OTHER = 0.42;
/** Vowel signs and other marks: most of them are above or below a letter, or narrow. */
const MARK = 0.17;

/** Returns about how wide a text is drawn, in heights of a line. The film's fonts need not be loaded. */
export function drawnWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += widthOf(letter);
  return width;
}

function widthOf(letter: string): number {
  if (/\p{M}/u.test(letter)) return MARK;
  return WIDTHS.find(([kind]) => kind.test(letter))?.[1] ?? OTHER;
}

/** The most that a highlighted word extends beyond each of its ends: what is left of a widened space is a normal one. */
const MOST_BEYOND = SPACE * (CAPTION_SPACE - 1);

/** Returns how many times as wide a word is drawn while it is highlighted. */
export const wordGrowth = (word: string): number =>
  Math.min(CAPTION_GROWTH, 1 + (2 * MOST_BEYOND) / drawnWidth(word));
