import type { ColorCodes } from '../colors/color-codes.ts';

/** What an image file states beside its pixels. */
export interface ImageFacts {
  /** The embedded ICC profile. */
  icc: Buffer | null;
  /** Its colours by numbers, which count without a profile. */
  codes: ColorCodes | null;
  /** How its pixels are turned or mirrored for display, as Exif counts it: 1, not at all, to 8. */
  orientation: number;
  /** It contains several frames, of which ffmpeg reads the first one at most. */
  animated: boolean;
  /** The file ends before its image does. */
  truncated: boolean;
}

export const PLAIN: ImageFacts = {
  icc: null,
  codes: null,
  orientation: 1,
  animated: false,
  truncated: false,
};

/** Larger profiles are ignored: those of cameras and programs have at most a few hundred kB. */
export const MAX_ICC_BYTES = 4 * 2 ** 20;

/** A file with more segments or chunks is read no further: no program writes as many. */
export const MAX_PARTS = 1_000_000;
