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
 * How a section's picture is placed in the film's. The defaults are those of films before there was a choice, so their
 * rendered sections are found again.
 */
export const placementSchema = /* @__PURE__ */ z.object({
  framing: /* @__PURE__ */ framingSchema.default('fit'),
  /** Where it is cut when it fills the film; when it follows its subject, in shots without one. */
  crop: /* @__PURE__ */ cropSchema.default(0.5),
  /** Where shots are cut by hand that follow their subject. */
  shotCrops: /* @__PURE__ */ shotCropsSchema.default([]),
  /** The artifact key of the faces that it follows; absent if no worker finds faces. */
  subjects: /* @__PURE__ */ z.string().optional(),
  zoom: /* @__PURE__ */ zoomSchema.default('none'),
  /** Of a title card. */
  background: /* @__PURE__ */ backgroundSchema.default('dark'),
  cardPlace: /* @__PURE__ */ cardPlaceSchema.default('middle'),
  cardStyle: /* @__PURE__ */ cardStyleSchema.default('plain'),
  titled: /* @__PURE__ */ titledSchema.default(false),
  /** The video's own black bars, cropped before it is framed; absent without any. */
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

/** How bright a picture is under a card's title, so that white words are read well on a white one. */
export const CARD_LIGHT = 0.4;

/** How much larger than the film a picture is at its nearest, in a slow zoom. */
export const ZOOM = 1.2;

/** How much larger a picture is after a part of its section, 0 to 1. Its middle stays where it is. */
export function zoomScale(zoom: Zoom, part: number): number {
  if (zoom === 'none') return 1;
  return 1 + (ZOOM - 1) * (zoom === 'in' ? part : 1 - part);
}

/** Shapes this close to each other count as the same: a bar of a pixel or two is uglier than an invisible stretch. */
const SAME_SHAPE = 0.004;

interface Size {
  width: number;
  height: number;
}

/** Returns the picture with the size that its bars leave. */
export const withoutBars = <T extends Size>(picture: T, bars: Bars | undefined): T =>
  bars
    ? {
        ...picture,
        width: picture.width * (1 - bars.left - bars.right),
        height: picture.height * (1 - bars.top - bars.bottom),
      }
    : picture;

/** Whether two pictures have the same shape, as far as anybody sees. Both in the same unit. */
export const isSameShape = (a: Size, b: Size): boolean =>
  Math.abs((a.width * b.height) / (a.height * b.width) - 1) < SAME_SHAPE;
