import { z } from 'zod';
import { type Bars, barsSchema } from './bars.ts';
import type { CameraPath } from './camera.ts';
import {
  backgroundSchema,
  cardPlaceSchema,
  cardStyleSchema,
  cropSchema,
  framingSchema,
  titledSchema,
  type Zoom,
  zoomSchema,
} from './section-settings.ts';
import { shotCropsSchema } from './subjects.ts';

/**
 * How a section's video is placed in the film. The defaults match the films from before this option, so that
 * their rendered sections are reused.
 */
export const placementSchema = /* @__PURE__ */ z.object({
  framing: /* @__PURE__ */ framingSchema.default('fit'),
  /** Where the video is cropped when it fills the film; with `follow`, in shots without a subject. */
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
/** A placement in a player, with the camera that follows a subject. */
export type ShownPlacement = Placement & { camera?: CameraPath | undefined };
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

/** The brightness of an image under a card's title, so that white text is readable on a white image. */
export const CARD_LIGHT = 0.4;

/** The scale of an image at the end of a slow zoom, relative to the film. */
export const ZOOM = 1.2;

/** Returns the scale of an image at a part of its section, 0 to 1. Its middle stays in place. */
export function zoomScale(zoom: Zoom, part: number): number {
  if (zoom === 'none') return 1;
  return 1 + (ZOOM - 1) * (zoom === 'in' ? part : 1 - part);
}

/** Shapes that differ by less count as equal: a bar of a pixel or two is worse than an invisible stretch. */
const SAME_SHAPE = 0.004;

interface Size {
  width: number;
  height: number;
}

/** Returns the size that a video's bars leave. */
export const withoutBars = <T extends Size>(picture: T, bars: Bars | undefined): T =>
  bars
    ? {
        ...picture,
        width: picture.width * (1 - bars.left - bars.right),
        height: picture.height * (1 - bars.top - bars.bottom),
      }
    : picture;

/** Whether two sizes have visibly the same aspect ratio. */
export const isSameShape = (a: Size, b: Size): boolean =>
  Math.abs((a.width * b.height) / (a.height * b.width) - 1) < SAME_SHAPE;
