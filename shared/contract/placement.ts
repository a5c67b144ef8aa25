import { z } from 'zod';
import { type Bars, barsSchema } from './bars.ts';
import {
  backgroundSchema,
  cardPlaceSchema,
  cardStyleSchema,
  cropSchema,
  framingSchema,
  titledSchema,
  zoomSchema,
} from './section-settings.ts';
import { shotCropsSchema } from './subjects.ts';

/**
 * How a section's video is placed in the film. The defaults match the films from before this option, so that
 * their rendered sections are reused.
 */
export const placementSchema = /* @__PURE__ */ z.object({
  framing: /* @__PURE__ */ framingSchema.default('fit'),
  /** The position of the crop when the video fills the film; with `follow`, in shots without a subject. */
  crop: /* @__PURE__ */ cropSchema.default(0.5),
  /** The manual crops of shots that otherwise follow their subject. */
  shotCrops: /* @__PURE__ */ shotCropsSchema.default([]),
  /** The artifact key of the faces that it follows; absent if no worker finds faces. */
  subjects: /* @__PURE__ */ z.string().optional(),
  zoom: /* @__PURE__ */ zoomSchema.default('none'),
  /** The colour of a title card. */
  background: /* @__PURE__ */ backgroundSchema.default('dark'),
  cardPlace: /* @__PURE__ */ cardPlaceSchema.default('middle'),
  cardStyle: /* @__PURE__ */ cardStyleSchema.default('plain'),
  titled: /* @__PURE__ */ titledSchema.default(false),
  /** The video's own black bars, which are cropped before framing; absent if it has no bars. */
  bars: /* @__PURE__ */ barsSchema.optional(),
});
export type Placement = Omit<z.infer<typeof placementSchema>, 'bars' | 'subjects'> & {
  bars?: Bars | undefined;
  subjects?: string | undefined;
};
export const UNFRAMED: Placement = {
  framing: 'fit',
  crop: 0.5,
  shotCrops: [],
  zoom: 'none',
  background: 'dark',
  cardPlace: 'middle',
  cardStyle: 'plain',
  titled: false,
};
