/** Samples a second of every sound inside the product. */
export const SAMPLE_RATE = 48_000;

/** Whole frames nearest to `ms` milliseconds at `frameRate` frames a second. */
export function msToFrames(ms: number, frameRate: number): number {
  return Math.round((ms * frameRate) / 1000);
}

/** The fewest whole frames that last at least `ms` milliseconds. */
export function msToFramesUp(ms: number, frameRate: number): number {
  // The tiny slack keeps 1000.0000001 ms (a rounding error) from costing a frame.
  return Math.ceil((ms * frameRate) / 1000 - 1e-6);
}

/** Whole milliseconds nearest to the length of `frames`. */
export function framesToMs(frames: number, frameRate: number): number {
  return Math.round((frames * 1000) / frameRate);
}

/**
 * Samples at 48 kHz that last exactly as long as `frames`.
 * @throws RangeError when the rate does not divide 48,000: sound would drift at every join.
 */
export function framesToSamples(frames: number, frameRate: number): number {
  if (!Number.isInteger(frameRate) || frameRate < 1 || SAMPLE_RATE % frameRate !== 0) {
    throw new RangeError(`A film's frame rate must divide ${SAMPLE_RATE}: ${frameRate}`);
  }
  return (frames * SAMPLE_RATE) / frameRate;
}
