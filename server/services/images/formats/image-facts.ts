import type { ColorCodes } from '../colors/color-codes.ts';

/** What an image file states beside its pixels. */
export interface ImageFacts {
  /** The embedded ICC profile. */
  icc: Buffer | null;
  /** Its colours as code numbers, which apply if there is no profile. */
  codes: ColorCodes | null;
  /** The Exif orientation, from 1 (unchanged) to 8. */
  orientation: number;
  /** Whether it contains several frames, of which ffmpeg reads at most the first one. */
  animated: boolean;
  /** Whether the file ends before its image does. */
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

/** Reading stops after this many segments or chunks: no program writes as many. */
export const MAX_PARTS = 1_000_000;
