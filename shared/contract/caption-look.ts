import { z } from 'zod';
import type { CardPlace } from './section-settings.ts';

/** Lines with an outline, lines in a box, or lines whose word being spoken is lit. */
export const CAPTION_STYLES = ['lines', 'boxed', 'words'] as const;
export type CaptionStyle = (typeof CAPTION_STYLES)[number];
export const CAPTION_PLACES = ['top', 'middle', 'bottom'] as const;
export type CaptionPlace = (typeof CAPTION_PLACES)[number];
export const CAPTION_SIZES = ['small', 'medium', 'large'] as const;
export type CaptionSize = (typeof CAPTION_SIZES)[number];
/** Each is easy to read on what is behind it. */
export const CAPTION_COLORS = ['white', 'yellow', 'green', 'blue', 'pink'] as const;
export type CaptionColor = (typeof CAPTION_COLORS)[number];

/** A look of which each part may be missing. */
export const chosenLookSchema = /* @__PURE__ */ z.object({
  captionStyle: /* @__PURE__ */ z.enum(CAPTION_STYLES).optional(),
  captionPlace: /* @__PURE__ */ z.enum(CAPTION_PLACES).optional(),
  captionSize: /* @__PURE__ */ z.enum(CAPTION_SIZES).optional(),
  captionColor: /* @__PURE__ */ z.enum(CAPTION_COLORS).optional(),
});
export type CaptionLook = Required<z.infer<typeof chosenLookSchema>>;
export const PLAIN_CAPTIONS: CaptionLook = {
  captionStyle: 'lines',
  captionPlace: 'bottom',
  captionSize: 'medium',
  captionColor: 'white',
};

/**
 * How captions look that are drawn into the picture. The defaults are those of films before there was a choice, so
 * their rendered sections are found again.
 */
export const captionLookSchema = /* @__PURE__ */ z.object({
  captionStyle: /* @__PURE__ */ z.enum(CAPTION_STYLES).default('lines'),
  captionPlace: /* @__PURE__ */ z.enum(CAPTION_PLACES).default('bottom'),
  captionSize: /* @__PURE__ */ z.enum(CAPTION_SIZES).default('medium'),
  captionColor: /* @__PURE__ */ z.enum(CAPTION_COLORS).default('white'),
});

/** The look among other fields. */
export const lookIn = ({
  captionStyle,
  captionPlace,
  captionSize,
  captionColor,
}: CaptionLook): CaptionLook => ({
  captionStyle,
  captionPlace,
  captionSize,
  captionColor,
});

export const isSameLook = (a: CaptionLook, b: CaptionLook): boolean =>
  a.captionStyle === b.captionStyle &&
  a.captionPlace === b.captionPlace &&
  a.captionSize === b.captionSize &&
  a.captionColor === b.captionColor;

/** Colours as #rrggbb. A word that is not being spoken is dim where words are lit. */
export const CAPTION_INK: Record<CaptionColor, string> = {
  white: '#ffffff',
  yellow: '#ffe14d',
  green: '#8cf29a',
  blue: '#8fdcff',
  pink: '#ffb8d2',
};
export const CAPTION_DIM = '#8c8c8c';
/** Behind the letters: their outline, and their box, through which this part of the picture is seen. */
export const CAPTION_GROUND = { color: '#101010', clear: 0.2 };

/** The most characters of a line: fewer where letters are large. */
export const LINE_CHARACTERS: Record<CaptionSize, number> = { small: 42, medium: 42, large: 28 };

/** In heights of a line; `padding` is from the lines to the ends of their box. */
export const CAPTION_EDGE = { outline: 0.06, shadow: 0.02, padding: 0.2 };

const SIZES: Record<CaptionSize, number> = { small: 0.75, medium: 1, large: 1.3 };

/** Lengths of drawn captions, in the units of the picture's sides. */
export function captionShape(
  { captionSize }: CaptionLook,
  { width, height }: { width: number; height: number },
) {
  const size = Math.min(height * 0.07, width * 0.06) * SIZES[captionSize];
  return {
    /** The height of a line. */
    size,
    /** From the picture's sides. */
    side: width * 0.04,
    /** From its upper or lower end. */
    end: height * 0.05,
  };
}

/** What else is drawn into the picture while a caption is seen. */
export interface BesideCaption {
  /** Where the title of its card stands; null without one. */
  title: CardPlace | null;
  lowerThird: boolean;
}

/** Where a caption stands: never over a card's title, nor at the bottom beside a lower third. */
export function captionPlaceOn({ captionPlace }: CaptionLook, beside: BesideCaption): CaptionPlace {
  const { title, lowerThird } = beside;
  if (title === 'middle') return captionPlace === 'middle' ? 'bottom' : captionPlace;
  if (title !== null) return title === 'top' ? 'bottom' : 'top';
  return lowerThird && captionPlace === 'bottom' ? 'top' : captionPlace;
}
