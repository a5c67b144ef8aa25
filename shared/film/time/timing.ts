/** The sample rate of all audio inside the product, in Hz. */
export const SAMPLE_RATE = 48_000;

/**
 * Returns the number of samples at 48 kHz that last exactly as long as `frames`.
 * @throws RangeError if the rate does not divide 48,000: audio would drift at every join
 */
export function framesToSamples(frames: number, frameRate: number): number {
  if (!Number.isInteger(frameRate) || frameRate < 1 || SAMPLE_RATE % frameRate !== 0) {
    throw new RangeError(`A film's frame rate must divide ${SAMPLE_RATE}: ${frameRate}`);
  }
  return (frames * SAMPLE_RATE) / frameRate;
}
