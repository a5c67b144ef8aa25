import type { Quality } from '#contract/primitives.ts';

/** Frames a second of every film. */
export const FILM_FRAME_RATE = 30;

const SIZES: Record<Quality, { width: number; height: number }> = {
  '720p': { width: 1280, height: 720 },
  '1080p': { width: 1920, height: 1080 },
  '4k': { width: 3840, height: 2160 },
};

/** A film's picture in pixels, 16:9. */
export function filmSize(quality: Quality): { width: number; height: number; frameRate: number } {
  return { ...SIZES[quality], frameRate: FILM_FRAME_RATE };
}

/** Shapes this near to each other are one: a pad of a pixel or two is uglier than what nobody can see. */
const SAME_SHAPE = 0.004;

/**
 * The largest even-sized picture of the source's shape inside the box; never stretched by more than 0.4 %, or by the
 * rounding to the even pixels that 4:2:0 colour needs. All in pixels.
 */
export function fitInside(
  source: { width: number; height: number },
  box: { width: number; height: number },
): { width: number; height: number } {
  const shapes = (source.width * box.height) / (source.height * box.width);
  const even = (pixels: number, limit: number) =>
    Math.max(2, Math.min(Math.floor(limit / 2), Math.round(pixels / 2)) * 2);
  if (Math.abs(shapes - 1) < SAME_SHAPE) {
    return { width: even(box.width, box.width), height: even(box.height, box.height) };
  }
  const scale = Math.min(box.width / source.width, box.height / source.height);
  return { width: even(source.width * scale, box.width), height: even(source.height * scale, box.height) };
}
