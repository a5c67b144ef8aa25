import type { Bars } from '#contract/bars.ts';
import type { Placement } from '#contract/placement.ts';
import type { Zoom } from '#contract/section-settings.ts';
import type { CameraPath } from './camera.ts';

/** A placement in a player, with the camera that follows a subject. */
export type ShownPlacement = Placement & { camera?: CameraPath | undefined };

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
