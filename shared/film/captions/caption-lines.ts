import { type CaptionLook, PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import {
  CAPTION_GROWTH,
  CAPTION_SPACE,
  captionShape,
  groundOf,
  isHighlighted,
  isVertical,
  LINE_CHARACTERS,
} from './caption-look.ts';

/** The limits of a caption line. */
export interface LineRule {
  /** The maximum number of characters. */
  characters: number;
  /** The greatest width, in line heights; infinite if only characters count. */
  width: number;
  /** The width of a space, in line heights. */
  space: number;
  /** The maximum number of words. */
  most: number;
  /** A line with fewer words is avoided. */
  fewest: number;
}

/** The default width of a space, in line heights. */
const SPACE = 0.19;

/**
 * The style of captions and the size of the video that they are drawn into. Without a size, they are a track.
 */
export type DrawnIn = Pick<CaptionLook, 'captionSize'> &
  Partial<CaptionLook & { width: number; height: number }>;

/**
 * Whether lines are drawn without further line breaks, however wide. Others are broken again at the margins.
 */
export const areLinesFixed = (look: CaptionLook): boolean => groundOf(look) === 'pill' || isHighlighted(look);

/**
 * Returns the rule for lines: short ones in a vertical film, and no wider than the video if they are drawn
 * without further line breaks.
 */
export function lineRule(target: DrawnIn): LineRule {
  const { width, height } = target;
  const style = { ...PLAIN_CAPTIONS, ...target };
  const plain: LineRule = {
    characters: LINE_CHARACTERS[style.captionSize],
    width: Number.POSITIVE_INFINITY,
    space: SPACE * (isHighlighted(style) ? CAPTION_SPACE : 1),
    most: Number.POSITIVE_INFINITY,
    fewest: 2,
  };
  if (width === undefined || height === undefined) return plain;
  const vertical = isVertical({ width, height });
  if (!vertical && !areLinesFixed(style)) return plain;
  const { size, side } = captionShape(style, { width, height });
  return { ...plain, width: (width - 2 * side) / size, ...(vertical && { most: 5, fewest: 3 }) };
}

/** Groups of characters of similar width, and their typical width in line heights, in the fonts of films. */
const WIDTHS: [RegExp, number][] = [
  [/\s/, SPACE],
  [/[iIjJlftr.,;:!'"()[\]|·’‘“”-]/, 0.25],
  [/[mwMW@%—…жшщюыωψ]/, 0.61],
  [/\p{Script=Bengali}/u, 0.53],
  [/\p{Script=Devanagari}/u, 0.48],
  [/\p{Lu}/u, 0.48],
];
const OTHER = 0.42;
/** Vowel signs and other marks. Most of them are narrow, or above or below a letter. */
const MARK = 0.17;

/** Estimates the drawn width of a text, in line heights. The fonts need not be loaded. */
export function drawnWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += widthOf(letter);
  return width;
}

function widthOf(letter: string): number {
  if (/\p{M}/u.test(letter)) return MARK;
  return WIDTHS.find(([kind]) => kind.test(letter))?.[1] ?? OTHER;
}

/**
 * The most that a highlighted word extends beyond each of its ends: a widened space is reduced to a normal
 * one.
 */
const MAX_BEYOND = SPACE * (CAPTION_SPACE - 1);

/** Returns the factor by which a highlighted word is wider. */
export const wordGrowth = (word: string): number =>
  Math.min(CAPTION_GROWTH, 1 + (2 * MAX_BEYOND) / drawnWidth(word));
