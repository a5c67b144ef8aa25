import type { Quality } from '#contract/primitives.ts';
import { type Aspect, SHAPES } from '#contract/shapes.ts';
import { isSameShape } from './framing.ts';
import { FILM_FRAME_RATE } from '../frames.ts';

/** The shorter side, in pixels. */
const SHORT_SIDE: Record<Quality, number> = { '720p': 720, '1080p': 1080, '4k': 2160 };

/** Returns a film's size in pixels, and its frames per second. */
export function filmSize(
  quality: Quality,
  aspect: Aspect,
): { width: number; height: number; frameRate: number } {
  const { width, height } = SHAPES[aspect];
  const scale = SHORT_SIDE[quality] / Math.min(width, height);
  return { width: width * scale, height: height * scale, frameRate: FILM_FRAME_RATE };
}

/**
 * Returns the largest even size with the source's aspect ratio inside the box. It is stretched by at most 0.4
 * %, or by the rounding to the even pixels that 4:2:0 colour needs. All in pixels.
 */
export function fitInside(
  source: { width: number; height: number },
  box: { width: number; height: number },
): { width: number; height: number } {
  const even = (pixels: number, limit: number) =>
    Math.max(2, Math.min(Math.floor(limit / 2), Math.round(pixels / 2)) * 2);
  if (isSameShape(source, box)) {
    return { width: even(box.width, box.width), height: even(box.height, box.height) };
  }
  const scale = Math.min(box.width / source.width, box.height / source.height);
  return { width: even(source.width * scale, box.width), height: even(source.height * scale, box.height) };
}

/** Returns the smallest even size with the source's aspect ratio that covers the box. All in pixels. */
export function coverBox(
  source: { width: number; height: number },
  box: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.max(box.width / source.width, box.height / source.height);
  const even = (pixels: number, least: number) => Math.max(Math.ceil(least / 2), Math.round(pixels / 2)) * 2;
  return { width: even(source.width * scale, box.width), height: even(source.height * scale, box.height) };
}
