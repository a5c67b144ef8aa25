import type { CaptionLook, CaptionColor, CaptionSize, CaptionPlace } from '#contract/caption-look.ts';
import type { CardPlace } from '#contract/section-settings.ts';

/** Picks the caption style from other fields. */
export const lookIn = ({
  captionStyle,
  captionPlace,
  captionSize,
  captionColor,
  captionDesign,
  captionHighlight,
}: CaptionLook): CaptionLook => ({
  captionStyle,
  captionPlace,
  captionSize,
  captionColor,
  captionDesign,
  captionHighlight,
});

/**
 * The background of letters: a thin outline, a thick one, one box around all lines, or a rounded one around
 * each line.
 */
export const CAPTION_GROUNDS = ['lines', 'outline', 'boxed', 'pill'] as const;
export type CaptionGround = (typeof CAPTION_GROUNDS)[number];

export function groundOf({
  captionStyle,
  captionDesign,
}: Pick<CaptionLook, 'captionStyle' | 'captionDesign'>): CaptionGround {
  if (captionDesign !== 'classic') return captionDesign;
  return captionStyle === 'boxed' ? 'boxed' : 'lines';
}

/** Whether the word being spoken is highlighted. */
export const isHighlighted = ({
  captionStyle,
  captionHighlight,
}: Pick<CaptionLook, 'captionStyle' | 'captionHighlight'>): boolean =>
  captionHighlight === 'word' || captionStyle === 'words';

/** Returns the fields of a style with this background and highlight. */
export const lookOf = (
  ground: CaptionGround,
  highlighted: boolean,
): Pick<CaptionLook, 'captionStyle' | 'captionDesign' | 'captionHighlight'> => ({
  captionStyle: ground === 'lines' || ground === 'outline' ? 'lines' : 'boxed',
  captionDesign: ground === 'outline' || ground === 'pill' ? ground : 'classic',
  captionHighlight: highlighted ? 'word' : 'none',
});

/** Whether two styles draw captions alike. */
export const isSameLook = (a: CaptionLook, b: CaptionLook): boolean =>
  groundOf(a) === groundOf(b) &&
  isHighlighted(a) === isHighlighted(b) &&
  a.captionPlace === b.captionPlace &&
  a.captionSize === b.captionSize &&
  a.captionColor === b.captionColor;

/** Colours as #rrggbb. */
export const CAPTION_INK: Record<CaptionColor, string> = {
  white: '#ffffff',
  yellow: '#ffe14d',
  green: '#8cf29a',
  blue: '#8fdcff',
  pink: '#ffb8d2',
};
/** Stronger colours for a highlighted word among white ones. */
const ACCENTS: Record<Exclude<CaptionColor, 'white'>, string> = {
  yellow: '#ffd21f',
  green: '#4be56a',
  blue: '#4fc3ff',
  pink: '#ff8fbd',
};
/**
 * How much larger a highlighted word is, and how much wider all spaces are to make room for it. A long word
 * grows only as much as these spaces allow (`wordGrowth`).
 */
export const CAPTION_GROWTH = 1.1;
export const CAPTION_SPACE = 1.5;
/** The colour of the letters' outline or box, and the box's transparency. */
export const CAPTION_GROUND = { color: '#101010', clear: 0.2 };

/** Returns the colour of a highlighted word. White is not used, since the other words are white. */
export const accentOf = ({ captionColor }: Pick<CaptionLook, 'captionColor'>): keyof typeof ACCENTS =>
  captionColor === 'white' ? 'yellow' : captionColor;

/** Returns the colours of letters: of the word being spoken, and of all others. */
export function captionInks(look: CaptionLook): { spoken: string; others: string } {
  if (isHighlighted(look)) return { spoken: ACCENTS[accentOf(look)], others: CAPTION_INK.white };
  const ink = CAPTION_INK[look.captionColor];
  return { spoken: ink, others: ink };
}

/** The maximum number of characters of a line; fewer for large letters. */
export const LINE_CHARACTERS: Record<CaptionSize, number> = { small: 42, medium: 42, large: 28 };

/** Sizes in line heights. `padding` is the distance from the lines to the edges of their box. */
export const CAPTION_EDGE = { outline: 0.06, thick: 0.13, shadow: 0.02, padding: 0.2 };

/**
 * A line's rounded box, in line heights: half of its height, which is also how far it extends beyond the
 * letters; the height of its middle above the baseline; and the smallest line spacing.
 */
export const CAPTION_PILL = { radius: 0.6, rise: 0.25, pitch: 1.3 };

const SIZES: Record<CaptionSize, number> = { small: 0.75, medium: 1, large: 1.3 };

interface Sides {
  width: number;
  height: number;
}

/**
 * Films for phones. Sites for them place a title and buttons over the top, the bottom and the right side of
 * the video.
 */
const isTall = ({ width, height }: Sides): boolean => height > width * 1.5;

/** Whether a film is taller than it is wide, so that its lines have few words. */
export const isVertical = ({ width, height }: Sides): boolean => height > width;

/** Returns the lengths of drawn captions, in the units of the video's sides. */
export function captionShape(look: CaptionLook, { width, height }: Sides) {
  // Short lines leave room for larger letters, which phones need.
  const wide = isVertical({ width, height }) ? 0.075 : 0.06;
  const size = Math.min(height * 0.07, width * wide) * SIZES[look.captionSize];
  const tall = isTall({ width, height });
  const beyond = groundOf(look) === 'pill' ? CAPTION_PILL.radius * size : 0;
  return {
    /** The line height. */
    size,
    /** The distance from the left and right edge. */
    side: width * (tall ? 0.08 : 0.04) + beyond,
    /** The distance from the top and bottom edge. */
    top: height * (tall ? 0.1 : 0.05),
    bottom: height * (tall ? 0.2 : 0.05),
  };
}

/** The other elements that are drawn while a caption is shown. */
export interface BesideCaption {
  /** The position of the card's title; `null` if the section has no card. */
  title: CardPlace | null;
  lowerThird: boolean;
}

/** Returns where a caption is placed: never over a card's title, and at the top beside a lower third. */
export function captionPlaceOn({ captionPlace }: CaptionLook, beside: BesideCaption): CaptionPlace {
  const { title, lowerThird } = beside;
  if (title === 'middle') return captionPlace === 'middle' ? 'bottom' : captionPlace;
  if (title !== null) return title === 'top' ? 'bottom' : 'top';
  return lowerThird ? 'top' : captionPlace;
}
