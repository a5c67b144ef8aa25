/** What an image file states beside its pixels. */
export interface ImageFacts {
  /** The embedded ICC profile. */
  icc: Buffer | null;
}

/** Larger profiles are ignored: those of cameras and programs have at most a few hundred kB. */
export const MAX_ICC_BYTES = 4 * 2 ** 20;

/** A file with more segments or chunks is read no further: no program writes as many. */
export const MAX_PARTS = 100_000;
