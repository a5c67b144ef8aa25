import { z } from 'zod';

/** Lines with an outline, lines in a box, or, as chosen in an earlier version, lines with a highlighted word. */
export const CAPTION_STYLES = ['lines', 'boxed', 'words'] as const;
export type CaptionStyle = (typeof CAPTION_STYLES)[number];
/**
 * A design that replaces the style; `classic` draws the style. Nodes of the previous version ignore this
 * field, so `captionStyle` then has the most similar style that they know.
 */
export const CAPTION_DESIGNS = ['classic', 'outline', 'pill'] as const;
export type CaptionDesign = (typeof CAPTION_DESIGNS)[number];
/** Whether the word being spoken is in another colour and larger. */
export const CAPTION_HIGHLIGHTS = ['none', 'word'] as const;
export type CaptionHighlight = (typeof CAPTION_HIGHLIGHTS)[number];
export const CAPTION_PLACES = ['top', 'middle', 'bottom'] as const;
export type CaptionPlace = (typeof CAPTION_PLACES)[number];
export const CAPTION_SIZES = ['small', 'medium', 'large'] as const;
export type CaptionSize = (typeof CAPTION_SIZES)[number];
/** Each colour is easy to read on the background of its style. */
export const CAPTION_COLORS = ['white', 'yellow', 'green', 'blue', 'pink'] as const;
export type CaptionColor = (typeof CAPTION_COLORS)[number];

/** A caption style whose fields are all optional. */
export const chosenLookSchema = /* @__PURE__ */ z.object({
  captionStyle: /* @__PURE__ */ z.enum(CAPTION_STYLES).optional(),
  captionPlace: /* @__PURE__ */ z.enum(CAPTION_PLACES).optional(),
  captionSize: /* @__PURE__ */ z.enum(CAPTION_SIZES).optional(),
  captionColor: /* @__PURE__ */ z.enum(CAPTION_COLORS).optional(),
  captionDesign: /* @__PURE__ */ z.enum(CAPTION_DESIGNS).optional(),
  captionHighlight: /* @__PURE__ */ z.enum(CAPTION_HIGHLIGHTS).optional(),
});
export type CaptionLook = Required<z.infer<typeof chosenLookSchema>>;
export const PLAIN_CAPTIONS: CaptionLook = {
  captionStyle: 'lines',
  captionPlace: 'bottom',
  captionSize: 'medium',
  captionColor: 'white',
  captionDesign: 'classic',
  captionHighlight: 'none',
};

/**
 * The style of captions that are drawn into the video. The defaults match the films from before this option,
 * so that their rendered sections are reused.
 */
export const captionLookSchema = /* @__PURE__ */ z.object({
  captionStyle: /* @__PURE__ */ z.enum(CAPTION_STYLES).default('lines'),
  captionPlace: /* @__PURE__ */ z.enum(CAPTION_PLACES).default('bottom'),
  captionSize: /* @__PURE__ */ z.enum(CAPTION_SIZES).default('medium'),
  captionColor: /* @__PURE__ */ z.enum(CAPTION_COLORS).default('white'),
  captionDesign: /* @__PURE__ */ z.enum(CAPTION_DESIGNS).default('classic'),
  captionHighlight: /* @__PURE__ */ z.enum(CAPTION_HIGHLIGHTS).default('none'),
});
