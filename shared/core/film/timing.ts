/** The sample rate of every sound inside the product, in Hz. */
export const SAMPLE_RATE = 48_000;

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
